// The wire types of the SDK, from the API's OpenAPI document, and the functions of its client, from the contract and
// sdk/client-map.js. The build and the checks make them; git ignores them.
import { execFile } from 'node:child_process';
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { createClient } from '@hey-api/openapi-ts';
import { openApiDocument } from './open-api-document.mjs';

const made = (name) =>
  fileURLToPath(new URL(`../sdk/src/client/generated/${name}`, import.meta.url));

async function typesOf(description) {
  const folder = await mkdtemp(join(tmpdir(), 'wire-types-'));
  try {
    const document = join(folder, 'openapi.json');
    await writeFile(document, description);
    await createClient({
      input: document,
      output: { path: join(folder, 'out'), postProcess: [] },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent' },
    });
    const types = await readFile(join(folder, 'out/types.gen.ts'), 'utf8');
    const note = '// Made from the API’s contract by the build. Do not edit.\n';
    return note + types.replace(/^\/\/ This file is auto-generated.*\n\n?/, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The functions. They are made by a process of its own, because the contract is in TypeScript. */
async function functions() {
  const script = fileURLToPath(new URL('client-source.mjs', import.meta.url));
  const command = ['--import', 'tsx', '-C', 'source', script];
  const root = fileURLToPath(new URL('..', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, command, {
    cwd: root,
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout;
}

/** Writes a file, if it has changed. */
async function keep(file, text) {
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Writes types and functions. @returns the OpenAPI document as JSON */
export async function writeWireTypes() {
  const calls = functions();
  const description = openApiDocument();
  await keep(made('types.gen.ts'), await typesOf(description));
  await keep(made('calls.gen.ts'), await calls);
  return description;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeWireTypes();
