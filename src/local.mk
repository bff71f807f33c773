noinst_LTLIBRARIES += %D%/libboa.la
%C%_libboa_la_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_C_CFLAGS)
%C%_libboa_la_LIBADD = $(JSON_C_LIBS) -lm
%C%_libboa_la_SOURCES = \
	%D%/choice.c \
	%D%/choice.h \
	%D%/class.h \
	%D%/class_json.h \
	%D%/conf.h \
	%D%/crc32.c \
	%D%/crc32.h \
	%D%/err.c \
	%D%/err.h \
	%D%/proposal.c \
	%D%/proposal.h \
	%D%/record.c \
	%D%/record.h \
	%D%/record_parse.c \
	%D%/share.c \
	%D%/share.h \
	%D%/share_impl.h \
	%D%/share_text.c \
	%D%/size.c \
	%D%/size.h \
	%D%/snapshot.h \
	%D%/table.h \
	%D%/table_json.h \
	%D%/text.c \
	%D%/text.h \
	%D%/token.c \
	%D%/token.h
