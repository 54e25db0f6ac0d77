import { statfsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const IN_MEMORY = '/dev/shm';

/** The run's database and files take less than 1 GB. Containers have 64 MB there by default. */
const ENOUGH_BYTES = 4 * 1024 ** 3;

function hasRoom(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}

const parent = hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir();

/** An empty folder, in memory where there is room: on a disk, making the folders of an app takes 4 ms. */
export const scratchFolder = (): Promise<string> => mkdtemp(join(parent, 'stationhouse-test-'));
