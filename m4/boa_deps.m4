# BOA_CHECK_GLPK: GLPK has no pkg-config file on Debian 12. Sets GLPK_LIBS.
AC_DEFUN([BOA_CHECK_GLPK], [
  AC_CHECK_HEADERS([glpk.h], [],
    [AC_MSG_ERROR([glpk.h not found (Debian: libglpk-dev)])])
  boa_save_LIBS=$LIBS
  AC_SEARCH_LIBS([glp_create_prob], [glpk], [],
    [AC_MSG_ERROR([libglpk not found (Debian: libglpk-dev)])])
  AS_IF([test "x$ac_cv_search_glp_create_prob" = "xnone required"],
    [GLPK_LIBS=], [GLPK_LIBS=$ac_cv_search_glp_create_prob])
  LIBS=$boa_save_LIBS
  AC_SUBST([GLPK_LIBS])
])

# BOA_CHECK_SLURM: what of Slurm is at hand.
#   --without-slurm        neither plugins nor the verbs that talk to Slurm
#   --with-slurm-src=DIR   source tree of the very release that runs here
#   --with-slurm-build=DIR where that tree was configured (default: the tree)
# Conditionals HAVE_SLURM_API (public header and libslurm: boactl epoch, resize)
# and BUILD_PLUGINS (internal headers). Sets SLURM_CPPFLAGS and SLURM_LIBS.
AC_DEFUN([BOA_CHECK_SLURM], [
  AC_ARG_WITH([slurm],
    [AS_HELP_STRING([--without-slurm], [leave out all that needs Slurm])],
    [], [with_slurm=yes])
  AC_ARG_WITH([slurm-src],
    [AS_HELP_STRING([--with-slurm-src=DIR],
      [Slurm source of the installed release; needed for the plugins])],
    [], [with_slurm_src=no])
  AC_ARG_WITH([slurm-build],
    [AS_HELP_STRING([--with-slurm-build=DIR],
      [folder in which that source was configured (default: the source)])],
    [], [with_slurm_build=$with_slurm_src])
  AS_IF([test "x$with_slurm" = xno], [with_slurm_src=no])

  have_slurm_api=no
  AS_IF([test "x$with_slurm" != xno],
    [AC_CHECK_HEADER([slurm/slurm.h], [have_slurm_api=yes], [])])
  AS_IF([test "x$have_slurm_api" = xyes],
    [SLURM_LIBS=-lslurm
     AC_CHECK_MEMBERS([job_desc_msg_t.step_id, slurm_job_info_t.step_id],
       [], [], [[#include <slurm/slurm.h>]])
     AC_DEFINE([HAVE_SLURM_API], [1], [libslurm and its public header])])
  AM_CONDITIONAL([HAVE_SLURM_API], [test "x$have_slurm_api" = xyes])
  AC_SUBST([SLURM_LIBS])

  SLURM_CPPFLAGS=
  AS_IF([test "x$with_slurm_src" != xno],
    [AS_IF([test ! -f "$with_slurm_src/src/slurmctld/slurmctld.h"],
       [AC_MSG_ERROR([$with_slurm_src holds no src/slurmctld/slurmctld.h])])
     AS_IF([test ! -f "$with_slurm_build/slurm/slurm_version.h"],
       [AC_MSG_ERROR([$with_slurm_build is not configured: slurm/slurm_version.h is missing])])
     SLURM_CPPFLAGS="-isystem $with_slurm_build -isystem $with_slurm_src"])
  AM_CONDITIONAL([BUILD_PLUGINS], [test "x$with_slurm_src" != xno])
  SLURM_BUILD=$with_slurm_build
  AC_SUBST([SLURM_BUILD])
  AC_SUBST([SLURM_CPPFLAGS])
])
