noinst_LTLIBRARIES += %D%/libboasolver.la
%C%_libboasolver_la_LIBADD = $(GLPK_LIBS)
%C%_libboasolver_la_SOURCES = \
	%D%/lp.h \
	%D%/lp_glpk.c \
	%D%/solve.h
