import { readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import https from 'node:https';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished, vi } from 'vitest';
import { signUp, type Session } from '../../contract/accounts/auth.ts';
import {
  checkDomain,
  removeDomain,
  setDomain,
  type StationDomain,
} from '../../contract/domains/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { startDnsServer } from '../../test/dns-server.ts';
import { buildStation } from '../../test/factories.ts';
import { freePort } from '../../test/program.ts';
import { startCaddyWithTls, startReplica } from '../../test/proxies.ts';
import { startS3Server } from '../../test/s3-server.ts';
import { json } from '../../test/server.ts';

const database = testDatabase();

const SITE = 'radio.example.com';
const DOMAIN = 'radio.cafe.example';

it(
  'serves a station at a member’s domain behind Caddy, with a certificate that Caddy gets on demand',
  { timeout: 120_000 },
  async () => {
    const s3 = await startS3Server();
    onTestFinished(() => s3.close());
    const dnsServer = await startDnsServer({ [SITE]: { A: ['127.0.0.1'] } });
    const [port, replica] = [await freePort(), await freePort()];
    const authority = await startCaddyWithTls({ replicas: [replica, replica], port });
    const program = await startReplica({
      databaseUrl: database.url,
      s3,
      port: replica,
      env: {
        PUBLIC_URL: `https://${SITE}:${port}`,
        DNS_SERVERS: dnsServer.address,
        NODE_EXTRA_CA_CERTS: authority,
      },
    });
    const ca = await readFile(authority);

    /** Opens an address like a browser that trusts Caddy's authority. */
    function open(host: string, path = '/'): Promise<IncomingMessage> {
      const headers = { Host: `${host}:${port}` };
      const place = { host: '127.0.0.1', port, servername: host, path, ca, headers, agent: false };
      return new Promise((resolve, reject) => {
        https.get(place, resolve).on('error', reject);
      });
    }
    await vi.waitFor(async () => expect((await open(SITE)).statusCode).toBe(200), 20_000);

    const body = signUp.body_examples['with an email address'];
    const joined = await send(program, signUp, { body });
    const { user, access_token: token } = await json<Required<Session>>(joined);
    await buildStation(database.knex, {
      user_id: user.id,
      package_name: 'Professional',
      station_slug: 'blue',
      station_name: 'Blue',
    });
    const stateOf = async (answer: Response) =>
      (await json<{ domain: StationDomain }>(answer)).domain;
    const check = async () => stateOf(await send(program, checkDomain, { token }));

    const entered = await stateOf(
      await send(program, setDomain, { token, body: { domain: DOMAIN } }),
    );
    // No certificate for a domain that is only claimed.
    await expect(open(DOMAIN)).rejects.toThrow(/alert|reset|disconnected/i);
    for (const { type, name, value } of entered.records) {
      dnsServer.zone[name] = type === 'TXT' ? { TXT: [value] } : { CNAME: value };
    }
    await vi.waitFor(async () => expect(await check()).toMatchObject({ state: 'active' }), {
      timeout: 30_000,
      interval: 1_000,
    });

    const page = await open(DOMAIN);
    expect([page.statusCode, await text(page)]).toEqual([
      200,
      expect.stringContaining('<title>Blue'),
    ]);
    for (const path of ['/tv', '/manifest.webmanifest', '/offline.html', '/station-worker.js']) {
      expect([path, (await open(DOMAIN, path)).statusCode]).toEqual([path, 200]);
    }
    expect((await open(DOMAIN, '/v1/packages')).statusCode).toBe(421);
    const moved = await open(SITE, '/blue');
    expect([moved.statusCode, moved.headers.location]).toEqual([302, `https://${DOMAIN}:${port}/`]);
    await expect(open('shop.cafe.example')).rejects.toThrow(/alert|reset|disconnected/i);

    dnsServer.zone[DOMAIN] = { A: ['192.0.2.7'] };
    await check();
    expect(await check()).toMatchObject({ state: 'failing', problem: 'points_elsewhere' });
    await vi.waitFor(async () => expect((await open(SITE, '/blue')).statusCode).toBe(200));
    expect((await open(DOMAIN)).statusCode).toBe(200);

    await send(program, removeDomain, { token });
    await vi.waitFor(async () => expect((await open(DOMAIN)).statusCode).toBe(421));
  },
);
