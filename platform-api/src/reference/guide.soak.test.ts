import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import http from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { codeIn } from '../../test/mail-inbox.ts';
import { testCard } from '../../test/payments-stand-in.ts';
import { built, dataFolder, freePort } from '../../test/program.ts';
import { serve } from '../../test/server.ts';
import { createMailbox, type Mailbox } from '../mail/mailbox.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const PASSWORD = 'a long walk by the sea';

/** How each script of the guide is run, by the ending of its name. */
const PROGRAMS = {
  sh: ['bash', '-c'],
  mjs: ['node', '--input-type=module', '--eval'],
  py: ['python3', '-c'],
} as const;
const SCRIPTS = ['on-air.sh', 'on-air.mjs', 'on_air.py'] as const;

const GUIDE = await readFile(new URL('../../../docs/guide.md', import.meta.url), 'utf8');

/** The script that a comment in it names, exactly as the guide has it. */
function scriptOf(name: string): string {
  const [script, ...more] = [...GUIDE.matchAll(/^```\w+\n([^]*?)^```$/gm)].filter(([, text = '']) =>
    text.split('\n').some((line) => line === `# ${name}` || line === `// ${name}`),
  );
  if (!script?.[1] || more.length > 0) throw new Error(`The guide has no single ${name}.`);
  return script[1];
}

/** Starts a script. `said()` is what it has printed. */
function startScript(name: string, env: Record<string, string>) {
  const ending = name.replace(/^.*\./, '');
  if (ending !== 'sh' && ending !== 'mjs' && ending !== 'py') throw new Error(`What runs ${name}?`);
  const [command, ...flags] = PROGRAMS[ending];
  const { PATH, HOME } = process.env;
  const child = spawn(command, [...flags, scriptOf(name)], {
    env: { PATH, HOME, ...env },
    stdio: 'pipe',
  });
  onTestFinished(() => void child.kill());
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'close').then(([code]: number[]) => code);
  return { child, said: () => said, ended };
}

interface Product {
  url: string;
  mailbox: Mailbox;
}

/** The product as a newcomer starts it: nothing is configured but its place, and nothing is arranged. */
async function startProduct(): Promise<Product> {
  await built();
  const [DATA_DIR, port] = [await dataFolder(), await freePort()];
  const { PATH, HOME } = process.env;
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stdout.on('data', (chunk) => (said += String(chunk)));
  child.stderr.on('data', (chunk) => (said += String(chunk)));
  const ended = once(child, 'close');
  onTestFinished(async () => {
    // The whole group, as Ctrl+C in a terminal.
    if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, 'SIGTERM');
    await ended;
  });
  const url = `http://localhost:${port}`;
  await vi.waitFor(
    async () => {
      const answer = await fetch(`${url}/v1/ready`).catch(() => undefined);
      expect([answer?.status, said]).toEqual([200, said]);
    },
    { timeout: 120_000, interval: 200 },
  );
  // People read the terminal: no library's warning is in it.
  expect(said).not.toContain('Warning');
  return { url, mailbox: createMailbox(join(DATA_DIR, 'mailbox')) };
}

/** The product, whose first answer to each call is 429. @returns its address, and the calls that were refused */
async function startLimited(product: Product): Promise<{ url: string; refused: Set<string> }> {
  const refused = new Set<string>();
  const { url } = await serve((request, response) => {
    const call = `${request.method} ${request.url}`;
    if (!refused.has(call)) {
      refused.add(call);
      response.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/problem+json' });
      request.resume();
      response.end('{"code":"rate_limited"}');
      return;
    }
    const headers = { ...request.headers, host: new URL(product.url).host };
    const { method } = request;
    const onward = http.request(`${product.url}${request.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  });
  return { url, refused };
}

const PATIENT = { timeout: 120_000, interval: 50 };

/** Runs a script as a person would: types the code from the mail, and pays. @returns what it printed */
async function goOnAir(name: string, product: Product): Promise<string> {
  const EMAIL = `${name.replace('_', '-')}@example.com`;
  const { url: API, refused } = await startLimited(product);
  const { child, said, ended } = startScript(name, { API, EMAIL, PASSWORD });

  await vi.waitFor(() => expect(said()).toContain('Enter the code in the mail'), PATIENT);
  const letters = async () => (await product.mailbox.list()).filter(({ to }) => to === EMAIL);
  await vi.waitFor(async () => expect(await letters()).not.toEqual([]), PATIENT);
  child.stdin.end(`${codeIn((await letters())[0]?.text ?? '')}\n`);

  await vi.waitFor(() => expect(said()).toMatch(/Pay here: http\S+\n/), PATIENT);
  const page = /Pay here: (\S+)/.exec(said())?.[1] ?? '';
  const card = new URLSearchParams({ ...testCard() });
  const headers = { Origin: new URL(page).origin };
  const paid = await fetch(page, { method: 'POST', headers, body: card, redirect: 'manual' });
  expect(paid.headers.get('location')).toBe(`${product.url}/members?payment=success`);

  expect([await ended, said()]).toEqual([0, said()]);
  expect([...refused]).toEqual(
    expect.arrayContaining(['POST /v1/auth/signup', 'POST /v1/me/checkout', 'GET /v1/me/station']),
  );
  return said();
}

describe('the guide on a fresh start', () => {
  it('leads from sign-up to the first listener, a webhook and its log, as written in each language', async () => {
    const product = await startProduct();
    const began = Date.now();
    const all = await Promise.all(SCRIPTS.map((name) => goOnAir(name, product)));
    process.stdout.write(`on air after ${Math.round((Date.now() - began) / 1_000)} s\n`);
    for (const said of all) {
      const [, heard] = /^Heard (\d+) bytes of /m.exec(said) ?? [];
      expect(Number(heard)).toBeGreaterThanOrEqual(65_536);
      const [, id] =
        /^For your site: <script async src="\S+\/sdk\/player\.js" data-station="(st_\w+)">/m.exec(
          said,
        ) ?? [];
      expect((await fetch(`${product.url}/v1/stations/${id}`)).status).toBe(200);
    }
    const [KEY = ''] = all.map((said) => /^The key, shown only now: (shk_\S+)$/m.exec(said)?.[1]);

    for (const name of ['receive.mjs', 'receive.py']) {
      const PORT = String(await freePort());
      const receiver = startScript(name, { API: product.url, KEY, PORT });
      await vi.waitFor(() => expect(receiver.said()).toBe('Received webhook.test\n'), PATIENT);
      const RECEIVER = `http://localhost:${PORT}/`;
      const registered = startScript('register.sh', { API: product.url, KEY, RECEIVER });
      expect([await registered.ended, registered.said()]).toEqual([
        0,
        expect.stringMatching(/^The secret, shown only now: whsec_\S+\nwebhook\.test\n$/),
      ]);
      receiver.child.kill();
    }
    const { data } = (await (
      await fetch(`${product.url}/v1/me/webhooks`, { headers: { Authorization: `Bearer ${KEY}` } })
    ).json()) as { data: { id: string }[] };
    for (let times = 0; times < 4; times += 1) {
      await fetch(`${product.url}/v1/me/webhooks/${data[0]?.id}/test`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${KEY}` },
      });
    }
    for (const name of ['log.sh', 'log.mjs', 'log.py']) {
      const log = startScript(name, { API: product.url, KEY });
      expect([await log.ended, log.said()]).toEqual([
        0,
        expect.stringMatching(/^(webhook\.test (waiting|delivered|failed)\n){5}$/),
      ]);
    }
  }, 600_000);
});
