import { spawn } from 'node:child_process';

/**
 * Kills the process groups it was told of when its standard input ends. The kernel closes that pipe
 * however this process dies, by SIGKILL too, where no exit handler runs; inside Jest none runs at all.
 */
const script = `
groups=
while read -r verb group; do
  case $verb in
    adopt) groups="$groups $group" ;;
    release) kept=; for each in $groups; do [ "$each" = "$group" ] || kept="$kept $each"; done; groups=$kept ;;
  esac
done
for each in $groups; do kill -s KILL -- "-$each"; done`;

let reaper;
const adopted = new Set();

/** The process group `pid` dies with this process. */
export function adopt(pid) {
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
  adopted.add(pid);
  reaper.stdin.write(`adopt ${pid}\n`);
}

/** To be called once the group is gone: its number may be given to a stranger. */
export function release(pid) {
  if (!adopted.delete(pid)) return;
  reaper.stdin.write(`release ${pid}\n`);
  if (adopted.size > 0) return;
  reaper.stdin.end();
  reaper = undefined;
}
