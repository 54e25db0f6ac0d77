// Generated files that are committed: the SDK's wire types, from the API's own OpenAPI document,
// and the hashes in docs/embedding.md, from the SDK's build. `write` generates them; `check` fails
// when a committed one is out of date.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import prettier from 'prettier';
import { buildWhatIsStale } from './build.mjs';
import { openApiDocument } from './open-api-document.mjs';

const TYPES = 'sdk/src/client/generated/types.gen.ts';
const EMBEDDING = 'docs/embedding.md';

/** The part of a page between these two lines is generated. */
const BEGIN = '<!-- generated: integrity -->';
const END = '<!-- /generated -->';

const pathOf = (file) => new URL(`../${file}`, import.meta.url);
const read = (file) => readFile(pathOf(file), 'utf8');

async function wireTypes() {
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

/** The page with the hashes of the SDK, built from the current sources. */
async function embedding() {
  await buildWhatIsStale({ without: ['migrations', 'player-shell', 'portal', 'platform-api'] });
  const { version, files } = JSON.parse(await read('sdk/dist/integrity.json'));
  // Chunks and the player itself are loaded by the files listed here, which pin their hashes.
  const rows = ['player.js', 'element.js', 'index.js'].map(
    (name) => `| \`/sdk/${version}/${name}\` | \`${files[name]}\` |`,
  );
  const block = [BEGIN, '', '| address | integrity |', '| --- | --- |', ...rows, '', END];
  const page = await read(EMBEDDING);
  const [before, rest] = page.split(BEGIN);
  const made = before + block.join('\n') + rest.split(END)[1];
  const options = await prettier.resolveConfig(pathOf(EMBEDDING));
  return prettier.format(made, { ...options, parser: 'markdown' });
}

// The types come first, because the SDK that is built for the page needs them.
for (const [file, make] of Object.entries({ [TYPES]: wireTypes, [EMBEDDING]: embedding })) {
  const text = await make();
  if (process.argv[2] === 'write') {
    await writeFile(pathOf(file), text);
  } else if ((await read(file)) !== text) {
    console.error(`${file} is stale: run \`npm run generated\` and commit the result.`);
    process.exitCode = 1;
  }
}
