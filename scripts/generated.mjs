// Generated parts that are committed: in the documents the hashes of the SDK's build, the line that installs it and the
// tables of its player; and the changelog with the list of what this release has. `write` generates them; `check` fails
// when a committed one is out of date.
import { readFile, writeFile } from 'node:fs/promises';
import prettier from 'prettier';
import { buildWhatIsStale } from './build.mjs';
import { changesIn, faultsIn, releasesIn, surfaceOf } from './changelog.mjs';
import {
  clientFunctions,
  clientReference,
  installLines,
  verifyLines,
} from './client-reference.mjs';
import { playerTables } from './player-reference.mjs';
import { writeWireTypes } from './wire-types.mjs';

const DOCUMENTS = [
  'docs/embedding.md',
  'docs/changelog.md',
  'docs/proof-of-play.md',
  'README.md',
  'sdk/README.md',
];

/** Everything that a program can depend on, by release. */
const listOf = (version) => `docs/releases/${version}.txt`;

/** The parts of a page between two such lines are generated. */
const PART = /<!-- generated: ([\w.]+) -->[^]*?<!-- \/generated -->/g;

const pathOf = (file) => new URL(`../${file}`, import.meta.url);
const read = (file) => readFile(pathOf(file), 'utf8');

/** The generated parts of documents, from the SDK that is built from the current sources. */
async function sdkParts() {
  await buildWhatIsStale({ without: ['migrations', 'player-shell', 'portal', 'platform-api'] });
  const { version, files } = JSON.parse(await read('sdk/dist/integrity.json'));
  // Chunks and the player itself are loaded by the files listed here, which pin their hashes.
  const rows = ['player.js', 'element.js', 'index.js'].map(
    (name) => `| \`/sdk/${version}/${name}\` | \`${files[name]}\` |`,
  );
  return {
    version,
    integrity: ['| address | integrity |', '| --- | --- |', ...rows],
    install: installLines(version, 'https://radio.example.com'),
    install_local: installLines(version, 'http://localhost:8000'),
    verify: verifyLines(version, 'https://radio.example.com'),
  };
}

/** The list of this release, and what each release has changed. */
async function changelogParts(lines, version) {
  const changelog = await read('docs/changelog.md');
  for (const fault of faultsIn(changelog, version)) {
    console.error(fault);
    process.exitCode = 1;
  }
  const versions = releasesIn(changelog).map((release) => release.version);
  const lists = await Promise.all(
    versions.map(async (one) =>
      one === version ? lines : (await read(listOf(one))).trim().split('\n'),
    ),
  );
  return Object.fromEntries(
    versions.map((one, index) => [one, changesIn(lists[index], lists[index + 1])]),
  );
}

/** The element's declaration in the manifest of the build. */
async function elementOf() {
  const manifest = JSON.parse(await read('sdk/dist/custom-elements.json'));
  const declarations = manifest.modules.flatMap((module) => module.declarations ?? []);
  return declarations.find(({ tagName }) => tagName === 'station-player');
}

/** Everything that this release has. */
function surface(description, reference, element) {
  const document = JSON.parse(description);
  return surfaceOf({
    document,
    webhookEvents: document.components.schemas.Webhook.properties.events.items.enum,
    functions: clientFunctions(reference),
    element,
  });
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
  } else if ((await read(file).catch(() => '')) !== text) {
    console.error(`${file} is stale: run \`npm run generated\` and commit the result.`);
    process.exitCode = 1;
  }
}

// The types come first, because the SDK that is built for the documents needs them.
const description = await writeWireTypes();
const { version, ...parts } = await sdkParts();
const reference = clientReference(version);
const element = await elementOf();
const lines = surface(description, reference, element);
await keep(listOf(version), `${lines.join('\n')}\n`);
const all = {
  ...parts,
  ...(await playerTables(element)),
  ...(await changelogParts(lines, version)),
};
for (const file of DOCUMENTS) await keep(file, await documentOf(file, all));
