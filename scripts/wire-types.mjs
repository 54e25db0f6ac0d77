// The wire types of the SDK, from the API's own OpenAPI document. The build and the checks make them; git ignores them.
import { mkdtemp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { openApiDocument } from './open-api-document.mjs';

const TYPES = fileURLToPath(new URL('../sdk/src/client/generated/types.gen.ts', import.meta.url));

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

/** Writes the types, if they have changed. @returns the OpenAPI document as JSON */
export async function writeWireTypes() {
  const description = openApiDocument();
  const types = await typesOf(description);
  if ((await readFile(TYPES, 'utf8').catch(() => '')) !== types) {
    await mkdir(dirname(TYPES), { recursive: true });
    await writeFile(TYPES, types);
  }
  return description;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeWireTypes();
