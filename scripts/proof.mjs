// `npm run proof`: shows again, on this machine, what the program promises on air, and writes it into the report for
// operators. All of it takes about four hours; `npm run proof -- mixing reserve` shows only these.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { buildWhatIsStale } from './build.mjs';
import { PROMISES } from './promises.mjs';
import { installTestTools, SOAK_PACKAGES } from './test-tools.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const REPORT = join(root, 'docs/operations/proof.md');

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !PROMISES.some((one) => one.name === name));
if (unknown.length > 0) {
  const names = PROMISES.map(({ name }) => name).join(', ');
  console.error(`No promise is called ${unknown.join(', ')}: ${names}.`);
  process.exit(1);
}

await buildWhatIsStale();
const chromium = await installTestTools([...SOAK_PACKAGES, 'liquidsoap', 'wrk']);

/** Runs a program that prints as it goes. @returns whether it ended with 0 */
async function passes(command, args, env) {
  const child = spawn(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, CHROMIUM: chromium, FULL: '1', ...env },
  });
  const [status] = await once(child, 'close');
  return status === 0;
}

const readJson = async (file) => JSON.parse(await readFile(file, 'utf8').catch(() => '{}'));

/** How many tests did not run, of a report of Vitest or Playwright; those of an empty report are unknown. */
const skippedIn = ({ numPendingTests, stats }) => numPendingTests ?? stats?.skipped ?? NaN;

/** @returns whether the promise holds here, and the figures found */
async function show({ unit = [], browser = [], bench }, folder) {
  const [figures, results] = [join(folder, 'figures'), join(folder, 'results.json')];
  const env = { FIGURES_FILE: figures };
  let skipped = 0;
  let holds = true;
  if (unit.length > 0) {
    const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
    holds &&= await passes('npx', ['vitest', 'run', ...reporters, ...unit], env);
    skipped += skippedIn(await readJson(results));
  }
  if (browser.length > 0) {
    const args = ['playwright', 'test', '--config', 'e2e', '--reporter=list,json', ...browser];
    const json = { PLAYWRIGHT_JSON_OUTPUT_FILE: results };
    holds &&= await passes('npx', args, { ...env, ...json });
    skipped += skippedIn(await readJson(results));
  }
  const found = [];
  if (bench) {
    holds &&= await passes('npm', ['run', 'bench', '--', bench.name], { BENCH_RESULTS: results });
    const measured = await readJson(results);
    const ours = Object.values(measured).filter(({ name }) => bench.figures.test(name));
    found.push(...ours.map(({ name, ours: figure }) => `${name}: ${figure}`));
    holds &&= ours.length > 0 && ours.every(({ ok }) => ok === true);
  }
  const told = await readFile(figures, 'utf8').catch(() => '');
  found.push(...told.trim().split('\n').filter(Boolean));
  if (skipped !== 0) found.push('not all of it can run on this machine');
  return { holds: holds && skipped === 0, found };
}

const line = (text) => text.replaceAll(/\s+/g, ' ').trim();

/** The sections of a report, by their heading. */
async function sectionsOf(report) {
  const text = await readFile(report, 'utf8').catch(() => '');
  const sections = text.split(/^## /m).slice(1);
  return new Map(sections.map((section) => [line(section.split('\n')[0]), `## ${section.trim()}`]));
}

async function writeReport(sections) {
  const text = `# Promises on air, and how each was shown

\`npm run proof\` writes this page, about each promise what its last run found. All of them take about four hours on two
cores that do nothing else; \`npm run proof -- ${PROMISES[0].name}\` shows one. \`scripts/promises.mjs\` lists the tests.

${PROMISES.map(({ promise }) => sections.get(promise) ?? `## ${promise}\n\nNot shown yet.`).join('\n\n')}
`;
  const options = await resolveConfig(REPORT);
  await writeFile(REPORT, await format(text, { ...options, filepath: REPORT }));
}

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();
// A run before has changed the report.
const changes = git('status', '--porcelain', '--', '.', `:!${relative(root, REPORT)}`);
const commit = `${git('rev-parse', '--short', 'HEAD')}${changes ? ' with changes' : ''}`;
const machine = `${cpus().length} × ${line(cpus()[0]?.model ?? 'unknown')}, Node ${process.versions.node}`;

const sections = await sectionsOf(REPORT);
const missed = [];
for (const one of PROMISES) {
  if (wanted.length > 0 && !wanted.includes(one.name)) continue;
  const { name, promise, goal } = one;
  console.log(`\n── ${name}: ${promise}`);
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-proof-'));
  const { holds, found } = await show(one, folder);
  await rm(folder, { recursive: true, force: true });
  if (!holds) missed.push(name);
  const day = new Date().toISOString().slice(0, 10);
  const lines = [
    `Goal: ${goal}.`,
    `**${holds ? 'Held' : 'Did not hold'}** on ${day}, at ${commit}, on ${machine}.`,
    ...found,
  ];
  sections.set(promise, `## ${promise}\n\n${lines.map((text) => `- ${line(text)}`).join('\n')}`);
  await writeReport(sections);
}
console.log(
  missed.length > 0 ? `\nNot shown: ${missed.join(', ')}.` : '\nAll that was asked for holds.',
);
process.exit(missed.length > 0 ? 1 : 0);
