noinst_LTLIBRARIES += %D%/libboa.la
%C%_libboa_la_CPPFLAGS = $(AM_CPPFLAGS) $(JSON_C_CFLAGS) \
	-DBOA_BINDIR='"$(bindir)"'
%C%_libboa_la_LIBADD = $(JSON_C_LIBS) -lm
%C%_libboa_la_SOURCES = \
	%D%/budget.c \
	%D%/choice.c \
	%D%/choice.h \
	%D%/class.c \
	%D%/class.h \
	%D%/class_finish.c \
	%D%/class_grid.c \
	%D%/class_json.c \
	%D%/class_json.h \
	%D%/class_json_types.c \
	%D%/class_load.c \
	%D%/class_reader.h \
	%D%/class_types.c \
	%D%/conf.c \
	%D%/conf.h \
	%D%/conf_key.c \
	%D%/conf_key.h \
	%D%/conf_lexer.c \
	%D%/conf_lexer.h \
	%D%/conf_line.c \
	%D%/conf_load.c \
	%D%/conf_loader.h \
	%D%/conf_report.c \
	%D%/conf_report.h \
	%D%/conf_source.c \
	%D%/conf_source.h \
	%D%/conf_value.c \
	%D%/crc32.c \
	%D%/crc32.h \
	%D%/engine.c \
	%D%/engine.h \
	%D%/engine_action.c \
	%D%/engine_assign.c \
	%D%/engine_impl.h \
	%D%/engine_job.c \
	%D%/engine_memory.c \
	%D%/engine_node.c \
	%D%/engine_say.c \
	%D%/err.c \
	%D%/err.h \
	%D%/file.c \
	%D%/file.h \
	%D%/json.c \
	%D%/json.h \
	%D%/json_place.c \
	%D%/json_place.h \
	%D%/json_print.c \
	%D%/json_scan.c \
	%D%/ledger.c \
	%D%/ledger.h \
	%D%/ledger_book.c \
	%D%/ledger_book.h \
	%D%/ledger_charge.c \
	%D%/ledger_job.c \
	%D%/ledger_lane.c \
	%D%/ledger_meter.c \
	%D%/ledger_node.c \
	%D%/ledger_settle.c \
	%D%/ledger_state.h \
	%D%/name.c \
	%D%/name.h \
	%D%/number.c \
	%D%/number.h \
	%D%/proposal.c \
	%D%/proposal.h \
	%D%/provider_log.c \
	%D%/provider_log.h \
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
	%D%/status_json.h \
	%D%/table.c \
	%D%/table.h \
	%D%/table_json.c \
	%D%/table_json.h \
	%D%/table_print.c \
	%D%/text.c \
	%D%/text.h \
	%D%/token.c \
	%D%/token.h \
	%D%/utf8.c \
	%D%/utf8.h

dist_man_MANS += \
	%D%/boa-classes.5 \
	%D%/boa.conf.5
