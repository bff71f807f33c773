#!/bin/bash
# SPDX-License-Identifier: GPL-3.0-or-later
#
# quickstart.sh - from a bare Debian 12 to a running demo or test, in steps
# that do nothing when there is nothing to do.

set -u
export LC_ALL=C.UTF-8
export PATH=$PATH:/usr/sbin:/sbin

TOP=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
LOCAL=$TOP/.local
LOG=$LOCAL/log
PACKAGES=(
	autoconf
	automake
	bats
	build-essential
	dpkg-dev
	jq
	libcmocka-dev
	libglpk-dev
	libjson-c-dev
	libslurm-dev
	libtool
	munge
	pkg-config
	procps
	shellcheck
	slurm-client
	slurm-wlm-basic-plugins
	slurmctld
	slurmd
)

usage() {
	cat <<EOF
Usage: contrib/quickstart.sh deps | build | check
       contrib/quickstart.sh demo | soak [OPTION]...

  deps   install what Debian has of what is needed; services of these packages
         are not started
  build  deps; build with the source of the installed Slurm, install under
         .local: .local/bin, .local/lib/slurm, .local/share/man
  demo   build; run the demo on a private cluster (demo --help)
  soak   build; run it under load in bad weather (soak --help)
  check  build; run all tests, with sanitizers and without; the last line is
         N passed, N failed, N skipped

Environment:
  BOA_SLURM_SRC    source tree of the installed Slurm, instead of Debian's
  BOA_SLURM_BUILD  folder in which it was configured [BOA_SLURM_SRC]

Logs are kept in .local/log. Exit status: 0; 1 if a step or a test failed; 2
for wrong usage.
EOF
}

fail() {
	echo "quickstart.sh: $*" >&2
	exit 1
}

# step NAME COMMAND...: run COMMAND with its output in a log; if it fails,
# show the end of it.
step() {
	local log=$LOG/$1.log
	shift
	"$@" >"$log" 2>&1 </dev/null && return
	tail -n 30 "$log" >&2
	fail "failed: $* (all of it in $log)"
}

say() {
	echo "quickstart.sh: $*"
}

# deps

missing_packages() {
	local package
	for package in "${PACKAGES[@]}"; do
		[[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
			echo "$package"
	done
}

# While packages are installed a policy of ours denies the start of services.
# One that a killed run left behind is known by its mark.
POLICY=/usr/sbin/policy-rc.d
POLICY_MARK='# by quickstart.sh, for the time of an installation'

policy_restore() {
	! grep -qsxF "$POLICY_MARK" "$POLICY" || rm -f "$POLICY"
	[[ ! -e $POLICY.boa-saved ]] || mv "$POLICY.boa-saved" "$POLICY"
}

policy_deny() {
	policy_restore
	[[ ! -e $POLICY ]] || mv "$POLICY" "$POLICY.boa-saved"
	trap policy_restore EXIT
	trap 'exit 1' HUP INT TERM
	printf '%s\n' '#!/bin/sh' "$POLICY_MARK" 'exit 101' >"$POLICY"
	chmod 755 "$POLICY"
}

apt_get() {
	DEBIAN_FRONTEND=noninteractive NEEDRESTART_SUSPEND=1 \
		apt-get -o DPkg::Lock::Timeout=120 "$@"
}

deps() {
	local packages
	mkdir -p "$LOG"
	[[ $(type -P dpkg-query) ]] || fail "needs Debian 12"
	mapfile -t packages < <(missing_packages)
	((${#packages[@]})) || return 0
	((EUID == 0)) || fail "needs root to install ${packages[*]}"
	say "installing ${packages[*]}"
	step apt-update apt_get update
	policy_deny
	step apt-install apt_get install -y --no-install-recommends "${packages[@]}"
	policy_restore
	trap - EXIT HUP INT TERM
}

# build

# The repositories of Debian this host uses, as sources; the security archive,
# which drops what a point release has taken up, last.
source_list() {
	local key=/usr/share/keyrings/debian-archive-keyring.gpg
	[[ -r $key ]] && key="[signed-by=$key] " || key=
	# shellcheck disable=SC2016 # apt's and awk's variables
	apt-get indextargets --format '$(ORIGIN) $(REPO_URI) $(RELEASE) $(COMPONENT)' \
		'Created-By: Packages' | sort -u | sed -n "s#^Debian #deb-src $key#p" |
		awk '/-security/ { late = late $0 "\n"; next } { print } END { printf "%s", late }'
}

# slurm_fetch VERSION: Debian's source of that version to .local/src/slurm,
# with lists of its own, so that the host's apt is left as it is. Where all
# repositories together do not give it, each is asked by itself.
slurm_fetch() (
	local apt=$LOCAL/src/apt options list lines
	mapfile -t lines < <(source_list)
	if ((!${#lines[@]})); then
		echo "apt-get knows no repository of Debian here (apt-get update?);" \
			"give the trees with BOA_SLURM_SRC and BOA_SLURM_BUILD"
		exit 1
	fi
	options=(-o "Dir::Etc::SourceList=$apt/sources.list"
		-o "Dir::Etc::SourceParts=$apt/parts" -o "Dir::State::Lists=$apt/lists"
		-o "Dir::Cache=$apt/cache" -o APT::Sandbox::User=root)
	for list in "$(printf '%s\n' "${lines[@]}")" "${lines[@]}"; do
		rm -rf "$LOCAL/src"
		mkdir -p "$apt"/{parts,lists/partial,cache/archives/partial}
		cd "$LOCAL/src" || exit
		echo "$list" >"$apt/sources.list"
		apt_get "${options[@]}" update &&
			apt_get "${options[@]}" source --download-only "slurm-wlm=$1" &&
			dpkg-source -x "slurm-wlm_${1#*:}.dsc" slurm && rm -rf "$apt" && exit
	done
	exit 1
)

# Headers come from configure alone; NDEBUG as in Debian's build.
slurm_configure() (
	rm -rf "$LOCAL/slurm-build"
	mkdir -p "$LOCAL/slurm-build" && cd "$LOCAL/slurm-build" || exit
	"$LOCAL/src/slurm/configure" --sysconfdir=/etc/slurm --disable-debug \
		--enable-multiple-slurmd --without-rpath --disable-dependency-tracking
)

# Sets SLURM_SRC and SLURM_BUILD to trees of the installed Slurm.
slurm_trees() {
	local version
	if [[ ${BOA_SLURM_SRC-} ]]; then
		SLURM_SRC=$BOA_SLURM_SRC
		SLURM_BUILD=${BOA_SLURM_BUILD:-$SLURM_SRC}
		return
	fi
	SLURM_SRC=$LOCAL/src/slurm
	SLURM_BUILD=$LOCAL/slurm-build
	version=$(dpkg-query -W -f '${source:Version}' slurmctld) ||
		fail "slurmctld is not installed"
	[[ $(cat "$LOCAL/slurm-version" 2>/dev/null) == "$version" ]] && return
	say "fetching and configuring the source of Slurm $version"
	step slurm-source slurm_fetch "$version"
	step slurm-configure slurm_configure
	echo "$version" >"$LOCAL/slurm-version"
}

# configure_in FOLDER OPTION...: unless done with these options before.
configure_in() {
	local dir=$1
	shift
	[[ -e $dir/Makefile && $(cat "$dir/options" 2>/dev/null) == "$*" ]] && return
	mkdir -p "$dir"
	step "configure-${dir##*/}" env --chdir="$dir" "$TOP/configure" "$@"
	echo "$*" >"$dir/options"
}

generate() {
	[[ -e $TOP/configure && -e $TOP/Makefile.in &&
		! $TOP/configure.ac -nt $TOP/configure ]] ||
		step autoreconf autoreconf -fi "$TOP"
}

build() {
	deps
	slurm_trees
	generate
	configure_in "$LOCAL/build" --prefix="$LOCAL" \
		--with-slurm-src="$SLURM_SRC" --with-slurm-build="$SLURM_BUILD"
	step make make -C "$LOCAL/build" -j"$(nproc)"
	step install make -C "$LOCAL/build" install
}

build_sanitized() {
	configure_in "$LOCAL/build-asan" --enable-sanitizers
	step make-asan make -C "$LOCAL/build-asan" -j"$(nproc)"
}

# check

# check_in FOLDER: make check there, and add its summary to the counts. Live
# tests wait more than they work, so more run than there are processors.
check_in() {
	local log=$LOG/check-${1##*/}.log counts rc
	say "testing in ${1#"$TOP/"} (log: ${log#"$TOP/"})"
	make -k -C "$1" -j"$((2 * $(nproc)))" check >"$log" 2>&1 </dev/null
	rc=$?
	grep -E '^(FAIL|ERROR|XPASS|SKIP):' "$log"
	read -r -a counts < <(awk '
		/^# (PASS|XFAIL):/ { pass += $3 }
		/^# (FAIL|XPASS|ERROR):/ { fail += $3 }
		/^# SKIP:/ { skip += $3 }
		END { print pass + 0, fail + 0, skip + 0 }' "$log")
	if ((rc && counts[1] == 0)); then
		tail -n 30 "$log"
		counts[1]=1
	fi
	passed=$((passed + counts[0]))
	failed=$((failed + counts[1]))
	skipped=$((skipped + counts[2]))
}

check() {
	local passed=0 failed=0 skipped=0
	if (build && build_sanitized); then
		check_in "$LOCAL/build"
		check_in "$LOCAL/build-asan"
	else
		failed=1
	fi
	echo "$passed passed, $failed failed, $skipped skipped"
	((failed == 0))
}

demo() {
	build
	exec "$TOP/contrib/demo/demo.sh" "$@"
}

soak() {
	build
	exec "$TOP/contrib/soak/soak.sh" --bin "$LOCAL/bin" --plugins "$LOCAL/lib/slurm" "$@"
}

case ${1-} in
deps | build | check)
	(($# == 1)) || { usage >&2; exit 2; }
	"$1"
	;;
demo | soak)
	verb=$1
	shift
	"$verb" "$@"
	;;
--help | -h) usage ;;
*)
	usage >&2
	exit 2
	;;
esac
