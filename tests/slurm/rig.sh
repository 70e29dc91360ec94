# Slurm on this machine for the duration of a script, which sources this file.
#
# `rig_start DIR` starts munged, slurmctld and two slurmd as nodes `n1` and `n2`, with two
# processors each regardless of the machine, on the loopback address and with all files in DIR.
# `rig_stop` ends exactly these processes, by their ids. The system and a configured Slurm stay
# untouched. Needs Debian's slurm-wlm and munge, and root.

rig_processes=()

# Writes the configuration. Plugins for cgroups and systemd, which containers lack, would end every
# job; only the loopback address is used.
rig_configure() {
    local dir=$1
    # Three ports that are very likely free, different for each rig.
    local port=$((20000 + $$ % 10000 * 3))
    mkdir -p "$dir"/{state,spool,log}
    cat >"$dir/slurm.conf" <<CONF
ClusterName=rig
SlurmctldHost=$(hostname -s)(127.0.0.1)
SlurmUser=root
SlurmctldPort=$port
SlurmctldPidFile=$dir/slurmctld.pid
SlurmctldLogFile=$dir/log/slurmctld
SlurmdPidFile=$dir/slurmd-%n.pid
SlurmdLogFile=$dir/log/slurmd-%n
SlurmdSpoolDir=$dir/spool/%n
StateSaveLocation=$dir/state
AuthType=auth/munge
CredType=cred/munge
# By default a requeued job waits for the lifetime of a credential, two minutes.
AuthInfo=socket=$dir/munge.socket,cred_expire=5
CommunicationParameters=NoCtldInAddrAny,NoInAddrAny
ProctrackType=proctrack/linuxproc
TaskPlugin=task/affinity
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
MpiDefault=none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SchedulerParameters=batch_sched_delay=0,sched_interval=5,sched_min_interval=0,bf_interval=5
KillWait=5
ReturnToService=2
SlurmdParameters=config_overrides
NodeName=n1 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 1)) CPUs=2 RealMemory=8192 State=UNKNOWN
NodeName=n2 NodeHostname=$(hostname -s) NodeAddr=127.0.0.1 Port=$((port + 2)) CPUs=2 RealMemory=8192 State=UNKNOWN
PartitionName=rig Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
CONF
    : >"$dir/cgroup.conf"
    export SLURM_CONF=$dir/slurm.conf
}

# Starts a program in the foreground, and records its process.
rig_background() {
    local log=$1
    shift
    "$@" >"$log" 2>&1 &
    rig_processes+=($!)
}

rig_start() {
    local dir=$1 waited
    rig_configure "$dir"
    # munged refuses keys readable and folders writable by other users.
    chmod 755 "$dir"
    (umask 077 && head -c 128 /dev/urandom >"$dir/munge.key")
    rig_background "$dir/log/munged.out" munged --foreground --force \
        --socket="$dir/munge.socket" --key-file="$dir/munge.key" --pid-file="$dir/munged.pid" \
        --log-file="$dir/log/munged" --seed-file="$dir/munge.seed"
    for ((waited = 0; waited < 100; waited++)); do
        [ -S "$dir/munge.socket" ] && break
        sleep 0.1
    done
    rig_background "$dir/log/slurmctld.out" slurmctld -D -i
    rig_background "$dir/log/slurmd-n1.out" slurmd -D -N n1
    rig_background "$dir/log/slurmd-n2.out" slurmd -D -N n2
    for ((waited = 0; waited < 60; waited++)); do
        [ "$(sinfo --noheader --Node --states=idle --format=%N 2>/dev/null | wc -l)" = 2 ] && return
        sleep 0.5
    done
    echo "Slurm does not come up; its logs:" >&2
    tail -n 20 "$dir"/log/* >&2
    return 1
}

rig_stop() {
    local id
    # The jobs first, so that none is left unmanaged.
    scancel --user="$(id -un)" 2>/dev/null && sleep 1
    # In reverse order, so that each can still contact the others.
    for ((id = ${#rig_processes[@]} - 1; id >= 0; id--)); do
        kill -TERM "${rig_processes[id]}" 2>/dev/null
        wait "${rig_processes[id]}" 2>/dev/null
    done
    rig_processes=()
}
