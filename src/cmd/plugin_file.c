/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "config.h"

#include <elf.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "src/cmd/plugin_file.h"
#include "src/file.h"

#define SYMBOL    "plugin_version"
#define BYTES_MAX ((size_t)64 << 20)

/* A file in memory, of which nothing is believed. */
struct image {
	const char *byte;
	size_t len;
};

/* Copy SIZE bytes at AT of IMAGE to TO, if they are there. */
static bool fetch(const struct image *image, uint64_t at, void *to, size_t size)
{
	if (at > image->len || size > image->len - at)
		return false;
	memcpy(to, image->byte + at, size);
	return true;
}

static bool fetch_header(const struct image *image, Elf64_Ehdr *header)
{
	return fetch(image, 0, header, sizeof(*header)) &&
	       !memcmp(header->e_ident, ELFMAG, SELFMAG) &&
	       header->e_ident[EI_CLASS] == ELFCLASS64 &&
	       header->e_shentsize == sizeof(Elf64_Shdr) &&
	       header->e_phentsize == sizeof(Elf64_Phdr);
}

static bool fetch_section(const struct image *image, const Elf64_Ehdr *header,
			  size_t i, Elf64_Shdr *section)
{
	return i < header->e_shnum &&
	       fetch(image, header->e_shoff + i * sizeof(*section), section,
		     sizeof(*section));
}

/* The address of SYMBOL among the dynamic symbols. */
static bool find_symbol(const struct image *image, const Elf64_Ehdr *header,
			uint64_t *address)
{
	Elf64_Shdr symbols = { 0 }, names;
	char name[sizeof(SYMBOL)];
	Elf64_Sym symbol;
	size_t i = 0;

	while (fetch_section(image, header, i++, &symbols))
		if (symbols.sh_type == SHT_DYNSYM)
			break;
	if (symbols.sh_type != SHT_DYNSYM ||
	    !fetch_section(image, header, symbols.sh_link, &names))
		return false;
	for (i = 0; i < symbols.sh_size / sizeof(symbol); i++) {
		if (!fetch(image, symbols.sh_offset + i * sizeof(symbol),
			   &symbol, sizeof(symbol)) ||
		    !fetch(image, names.sh_offset + symbol.st_name, name,
			   sizeof(name)))
			continue;
		if (memcmp(name, SYMBOL, sizeof(name)) != 0 ||
		    symbol.st_shndx == SHN_UNDEF)
			continue;
		*address = symbol.st_value;
		return true;
	}
	return false;
}

/* Read the word at ADDRESS, wherever the file keeps what is loaded there. */
static bool fetch_loaded(const struct image *image, const Elf64_Ehdr *header,
			 uint64_t address, uint32_t *word)
{
	Elf64_Phdr segment;

	for (size_t i = 0; i < header->e_phnum; i++) {
		if (!fetch(image, header->e_phoff + i * sizeof(segment),
			   &segment, sizeof(segment)))
			return false;
		if (segment.p_type == PT_LOAD && address >= segment.p_vaddr &&
		    address - segment.p_vaddr < segment.p_filesz)
			return fetch(image,
				     segment.p_offset + address -
					     segment.p_vaddr,
				     word, sizeof(*word));
	}
	return false;
}

int boa_plugin_file_version(const char *path, uint32_t *version,
			    struct boa_err *err)
{
	struct image image = { 0 };
	uint64_t address = 0;
	Elf64_Ehdr header;
	char *text = NULL;
	int rc;

	rc = boa_file_read(path, BYTES_MAX, &text, &image.len, err);
	if (rc)
		return rc;
	image.byte = text;
	if (!fetch_header(&image, &header) ||
	    !find_symbol(&image, &header, &address) ||
	    !fetch_loaded(&image, &header, address, version))
		rc = boa_err_set(err, BOA_EPARSE,
				 "%s: is not a plugin of Slurm", path);
	free(text);
	return rc;
}

const char *boa_plugin_version_print(uint32_t version, char buf[static 16])
{
	snprintf(buf, 16, "%u.%02u.%u", version >> 16 & 0xff,
		 version >> 8 & 0xff, version & 0xff);
	return buf;
}
