# BOA_CC_FLAGS(FLAGS): append each flag the compiler accepts to BOA_CFLAGS.
AC_DEFUN([BOA_CC_FLAGS], [
  for boa_flag in $1; do
    boa_save_CFLAGS=$CFLAGS
    CFLAGS="$CFLAGS -Werror $boa_flag"
    AC_MSG_CHECKING([whether $CC accepts $boa_flag])
    AC_COMPILE_IFELSE([AC_LANG_SOURCE([[int boa_probe;]])],
      [AC_MSG_RESULT([yes]); BOA_CFLAGS="$BOA_CFLAGS $boa_flag"],
      [AC_MSG_RESULT([no])])
    CFLAGS=$boa_save_CFLAGS
  done
  AC_SUBST([BOA_CFLAGS])
])

# BOA_SANITIZERS: --enable-sanitizers, ASan and UBSan without recovery.
AC_DEFUN([BOA_SANITIZERS], [
  AC_ARG_ENABLE([sanitizers],
    [AS_HELP_STRING([--enable-sanitizers], [build with ASan and UBSan])],
    [], [enable_sanitizers=no])
  AS_IF([test "x$enable_sanitizers" = xyes],
    [BOA_CFLAGS="$BOA_CFLAGS -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer"
     BOA_LDFLAGS="-fsanitize=address,undefined"])
  AC_SUBST([BOA_LDFLAGS])
])

# BOA_FUZZERS: --enable-fuzzers, the fuzz targets for libFuzzer; needs CC=clang.
AC_DEFUN([BOA_FUZZERS], [
  AC_ARG_ENABLE([fuzzers],
    [AS_HELP_STRING([--enable-fuzzers],
      [build the fuzz targets for libFuzzer, with ASan and UBSan (CC=clang)])],
    [], [enable_fuzzers=no])
  AS_IF([test "x$enable_fuzzers" = xyes],
    [boa_fuzz=-fsanitize=fuzzer-no-link,address,undefined
     boa_save_CFLAGS=$CFLAGS
     CFLAGS="$CFLAGS $boa_fuzz"
     AC_MSG_CHECKING([whether $CC accepts $boa_fuzz])
     AC_LINK_IFELSE([AC_LANG_PROGRAM()], [AC_MSG_RESULT([yes])],
       [AC_MSG_RESULT([no])
        AC_MSG_ERROR([--enable-fuzzers needs CC=clang and its runtime (Debian: libclang-rt-dev)])])
     CFLAGS=$boa_save_CFLAGS
     BOA_CFLAGS="$BOA_CFLAGS $boa_fuzz -fno-sanitize-recover=all"
     BOA_LDFLAGS="-fsanitize=address,undefined"])
  AM_CONDITIONAL([ENABLE_FUZZERS], [test "x$enable_fuzzers" = xyes])
])

# BOA_WERROR: --enable-werror, for developers and CI; users' compilers differ.
AC_DEFUN([BOA_WERROR], [
  AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror], [treat compiler warnings as errors])],
    [], [enable_werror=no])
  AS_IF([test "x$enable_werror" = xyes], [BOA_CFLAGS="$BOA_CFLAGS -Werror"])
])
