import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { expect, onTestFinished, test } from 'vitest';
import { clearBuild, parts } from './build.mjs';

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

test('the bundle has no package of CommonJS that is loaded on first use, but one whose default is taken', async () => {
  const [, ...args] = parts['platform-api'].run;
  const { metafile } = await build({
    absWorkingDir: join(import.meta.dirname, '../platform-api'),
    entryPoints: args.filter((arg) => arg.startsWith('src/')),
    external: args.flatMap((arg) => /^--external:(.+)/.exec(arg)?.slice(1) ?? []),
    bundle: true,
    splitting: true,
    platform: 'node',
    format: 'esm',
    outdir: 'dist/src',
    write: false,
    metafile: true,
  });
  const late = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ kind, external }) => kind === 'dynamic-import' && !external),
  );
  const found = late
    .map(({ path }) => path)
    .filter((path) => metafile.inputs[path].format === 'cjs');
  // @react-email/render takes the default, if there is one.
  expect(found).toEqual(['../node_modules/react-dom/server.node.js']);
});
