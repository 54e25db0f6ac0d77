// Installs the served package into fresh projects, builds them, and listens to their pages.
import { execFile, spawn } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { PROJECTS, type Project } from './framework-projects.ts';
import { titlesOnAir } from './example-pages.ts';
import { expect, test } from './fixtures.ts';
import { giveEar, hear, SILENCE } from './hearing.ts';

const run = promisify(execFile);

/** Installing a framework from the registry and building it, on a busy machine. */
const BUILD_MS = 600_000;

/** That of a customer's terminal: without the settings of this repository's npm. */
const ENVIRONMENT = {
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^npm_/i.test(name))),
  FORCE_COLOR: '0',
  NEXT_TELEMETRY_DISABLED: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
};

let root: string;
test.beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'stationhouse-projects-'));
});
let stopDevelopment = () => false;
test.afterEach(() => stopDevelopment());
test.afterAll(() => rm(root, { recursive: true, force: true }));

/** The address of the tarball, from the hashes that the server publishes. */
async function tarballUrl(port: number): Promise<string> {
  const home = `http://127.0.0.1:${port}/sdk`;
  const { version, files } = Object(await (await fetch(`${home}/integrity.json`)).json());
  const name = `stationhouse-sdk-${version}.tgz`;
  expect(files[name]).toMatch(/^sha384-/);
  return `${home}/${version}/${name}`;
}

/** Writes a project and installs its packages, and the SDK from the server. */
async function install(name: string, { packages, files }: Project, port: number): Promise<string> {
  const folder = join(root, name.replaceAll(' ', '-').toLowerCase());
  const all = { 'package.json': '{ "private": true, "type": "module" }', ...files };
  for (const [file, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), text);
  }
  const from = [...packages.split(' '), await tarballUrl(port)].filter(Boolean);
  await command('npm', ['install', '--no-audit', '--no-fund', ...from], folder);
  return folder;
}

async function command(program: string, args: string[], cwd: string): Promise<string> {
  try {
    return (await run(program, args, { cwd, env: ENVIRONMENT, timeout: BUILD_MS })).stdout;
  } catch (error) {
    const { stdout, stderr } = Object(error);
    throw new Error(`${program} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error });
  }
}

const TYPES: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
};

/** Serves the built pages of a project. */
async function serve(folder: string): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://any').pathname.replace(/\/$/, '/index.html');
    try {
      const bytes = await readFile(join(folder, path));
      response.writeHead(200, { 'Content-Type': TYPES[extname(path)] ?? 'text/plain' }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : 0;
  return { url: `http://127.0.0.1:${port}/`, stop: () => server.close() };
}

for (const [name, project] of Object.entries(PROJECTS)) {
  test(`a fresh project of ${name} installs the package, has its types, builds and is heard`, async ({
    page,
    complaints,
    stationhouse,
  }) => {
    test.setTimeout(BUILD_MS);
    const folder = await install(name, project, stationhouse.port);
    for (const [program = '', ...args] of project.commands) {
      const installed = join(folder, 'node_modules/.bin', program);
      await command(program === 'node' ? program : installed, args, folder);
    }
    const site = await serve(join(folder, project.built));
    const markup = await (await fetch(site.url)).text();
    expect(markup.match(/<station-player /g) ?? []).toHaveLength(project.rendered ?? 0);
    await giveEar(page, { crossOrigin: true });
    await page.goto(site.url);
    const first = page.locator('station-player').first();
    const second = page.locator('station-player').last();
    await first.getByRole('button', { name: 'Play' }).click();
    await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);
    await expect(first.locator('.title')).toBeVisible();
    // The second was told to hide the song.
    await expect(second.getByRole('button', { name: 'Play' })).toBeVisible();
    await expect(second.getByText('Demo')).not.toHaveCount(0);
    await expect(second.locator('.title')).toHaveCount(0);
    await expect(second).not.toHaveJSProperty('muted', true);
    // The controls of their own, which pause the player beside them.
    const own = page.locator('#own').getByRole('button');
    await own.click();
    await expect(own).toContainText('Pause');
    await expect(first).toHaveAttribute('state', 'paused');
    await expect.poll(async () => (await hear(page))?.loudness ?? 0).toBeGreaterThan(SILENCE);
    await own.click();
    await expect(own).toContainText('Play');
    expect(complaints).toEqual([]);
    site.stop();
  });
}

test('in React’s StrictMode, on a development server, the documented hook plays, shows titles and survives a hot reload', async ({
  page,
  complaints,
  stationhouse,
}) => {
  test.setTimeout(BUILD_MS);
  const react = PROJECTS['React 19'];
  if (!react) throw new Error('There is no project of React.');
  const folder = await install('react dev', react, stationhouse.port);
  const vite = join(folder, 'node_modules/.bin/vite');
  const server = spawn(vite, ['--host', '127.0.0.1'], { cwd: folder, env: ENVIRONMENT });
  stopDevelopment = () => server.kill();
  const url = await new Promise<string>((resolve) => {
    server.stdout.on('data', (said: Buffer) => {
      const [address] = /http:\S+/.exec(stripVTControlCharacters(String(said))) ?? [];
      if (address) resolve(address);
    });
  });
  await giveEar(page, { crossOrigin: true });
  await page.goto(url);
  const own = page.locator('#own').getByRole('button');
  const isHeard = async () => ((await hear(page))?.loudness ?? 0) > SILENCE;
  await own.click();
  await expect.poll(isHeard).toBe(true);
  await expect(own).toHaveText(await titlesOnAir(stationhouse.port));
  const before = await hear(page);

  const file = join(folder, 'src/OwnPlayer.tsx');
  const source = await readFile(file, 'utf8');
  await writeFile(file, source.replace("'Pause'", "'Pause it'"));
  await expect(own).toContainText('Pause it');
  await expect.poll(isHeard).toBe(true);
  // The same connection, so there was no gap.
  expect((await hear(page))?.currentTime).toBeGreaterThan(before?.currentTime ?? Infinity);
  await own.click();
  await expect(own).toContainText('Play');
  await expect.poll(isHeard).toBe(false);
  expect(complaints).toEqual([]);
});

test('plain Node imports and requires every entry, and has its types', async ({ stationhouse }) => {
  test.setTimeout(BUILD_MS);
  const entries = ['', '/element', '/client', '/station-address', '/frame', '/proof'];
  const imports = entries.map((entry, n) => `import * as m${n} from '@stationhouse/sdk${entry}';`);
  const uses = `${imports.join('\n')}\nconsole.log([${entries.map((_, n) => `m${n}`)}].length);\n`;
  const compilerOptions = {
    strict: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'ES2022',
    module: 'NodeNext',
    lib: ['ES2022', 'DOM', 'DOM.Iterable'],
  };
  const json = JSON.stringify;
  const folder = await install(
    'node',
    {
      packages: 'typescript@5.9 @types/node@20',
      files: {
        'main.mts': uses,
        'main.cts': uses,
        'main.mjs': uses,
        'main.cjs': `console.log([${entries.map((entry) => `require('@stationhouse/sdk${entry}')`)}].length);`,
        // A program is of one kind: each has types of its own.
        'tsconfig.mts.json': json({ compilerOptions, files: ['main.mts'] }),
        'tsconfig.cts.json': json({ compilerOptions, files: ['main.cts'] }),
      },
      commands: [],
      built: '',
    },
    stationhouse.port,
  );
  const lines = `${entries.length}\n`;
  expect(await command('node', ['main.mjs'], folder)).toBe(lines);
  expect(await command('node', ['main.cjs'], folder)).toBe(lines);
  for (const kind of ['mts', 'cts']) {
    await command(join(folder, 'node_modules/.bin/tsc'), ['-p', `tsconfig.${kind}.json`], folder);
  }
});

test('npm pack builds the SDK first and makes the file that is served; npm would publish it', async ({
  stationhouse,
}) => {
  test.setTimeout(BUILD_MS);
  const repository = fileURLToPath(new URL('..', import.meta.url));
  const pack = ['pack', '-w', '@stationhouse/sdk', '--ignore-scripts=false', '--pack-destination'];
  await command('npm', [...pack, root], repository);
  const url = await tarballUrl(stationhouse.port);
  const packed = await readFile(join(root, url.slice(url.lastIndexOf('/') + 1)));
  expect(packed.equals(Buffer.from(await (await fetch(url)).arrayBuffer()))).toBe(true);
  const publish = ['publish', '--dry-run', '--access', 'public', '--json'];
  const said = await command('npm', [...publish, join(root, url.split('/').at(-1) ?? '')], root);
  expect(said).toContain('"@stationhouse/sdk"');
});
