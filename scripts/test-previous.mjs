// Runs the API tests of the previous release on the schema of this one: during a rolling restart the old code works
// on it. Without a tag there is nothing to compare with.
import { execFileSync } from 'node:child_process';
import { copyFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { checkOut, previousRelease } from './previous-release.mjs';

async function copyMigrations(folder) {
  for (const name of await readdir('migrations')) {
    if (!/^\d{14}_.*\.ts$/.test(name)) continue;
    await copyFile(join('migrations', name), join(folder, 'migrations', name));
  }
}

const tag = previousRelease();
if (tag === null) {
  console.log('No earlier release is tagged, so there is no previous API to test on this schema.');
} else {
  console.log(`The API tests of ${tag}, on the schema of this commit:`);
  const { folder, remove } = await checkOut(tag, copyMigrations);
  try {
    const tests = ['vitest', 'run', '--project', 'node', 'platform-api/src'];
    execFileSync('npx', tests, { cwd: folder, stdio: 'inherit' });
  } finally {
    await remove();
  }
}
