import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from '../../errors.ts';

/**
 * A folder for files that are on their way, of this process alone: empty at first. What dead processes
 * left beside it is removed, so that nothing of a crash stays.
 *
 * @param parent holds such folders and nothing else; it is made where it is missing
 * @returns the path
 */
export function openProcessFolder(parent: string): string {
  const own = join(parent, String(process.pid));
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    // The number of a dead process may come again: its leftovers are not ours.
    if (Number(name) === process.pid || !isAlive(Number(name))) {
      rmSync(join(parent, name), { recursive: true, force: true });
    }
  }
  mkdirSync(own, { mode: 0o700 });
  return own;
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    // Signal 0 only asks.
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It lives and belongs to somebody else.
    return hasCode(error, 'EPERM');
  }
}
