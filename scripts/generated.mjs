// The SDK's wire types are made from the API's own OpenAPI document. `write` makes them, `check` fails
// when what is committed is not what the contract says today.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createClient } from '@hey-api/openapi-ts';
import { openApiDocument } from './open-api-document.mjs';

const target = fileURLToPath(new URL('../sdk/src/client/generated/types.gen.ts', import.meta.url));

async function generate() {
  const folder = await mkdtemp(join(tmpdir(), 'generated-'));
  try {
    const document = join(folder, 'openapi.json');
    await writeFile(document, openApiDocument());
    await createClient({
      input: document,
      output: { path: join(folder, 'out'), postProcess: [] },
      plugins: ['@hey-api/typescript'],
      logs: { level: 'silent' },
    });
    const types = await readFile(join(folder, 'out/types.gen.ts'), 'utf8');
    const note = '// Generated from the API’s contract by `npm run generated`. Do not edit.\n';
    return note + types.replace(/^\/\/ This file is auto-generated.*\n\n?/, '');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const types = await generate();
if (process.argv[2] === 'write') {
  await writeFile(target, types);
} else if ((await readFile(target, 'utf8')) !== types) {
  console.error('The SDK’s wire types are stale: run `npm run generated` and commit the result.');
  process.exit(1);
}
