// The fenced blocks of docs/operations, and the test that runs each.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './dockerfile.mjs';

/** Sections and languages whose blocks a test runs as they are, by the test. */
const RUN = {
  'scripts/operations-pages.soak.test.mjs': [
    ['install.md', 'Make a release'],
    ['install.md', 'systemd'],
    ['upgrade-and-rollback.md', 'systemd'],
  ],
  'scripts/deploy-files.test.mjs': [['monitoring.md', 'Metrics']],
  'platform-api/src/http/caching.soak.test.ts': [['cdn.md', 'nginx as the cache']],
};

/** Whether a block has nothing but lines of the operator's command, which documented-commands.soak.test.ts runs. */
const isCommands = (text) =>
  text.split('\n').every((line) => line === '' || line.startsWith('stationhouse '));

/**
 * @returns {Promise<{ page: string, section: string, language: string, text: string, notRun: string | null,
 *   runBy: string | null }[]>} `notRun`: the reason in the comment above the block, `<!-- not run: … -->`; `runBy`: the
 *   test's file, or `commands`
 */
export async function fencesOfPages() {
  const folder = join(root, 'docs/operations');
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  const found = await Promise.all(
    pages.map(async (page) => fencesOf(page, await readFile(join(folder, page), 'utf8'))),
  );
  return found.flat();
}

/** The same for one page. */
export function fencesOf(page, markdown) {
  const pattern = /^## (.+)$|(?:<!-- not run: ([^>]+?) -->\s+)?^( *)```(\w*)\n([^]*?)^ *```$/gm;
  let section = '';
  const fences = [];
  for (const [, heading, notRun = null, indent, language, text] of markdown.matchAll(pattern)) {
    if (heading !== undefined) {
      section = heading;
      continue;
    }
    const test = Object.entries(RUN).find(([, places]) =>
      places.some(([name, title]) => name === page && title === section),
    );
    const block = text.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const runBy = test?.[0] ?? (language === 'sh' && isCommands(block) ? 'commands' : null);
    fences.push({ page, section, language, text: block, notRun, runBy });
  }
  return fences;
}
