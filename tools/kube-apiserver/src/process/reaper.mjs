import { spawn } from 'node:child_process';

/**
 * Kills the process groups and removes the folders it was told of when its standard input ends. The
 * kernel closes that pipe however this process dies, by SIGKILL too, where no exit handler runs; inside
 * Jest none runs at all. Polite signals are ignored: who ends a whole tree of processes so would end the
 * reaper before its time.
 */
const script = `
trap '' TERM INT HUP
groups= folders=
while read -r verb what; do
  case $verb in
    kill) groups="$groups $what" ;;
    spare) kept=; for each in $groups; do [ "$each" = "$what" ] || kept="$kept $each"; done; groups=$kept ;;
    remove) folders="$folders
$what" ;;
    keep) folders=$(printf '%s' "$folders" | grep -vxF "$what") ;;
  esac
done
for each in $groups; do kill -s KILL -- "-$each"; done
[ -n "$folders" ] || exit 0
sleep 1
printf '%s\\n' "$folders" | while IFS= read -r each; do [ -z "$each" ] || rm -rf -- "$each"; done`;

let reaper;
const charges = new Set();

function order(command) {
  if (!reaper) {
    // Its own group, else a Ctrl-C in the terminal would end the reaper before what it watches over.
    reaper = spawn('/bin/sh', ['-c', script], {
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    reaper.on('error', () => undefined);
    reaper.stdin.on('error', () => undefined);
    reaper.unref();
    reaper.stdin.unref();
  }
  reaper.stdin.write(`${command}\n`);
}

function take(charge, command) {
  charges.add(charge);
  order(command);
}

function letGo(charge, command) {
  if (!charges.delete(charge)) return;
  order(command);
  if (charges.size > 0) return;
  reaper.stdin.end();
  reaper = undefined;
}

/** The process group `pid` dies with this process. */
export const adopt = (pid) => take(pid, `kill ${pid}`);

/** To be called once the group is gone: its number may be given to a stranger. */
export const release = (pid) => letGo(pid, `spare ${pid}`);

/** The temporary folder goes with this process. */
export const adoptFolder = (path) => take(path, `remove ${path}`);

export const releaseFolder = (path) => letGo(path, `keep ${path}`);
