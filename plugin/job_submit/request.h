/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * request.h - a job descriptor as a struct boa_request, and a proposal as
 * changes of the descriptor.
 */
#ifndef BOA_REQUEST_H
#define BOA_REQUEST_H

#include "plugin/common/slurm_compat.h"

#include "src/conf.h"
#include "src/proposal.h"

/*
 * What the user asked for in DESC. Borrows from DESC; a GPU type is copied
 * into TYPE_ROOM (BOA_NAME_MAX + 1 bytes). Reads slurmctld's partition table
 * for the default partition: the hook's caller holds it locked for reading.
 */
struct boa_request boa_request_of(const job_desc_msg_t *desc, char *type_room);

/*
 * Give DESC the size PROPOSAL says (verdict BOA_SIZED). Where Slurm does not
 * know its partition DESC is left alone, and PROPOSAL passes and says why.
 * Locks as above.
 */
void boa_request_size(job_desc_msg_t *desc, const struct boa_conf *conf,
		      struct boa_proposal *proposal);

/* Does an update described by DESC touch a size that BOA keeps? */
bool boa_request_changes_size(const job_desc_msg_t *desc);

#endif /* BOA_REQUEST_H */
