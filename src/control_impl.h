/* SPDX-License-Identifier: GPL-3.0-or-later */
/* control_impl.h - the state of a control; for src/control*.c only. */
#ifndef BOA_CONTROL_IMPL_H
#define BOA_CONTROL_IMPL_H

#include "src/control.h"

struct boa_purse {
	char *account; /* "" for the whole */
	struct boa_grant grant;
	double share; /* of the whole's grant; 0: GRANT */
	/* --- kept in the state file --- */
	double start_s; /* counted since */
	double granted;
	double spent;
	double billed; /* totals as told last */
	double modelled;
	double recent_s; /* the same of late, with weights that fall off */
	double recent_billed;
	double recent_modelled;
	double phi; /* of the time when enough was billed to tell */
};

struct boa_control {
	double now_s;   /* the latest moment granted; 0: none yet */
	double begin_s; /* of the account */
	double unowned; /* as told last */
	struct boa_control_rules rules; /* its accounts are not kept */
	size_t n_purse;
	struct boa_purse *purse; /* [n_purse], the whole first, then by name */
};

/* --- control.c --- */

/* What PURSE is granted from FROM_S to TO_S. */
double boa_purse_grant(const struct boa_control *control,
		       const struct boa_purse *purse, double from_s,
		       double to_s);

/* --- control_pace.c --- */

/* The recent bill on which alone a phi can be told. */
double boa_purse_enough(const struct boa_control *control,
			const struct boa_purse *purse);

/* Modelled over billed of late; what lacks to be enough goes by PURSE's phi. */
double boa_purse_phi(const struct boa_control *control,
		     const struct boa_purse *purse);

#endif /* BOA_CONTROL_IMPL_H */
