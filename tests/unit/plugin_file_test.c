/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <elf.h>
#include <unistd.h>

#include "tests/unit/check.h"

#include "src/cmd/plugin_file.h"

/*
 * The least ELF file that has what is looked for: one loaded segment, which is
 * loaded at 0x1000, with the dynamic symbols and the word itself in it.
 */
struct plugin {
	Elf64_Ehdr header;
	Elf64_Phdr segment;
	Elf64_Shdr section[3]; /* none, symbols, their names */
	Elf64_Sym symbol[2];   /* none, plugin_version */
	char names[16];
	uint32_t version;
};

#define AT(field)    offsetof(struct plugin, field)
#define LOADED_AT    0x1000U
#define SLURM_22_5_8 0x160508U

static char path[] = "/tmp/boa-plugin-XXXXXX";

static int set_up(void **state)
{
	int fd = mkstemp(path);

	(void)state;
	if (fd < 0)
		return -1;
	close(fd);
	return 0;
}

static int tear_down(void **state)
{
	(void)state;
	return unlink(path);
}

static struct plugin a_plugin(void)
{
	struct plugin plugin = {
		.header = { .e_phoff = AT(segment),
			    .e_shoff = AT(section),
			    .e_phentsize = sizeof(Elf64_Phdr),
			    .e_phnum = 1,
			    .e_shentsize = sizeof(Elf64_Shdr),
			    .e_shnum = 3 },
		.segment = { .p_type = PT_LOAD,
			     .p_offset = 0,
			     .p_vaddr = LOADED_AT,
			     .p_filesz = sizeof(struct plugin) },
		.section = { { .sh_type = SHT_NULL },
			     { .sh_type = SHT_DYNSYM,
			       .sh_offset = AT(symbol),
			       .sh_size = 2 * sizeof(Elf64_Sym),
			       .sh_link = 2 },
			     { .sh_type = SHT_STRTAB,
			       .sh_offset = AT(names),
			       .sh_size = 16 } },
		.symbol = { { 0 },
			    { .st_name = 1,
			      .st_shndx = 1,
			      .st_value = LOADED_AT + AT(version) } },
		.names = "\0plugin_version",
		.version = SLURM_22_5_8,
	};

	memcpy(plugin.header.e_ident, ELFMAG, SELFMAG);
	plugin.header.e_ident[EI_CLASS] = ELFCLASS64;
	return plugin;
}

static int read_back(const void *byte, size_t len, uint32_t *version)
{
	FILE *out = fopen(path, "w");
	struct boa_err err;

	assert_non_null(out);
	assert_int_equal(fwrite(byte, 1, len, out), len);
	fclose(out);
	return boa_plugin_file_version(path, version, &err);
}

static void the_version_is_read_from_the_file(void **state)
{
	struct plugin plugin = a_plugin();
	uint32_t version = 0;
	char text[16];

	(void)state;
	assert_int_equal(read_back(&plugin, sizeof(plugin), &version), 0);
	assert_int_equal(version, SLURM_22_5_8);
	assert_string_equal(boa_plugin_version_print(version, text), "22.05.8");
}

static void a_file_cut_off_anywhere_is_refused(void **state)
{
	struct plugin plugin = a_plugin();
	uint32_t version = 7;

	(void)state;
	for (size_t len = 0; len < AT(version) + sizeof(uint32_t); len++)
		assert_int_not_equal(read_back(&plugin, len, &version), 0);
	assert_int_equal(version, 7);
}

/* Each byte in turn is bent: an answer or an error, never a crash. */
static void a_damaged_file_does_no_harm(void **state)
{
	uint32_t version;

	(void)state;
	for (size_t i = 0; i < sizeof(struct plugin); i++) {
		struct plugin plugin = a_plugin();

		((unsigned char *)&plugin)[i] ^= 0xff;
		read_back(&plugin, sizeof(plugin), &version);
	}
}

static void a_library_without_the_symbol_is_no_plugin(void **state)
{
	struct plugin plugin = a_plugin();
	uint32_t version;

	(void)state;
	plugin.names[1] = 'P';
	assert_int_equal(read_back(&plugin, sizeof(plugin), &version),
			 BOA_EPARSE);
	assert_int_equal(read_back("#!/bin/sh\n", 10, &version), BOA_EPARSE);
}

static void a_missing_file_is_an_io_error(void **state)
{
	struct boa_err err;
	uint32_t version;

	(void)state;
	assert_int_equal(boa_plugin_file_version("/no/such.so", &version, &err),
			 BOA_EIO);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(the_version_is_read_from_the_file),
		cmocka_unit_test(a_file_cut_off_anywhere_is_refused),
		cmocka_unit_test(a_damaged_file_does_no_harm),
		cmocka_unit_test(a_library_without_the_symbol_is_no_plugin),
		cmocka_unit_test(a_missing_file_is_an_io_error),
	};

	return cmocka_run_group_tests_name("plugin_file", tests, set_up,
					   tear_down);
}
