import { readFile, rename, rm, writeFile } from 'node:fs/promises';

/**
 * Runs `work` while the file at `path` names this process. A lock whose process is dead is taken over;
 * in the moment of taking over, two may get through: `work` must stand that, it only wastes time.
 */
export async function withLock({ path, onProgress, every = 500 }, work) {
  let told;
  for (;;) {
    try {
      await writeFile(path, String(process.pid), { flag: 'wx' });
      break;
    } catch (error) {
      if (error.code !== 'EEXIST') throw error;
    }
    const owner = await ownerOf(path);
    if (owner === undefined) continue;
    if (!isAlive(owner)) {
      await setAside(path);
      continue;
    }
    if (told !== owner) onProgress(`process ${owner} is building already; waiting for it`);
    told = owner;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  try {
    return await work();
  } finally {
    await rm(path, { force: true });
  }
}

/** Undefined when the lock has gone; 0 while its owner is about to write its number. */
async function ownerOf(path) {
  try {
    return Number(await readFile(path, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

async function setAside(path) {
  const aside = `${path}.${process.pid}`;
  try {
    await rename(path, aside);
    await rm(aside, { force: true });
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
}

function isAlive(pid) {
  if (pid === 0) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
