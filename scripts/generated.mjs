// The SDK's wire types are made from the API's own OpenAPI document. `write` makes them, `check` fails
// when what is committed is not what the contract says today.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';
import { createClient } from '@hey-api/openapi-ts';

const target = fileURLToPath(new URL('../sdk/src/client/generated/types.gen.ts', import.meta.url));
const root = fileURLToPath(new URL('..', import.meta.url));

/** The document comes from the source, so that nothing has to be built or started first. */
function describe() {
  const program = `
    import { describeApi } from './platform-api/src/http/open-api.ts';
    process.stdout.write(JSON.stringify(describeApi('https://radio.example.com')));
  `;
  return execFileSync(
    process.execPath,
    ['--import', 'tsx', '-C', 'source', '--input-type=module', '-e', program],
    { cwd: root, maxBuffer: 64 * 1024 * 1024 },
  ).toString();
}

async function generate() {
  const folder = await mkdtemp(join(tmpdir(), 'generated-'));
  try {
    const document = join(folder, 'openapi.json');
    await writeFile(document, describe());
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
