import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseEnv, promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS } from '../platform-api/src/cli/commands.ts';
import { root } from './dockerfile.mjs';
import { commandsOf } from './empty-machine.mjs';
import { fencesOf, fencesOfPages } from '../platform-api/test/operations-pages.ts';

const run = promisify(execFile);
const read = (file) => readFile(join(root, file), 'utf8');

describe('a fenced block of the pages for operators', () => {
  it('is run by a test, or has a comment that says why not', async () => {
    const fences = await fencesOfPages();
    expect(fences.length).toBeGreaterThan(40);
    const wrong = fences.filter(({ runBy, notRun }) => runBy === null && notRun === null);
    expect(wrong).toEqual([]);
  });

  it('is found without a language, within a list, and without a comment', () => {
    const page =
      '## A\n\n```\n0 3 * * * cron\n```\n\n1. B\n\n   ```sh\n   stationhouse doctor\n   ```\n';
    expect(fencesOf('new.md', page)).toMatchObject([
      { section: 'A', language: '', text: '0 3 * * * cron\n', notRun: null, runBy: null },
      { language: 'sh', text: 'stationhouse doctor\n', notRun: null, runBy: 'commands' },
    ]);
    const marked = '<!-- not run: it needs a cluster -->\n\n```sh\nkubectl get pods\n```\n';
    expect(fencesOf('new.md', marked)).toMatchObject([
      { notRun: 'it needs a cluster', runBy: null },
    ]);
  });
});

it('every page calls the command by its one name, and names commands that exist', async () => {
  const pages = await Promise.all(
    [
      'backup-and-restore',
      'commands',
      'faults',
      'install',
      'mail',
      'network',
      'upgrade-and-rollback',
    ].map((name) => read(`docs/operations/${name}.md`)),
  );
  const text = [...pages, await read('docs/deployment.md')].join('\n');
  expect(text.replaceAll(/^\| a checkout .*$/gm, '')).not.toMatch(/cli --|cli\.js|cli\.mjs/);
  const named = [...text.matchAll(/\bstationhouse (?:--env-file \S+ )?([a-z]+(?:-[a-z]+)*)\b/g)];
  const inCode = named.filter(({ index }) =>
    /[\n`(]\s*$|web(-1)? (-- )?$/.test(text.slice(0, index)),
  );
  expect(inCode.length).toBeGreaterThan(50);
  const words = new Set(inCode.map(([, word]) => word));
  expect([...words].filter((word) => word !== 'help' && !COMMANDS.has(word))).toEqual([]);
});

/** Each line of a file of variables, also those that are commented out. */
const assignmentsOf = (text) => [...text.matchAll(/^(?:# )?([A-Z][A-Z_\d]*)=(.*)$/gm)];

/** No character in it has a meaning for a shell, systemd, Compose or Node. */
const isPlain = (value) => /^[\w@%+:,./…-]*$/.test(value);

describe.each([
  ['.env.example', async () => read('.env.example')],
  [
    'the file that install.md makes',
    async () => {
      const blocks = commandsOf(await read('docs/operations/install.md'), 'systemd');
      const [, file] = /<<END\n([^]+?)^END$/m.exec(
        blocks.find((block) => block.includes('> /etc/stationhouse.env')),
      );
      // As the shell fills it in.
      const values = { SITE: 'radio.example.com', MAIN_DOMAIN: 'example.com' };
      const filled = file.replaceAll(/\$\(.*?\)/g, 'abc');
      return filled.replaceAll(/\$([A-Z_]+)/g, (_, name) => values[name] ?? 's3://a:b@c?d=e&f=g h');
    },
  ],
  [
    'the file that Compose reads',
    async () => {
      const [block] = commandsOf(await read('docs/operations/install.md'), 'Containers');
      return /<<END\n([^]+?)^END$/m.exec(block)[1].replaceAll(/\$\(.*?\)/g, 'abc');
    },
  ],
])('%s', (_, text) => {
  it('has only values that every reader of such files understands alike', async () => {
    const assignments = assignmentsOf(await text());
    expect(assignments.length).toBeGreaterThan(8);
    const doubtful = assignments.filter(
      ([, , value]) => !isPlain(value) && !/^'[^'\\\n]*'$/.test(value),
    );
    expect(doubtful.map(([line]) => line)).toEqual([]);
  });

  it('is the same for a shell and for Node', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'variables-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'env');
    const given = (await text()).replaceAll(/^# (?=[A-Z_]+=)/gm, '');
    await writeFile(file, given);
    const script = `set -a; . ${file}; exec env -0`;
    const { stdout } = await run('env', ['-i', 'PATH=/usr/bin:/bin', 'sh', '-c', script]);
    const inShell = Object.fromEntries(
      stdout
        .split('\0')
        .filter(Boolean)
        .map((line) => [line.split('=', 1)[0], line.replace(/^[^=]*=/, '')]),
    );
    const inNode = parseEnv(given);
    expect(Object.keys(inNode).length).toBeGreaterThan(8);
    expect(inShell).toMatchObject(inNode);
    expect(inNode.MAIL_FROM).toBe('Radio <hello@example.com>');
  });
});
