// Generated files that are committed: the SDK's wire types, from the API's own OpenAPI document,
// and in the documents the hashes of the SDK's build and the line that installs it. `write`
// generates them; `check` fails when a committed one is out of date.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import prettier from 'prettier';
import { buildWhatIsStale } from './build.mjs';
import { openApiDocument } from './open-api-document.mjs';

const TYPES = 'sdk/src/client/generated/types.gen.ts';
const DOCUMENTS = ['docs/embedding.md', 'README.md', 'sdk/README.md'];

/** The parts of a page between two such lines are generated. */
const PART = /<!-- generated: (\w+) -->[^]*?<!-- \/generated -->/g;

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

/** The generated parts of documents, from the SDK that is built from the current sources. */
async function sdkParts() {
  await buildWhatIsStale({ without: ['migrations', 'player-shell', 'portal', 'platform-api'] });
  const { version, files } = JSON.parse(await read('sdk/dist/integrity.json'));
  // Chunks and the player itself are loaded by the files listed here, which pin their hashes.
  const rows = ['player.js', 'element.js', 'index.js'].map(
    (name) => `| \`/sdk/${version}/${name}\` | \`${files[name]}\` |`,
  );
  const install = (home) => [
    '```sh',
    `npm install ${home}/sdk/${version}/stationhouse-sdk-${version}.tgz`,
    '```',
  ];
  return {
    integrity: ['| address | integrity |', '| --- | --- |', ...rows],
    install: install('https://radio.example.com'),
    install_local: install('http://localhost:8000'),
  };
}

/** A document with its parts made anew. */
async function documentOf(file, parts) {
  const made = (await read(file)).replaceAll(PART, (_, name) =>
    [`<!-- generated: ${name} -->`, '', ...parts[name], '', '<!-- /generated -->'].join('\n'),
  );
  const options = await prettier.resolveConfig(pathOf(file));
  return prettier.format(made, { ...options, parser: 'markdown' });
}

async function keep(file, text) {
  if (process.argv[2] === 'write') {
    await writeFile(pathOf(file), text);
  } else if ((await read(file)) !== text) {
    console.error(`${file} is stale: run \`npm run generated\` and commit the result.`);
    process.exitCode = 1;
  }
}

// The types come first, because the SDK that is built for the documents needs them.
await keep(TYPES, await wireTypes());
const parts = await sdkParts();
for (const file of DOCUMENTS) await keep(file, await documentOf(file, parts));
