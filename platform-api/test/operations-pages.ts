// The fenced blocks of docs/operations, and the test that runs each.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = fileURLToPath(new URL('../../docs/operations', import.meta.url));

/** Sections whose blocks a test runs as they are, by the test. */
const RUN: Record<string, (readonly [page: string, section: string])[]> = {
  'scripts/operations-pages.soak.test.mjs': [
    ['install.md', 'Make a release'],
    ['install.md', 'systemd'],
    ['upgrade-and-rollback.md', 'systemd'],
  ],
  'scripts/deploy-files.test.mjs': [['monitoring.md', 'Metrics']],
  'platform-api/src/http/caching.soak.test.ts': [['cdn.md', 'nginx as the cache']],
};

/** A fenced block of a page. */
export interface Fence {
  page: string;
  /** The heading above it. */
  section: string;
  language: string;
  text: string;
  /** The reason in the comment above the block, `<!-- not run: … -->`. */
  notRun: string | null;
  /** The file of the test that runs it; `commands`: only lines of `stationhouse`, run by documented-commands.soak.test.ts. */
  runBy: string | null;
}

const isCommands = (text: string): boolean =>
  text.split('\n').every((line) => line === '' || line.startsWith('stationhouse '));

/** The blocks of one page. */
export function fencesOf(page: string, markdown: string): Fence[] {
  const pattern = /^## (.+)$|(?:<!-- not run: ([^>]+?) -->\s+)?^( *)```(\w*)\n([^]*?)^ *```$/gm;
  let section = '';
  const fences: Fence[] = [];
  for (const match of markdown.matchAll(pattern)) {
    const [, heading, notRun = null, indent = '', language = '', indented = ''] = match;
    if (heading !== undefined) {
      section = heading;
      continue;
    }
    const text = indented.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
    const runBy = notRun === null ? testOf({ page, section, language, text }) : null;
    fences.push({ page, section, language, text, notRun, runBy });
  }
  return fences;
}

function testOf({ page, section, language, text }: Omit<Fence, 'notRun' | 'runBy'>): string | null {
  const test = Object.entries(RUN).find(([, places]) =>
    places.some(([name, title]) => name === page && title === section),
  );
  return test?.[0] ?? (language === 'sh' && isCommands(text) ? 'commands' : null);
}

/** The blocks of all pages for operators. */
export async function fencesOfPages(): Promise<Fence[]> {
  const pages = (await readdir(folder)).filter((name) => name.endsWith('.md')).toSorted();
  const found = await Promise.all(
    pages.map(async (page) => fencesOf(page, await readFile(join(folder, page), 'utf8'))),
  );
  return found.flat();
}
