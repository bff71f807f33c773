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

# BOA_WERROR: --enable-werror, for developers and CI; users' compilers differ.
AC_DEFUN([BOA_WERROR], [
  AC_ARG_ENABLE([werror],
    [AS_HELP_STRING([--enable-werror], [treat compiler warnings as errors])],
    [], [enable_werror=no])
  AS_IF([test "x$enable_werror" = xyes], [BOA_CFLAGS="$BOA_CFLAGS -Werror"])
])
