// The API's document in the hands of others: linters, a mock server and generators, installed from the registry.
import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freePort } from '../platform-api/test/program.ts';
import { openApiDocument } from './open-api-document.mjs';

const run = promisify(execFile);
const TSC = fileURLToPath(new URL('../node_modules/typescript/bin/tsc6', import.meta.url));

/** Not ours: this project has no use for them, and some bring 50 MB. */
const TOOLS = [
  '@stoplight/spectral-cli@6.16.3',
  '@stoplight/prism-cli@5.14.2',
  'openapi-typescript@7.13.0',
  'oazapfts@7.5.0',
  'swagger-typescript-api@13.13.0',
  'orval@7.13.2',
  '@kubb/cli@3.18.3',
  '@kubb/core@3.18.3',
  '@kubb/plugin-oas@3.18.3',
  '@kubb/plugin-ts@3.18.3',
];

const KUBB = `import { defineConfig } from '@kubb/core';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
export default defineConfig({
  input: { path: 'openapi.json' },
  output: { path: 'kubb' },
  plugins: [pluginOas(), pluginTs({ output: { path: 'types.ts' } })],
});`;

let folder = '';
let document;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'open-api-tools-'));
  const text = openApiDocument();
  document = JSON.parse(text);
  await Promise.all([
    writeFile(join(folder, 'openapi.json'), text),
    writeFile(join(folder, 'package.json'), '{"type":"module"}'),
    writeFile(join(folder, '.spectral.json'), '{"extends":["spectral:oas"]}'),
    writeFile(join(folder, 'kubb.config.js'), KUBB),
  ]);
  await run('npm', ['install', '--no-audit', '--no-fund', ...TOOLS], { cwd: folder });
}, 300_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

const tool = (name, ...args) =>
  run(join(folder, 'node_modules/.bin', name), args, { cwd: folder, maxBuffer: 1e8 });

it('Spectral finds nothing', { timeout: 600_000 }, async () => {
  // It checks every example, which takes minutes.
  const { stdout } = await tool('spectral', 'lint', 'openapi.json', '--fail-severity=hint');
  expect(stdout).toContain('No results with a severity of');
});

it.each([
  ['openapi-typescript', ['openapi.json', '-o', 'types.ts'], 'types.ts'],
  ['oazapfts', ['openapi.json', 'oazapfts.ts'], 'oazapfts.ts'],
  ['swagger-typescript-api', ['generate', '-p', 'openapi.json', '-o', 'swagger'], 'swagger/Api.ts'],
  ['orval', ['--input', 'openapi.json', '--output', 'orval.ts', '--client', 'fetch'], 'orval.ts'],
  ['kubb', ['generate'], 'kubb'],
])('%s makes a client that compiles', { timeout: 300_000 }, async (name, args, made) => {
  await tool(name, ...args);
  const files = made.includes('.')
    ? [made]
    : (await readdir(join(folder, made), { recursive: true, withFileTypes: true }))
        .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
        .map((entry) => join(entry.parentPath, entry.name));
  expect(files.length).toBeGreaterThan(0);
  const strict = ['--noEmit', '--strict', '--skipLibCheck', '--target', 'es2022'];
  // Kubb's imports have file endings.
  const modules = [
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--allowImportingTsExtensions',
  ];
  const { stdout } = await run(process.execPath, [TSC, ...strict, ...modules, ...files], {
    cwd: folder,
  }).catch((failure) => failure);
  expect(stdout).toBe('');
});

it('Prism answers each read with its example', { timeout: 300_000 }, async () => {
  const port = await freePort();
  const prism = spawn(
    join(folder, 'node_modules/.bin/prism'),
    ['mock', '--port', String(port), '--errors', 'openapi.json'],
    { cwd: folder, stdio: 'ignore' },
  );
  try {
    const base = `http://127.0.0.1:${port}`;
    const headers = { authorization: 'Bearer shk_example' };
    await expect
      .poll(
        () =>
          fetch(`${base}/v1/health`).then(
            ({ ok }) => ok,
            () => false,
          ),
        { timeout: 60_000 },
      )
      .toBe(true);
    const refused = [];
    for (const [path, { get }] of Object.entries(document.paths)) {
      if (!get || !get.responses[200]?.content?.['application/json']) continue;
      const value = ({ example }) => encodeURIComponent(String(example));
      const parameters = get.parameters ?? [];
      const filled = parameters
        .filter((one) => one.in === 'path')
        .reduce((text, one) => text.replace(`{${one.name}}`, value(one)), path);
      const query = parameters
        .filter((one) => one.in === 'query' && one.required)
        .map((one) => `${one.name}=${value(one)}`);
      const answer = await fetch(`${base}${filled}?${query.join('&')}`, { headers });
      if (!answer.ok) refused.push(`${answer.status} ${path} ${await answer.text()}`);
    }
    expect(refused).toEqual([]);
  } finally {
    prism.kill();
  }
});
