/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * control_conf.h - the budget control by boa.conf.
 */
#ifndef BOA_CONTROL_CONF_H
#define BOA_CONTROL_CONF_H

#include "src/conf.h"
#include "src/control.h"

/*
 * Have CONTROL go by CONF: boa_control_set() with its budget, accounts, period
 * and Control* keys. Returns as that does.
 */
int boa_control_configure(struct boa_control *control,
			  const struct boa_conf *conf, struct boa_err *err);

#endif /* BOA_CONTROL_CONF_H */
