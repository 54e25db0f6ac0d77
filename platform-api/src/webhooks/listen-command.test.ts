// The commands `listen` and `trigger` of the SDK's package, as developers run them, against the real API.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { Webhook as Verifier } from 'standardwebhooks';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { HEARTBEAT_SECONDS } from '../../contract/values.ts';
import { WEBHOOK_EVENT_TYPES } from '../../contract/webhooks/values.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { DatabaseProxy } from '../../test/database-proxy.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, madeApiKey, signedInUser } from '../../test/factories.ts';
import { built, freePort } from '../../test/program.ts';
import { startApp, type TestApp } from '../../test/server.ts';
import { PATIENT } from '../../test/webhook-member.ts';
import { startReceiver } from '../../test/webhook-receiver.ts';

const database = testDatabase();
const { knex } = database;
const CLI = fileURLToPath(new URL('../../../sdk/dist/cli.mjs', import.meta.url));

beforeAll(built, 300_000);

/** Runs a command line of the package. */
function command(args: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { out: '', err: '' };
  child.stdout.on('data', (chunk) => (said.out += String(chunk)));
  child.stderr.on('data', (chunk) => (said.err += String(chunk)));
  const code = once(child, 'close').then(([exit]) => exit as number | null);
  onCleanup(async () => {
    child.kill('SIGKILL');
    await code;
  });
  return {
    said,
    code,
    press: () => child.kill('SIGINT'),
    /** Waits for a text, and answers with everything so far. */
    async says(text: string | RegExp, where: 'out' | 'err' = 'out'): Promise<string> {
      await vi.waitFor(() => expect(said[where]).toMatch(text), PATIENT);
      return said[where];
    },
  };
}

async function start(given: object = {}) {
  const app = await startApp(database);
  const member = await signedInUser(app);
  const station = await buildStation(knex, { user_id: member.id, station_slug: 'mill' });
  const key = await madeApiKey(app, member, given);
  const env = { STATIONHOUSE_API_BASE: app.url, STATIONHOUSE_API_KEY: key.key };
  const rename = (station_slug: string) =>
    knex('radio_stations').where({ id: station.id }).update({ station_slug });
  return { app, member, key, env, rename };
}

const secretIn = (text: string): string => /whsec_\S+/.exec(text)?.[0] ?? '';

describe('listen', () => {
  it('forwards webhooks to a local server, signed by the secret that it prints, until Ctrl+C', async () => {
    const { env, rename } = await start();
    const receiver = await startReceiver((_, res) => res.writeHead(204).end());
    const target = receiver.url.replace('http://', '');
    const listen = command(['listen', '--forward-to', target], env);
    const secret = secretIn(await listen.says(/^Ready\. .*\nForwarding to http.*\. Press Ctrl\+C/));
    await rename('weir');
    const [request] = await receiver.requests(1);
    expect(new Verifier(secret).verify(request?.body ?? '', request?.headers ?? {})).toMatchObject({
      type: 'station.slug_changed',
    });
    const id = request?.headers['webhook-id'];
    await listen.says(
      new RegExp(`\\n\\d\\d:\\d\\d:\\d\\d  station\\.slug_changed +${id}  204  \\d+ ms\\n$`),
    );
    listen.press();
    expect(await listen.code).toBe(0);
    expect(listen.said.err).toBe('');
  });

  it('prints bodies for programs, and the chosen events alone', async () => {
    const { env, rename } = await start();
    const listen = command(['listen', '--print-json', '--events', 'station.silent'], env);
    await listen.says('Ready', 'err');
    await rename('weir');
    expect(await command(['trigger', 'station.silent'], env).code).toBe(0);
    const lines = (await listen.says('\n')).trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { type: 'station.silent', is_test: true, data: { station: { station_slug: 'weir' } } },
    ]);
  });

  it('says how a local server fails, and stays', async () => {
    const { env } = await start();
    const port = await freePort();
    const listen = command(['listen', '--forward-to', `127.0.0.1:${port}/hooks`], env);
    await listen.says('Ready');
    const trigger = () => command(['trigger', 'station.silent'], env).code;
    await trigger();
    await listen.says(`no answer: nothing listens at 127.0.0.1:${port}`);
    const answers = [500, 302];
    const server = createServer((_, res) => {
      const status = answers.shift();
      if (status === undefined) res.destroy();
      else res.writeHead(status, { Location: '/elsewhere' }).end('x'.repeat(1_000_000));
    }).listen(port, '127.0.0.1');
    onCleanup(async () => void server.close());
    await once(server, 'listening');
    for (const words of ['  500  ', '  302  ', 'no answer: UND_ERR_SOCKET']) {
      await trigger();
      await listen.says(words);
    }
  });

  it('continues after a restart of the server, and misses nothing', async () => {
    const { app, env, rename } = await start();
    const receiver = await startReceiver();
    const line = await DatabaseProxy.to(app.url);
    onCleanup(async () => line.close());
    const listen = command(['listen', '--forward-to', receiver.url], {
      ...env,
      STATIONHOUSE_API_BASE: line.url,
    });
    await listen.says('Ready');
    await rename('weir');
    await receiver.requests(1);
    line.cut();
    await app.close();
    await listen.says('is lost. Trying again');
    await rename('lock');
    line.repair(new URL((await startApp(database)).url));
    await listen.says('Connected again.');
    await rename('pool');
    const slugs = (await receiver.requests(3)).map(
      ({ body }) => JSON.parse(body).data.station.station_slug,
    );
    expect(slugs).toEqual(['weir', 'lock', 'pool']);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  it('runs twice at once, and each gets every event', async () => {
    const { env, rename } = await start();
    const receivers = [await startReceiver(), await startReceiver()];
    for (const { url } of receivers) {
      await command(['listen', '--forward-to', url], env).says('Ready');
    }
    await rename('weir');
    const [one, other] = await Promise.all(receivers.map((receiver) => receiver.requests(1)));
    expect(one?.[0]?.body).toBe(other?.[0]?.body);
    expect(one?.[0]?.headers['webhook-id']).toBe(other?.[0]?.headers['webhook-id']);
  });

  it('forwards an event of a megabyte as it is', async () => {
    const { env, rename } = await start();
    const receiver = await startReceiver();
    const listen = command(['listen', '--forward-to', receiver.url], env);
    const secret = secretIn(await listen.says('Ready'));
    const station_name = '“Ü”'.repeat(125_000);
    await knex('radio_stations').update({ station_name });
    await rename('weir');
    const [request] = await receiver.requests(1);
    expect(new Verifier(secret).verify(request?.body ?? '', request?.headers ?? {})).toMatchObject({
      data: { station: { station_name } },
    });
  });

  it('ends with a sentence when its key is revoked', async () => {
    const { env, key } = await start();
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onCleanup(async () => void vi.useRealTimers());
    const listen = command(['listen'], env);
    await listen.says('Printing events');
    await knex('api_keys').where({ id: key.id }).delete();
    await vi.advanceTimersByTimeAsync(HEARTBEAT_SECONDS * 1_000);
    expect(await listen.code).toBe(1);
    expect(listen.said.err).toContain('The API key is not valid: it was revoked');
  });

  it.each<[string, string[], (app: TestApp) => Record<string, string>, number, string]>([
    ['the key is wrong', [], () => ({ STATIONHOUSE_API_KEY: 'shk_wrong' }), 1, 'is not valid'],
    ['there is no key', [], () => ({ STATIONHOUSE_API_KEY: '' }), 2, 'Set STATIONHOUSE_API_KEY'],
    ['there is no server', [], () => ({ STATIONHOUSE_API_BASE: '' }), 2, 'Name the server'],
    [
      'nothing answers',
      ['--api-base', 'http://127.0.0.1:1'],
      () => ({}),
      2,
      '127.0.0.1:1 can’t be reached',
    ],
    [
      'the address is without encryption',
      ['--api-base', 'http://radio.example.com'],
      () => ({}),
      2,
      'takes an https address',
    ],
    ['an event does not exist', ['--events', 'a.b'], () => ({}), 2, 'There is no event “a.b”'],
    ['the target is no address', ['--forward-to', 'a b'], () => ({}), 2, 'takes an address'],
  ])('does not start when %s', async (_name, args, env, code, words) => {
    const { app, env: own } = await start();
    const listen = command(['listen', ...args], { ...own, ...env(app) });
    expect(await listen.code).toBe(code);
    expect(listen.said.err).toContain(words);
  });

  it('names the scope that the key lacks', async () => {
    const { env } = await start({ scopes: ['stations:read'] });
    const listen = command(['listen'], env);
    expect(await listen.code).toBe(1);
    expect(listen.said.err).toContain('lacks the scope “webhooks:read”');
  });

  it('says when another server answers than the API', async () => {
    const { env } = await start();
    const other = await startReceiver((_, res) => res.end('<p>Welcome</p>'));
    const listen = command(['listen', '--api-base', new URL(other.url).origin], env);
    expect(await listen.code).toBe(2);
    expect(listen.said.err).toContain('not as the API does');
  });
});

describe('trigger', () => {
  it('lists the events without an argument, and needs no key for it', async () => {
    const trigger = command(['trigger']);
    expect(await trigger.code).toBe(0);
    expect(trigger.said.out.trim().split(/\s+/)).toEqual([...WEBHOOK_EVENT_TYPES]);
  });

  it('works with a test key, beside `listen` with the same one', async () => {
    const { env, rename } = await start({ is_test: true });
    const listen = command(['listen', '--print-json'], env);
    await listen.says('With a test key only samples arrive', 'err');
    await rename('weir');
    const trigger = command(['trigger', 'invoice.paid'], env);
    expect(await trigger.code).toBe(0);
    expect(trigger.said.out).toMatch(
      /^Sent invoice\.paid \(evt_[\da-f]{32}\) to programs that listen\.\n$/,
    );
    expect(JSON.parse(await listen.says('\n'))).toMatchObject({ type: 'invoice.paid' });
  });

  it.each([
    [['station.dancing'], 2, 'There is no event “station.dancing”'],
    [['station.silent', 'station.recovered'], 2, 'one event only'],
    [['station.silent', '--api-key', 'shk_wrong'], 1, 'is not valid'],
  ])('refuses %j', async (args, code, words) => {
    const { env } = await start();
    const trigger = command(['trigger', ...args], env);
    expect(await trigger.code).toBe(code);
    expect(trigger.said.err).toContain(words);
  });
});
