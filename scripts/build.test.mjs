import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clearBuild } from './build.mjs';

test('a rebuild keeps the assets that open pages name, and removes old ones and all else', async () => {
  const dist = await mkdtemp(join(tmpdir(), 'build-'));
  onTestFinished(() => rm(dist, { recursive: true }));
  await mkdir(join(dist, 'assets'));
  await mkdir(join(dist, 'pages'));
  for (const file of ['index.html', 'pages/home.html', 'assets/new-1.js', 'assets/old-2.js']) {
    await writeFile(join(dist, file), '');
  }
  const eightDaysAgo = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);
  await utimes(join(dist, 'assets/old-2.js'), eightDaysAgo, eightDaysAgo);
  await clearBuild(dist);
  expect(await readdir(dist)).toEqual(['assets']);
  expect(await readdir(join(dist, 'assets'))).toEqual(['new-1.js']);
  await clearBuild(join(dist, 'absent'));
});
