import { request } from 'node:http';
import type { Knex } from 'knex';
import { vi } from 'vitest';
import { setDomain, type StationDomain } from '../contract/domains/calls.ts';
import { openDns } from '../src/domains/dns.ts';
import { send } from './call.ts';
import { startDnsServer, type DnsServer } from './dns-server.ts';
import { buildStation, signedInUser, type SignedInUser } from './factories.ts';
import { getAsHost } from './raw-request.ts';
import { json, serve, startApp, type TestApp } from './server.ts';
import { runTask } from './work-off.ts';

/** The app, reachable at the port of its PUBLIC_URL, and a DNS server that it asks about members' domains. */
export async function startWithDns(database: { knex: Knex; url: string }): Promise<{
  app: TestApp;
  dnsServer: DnsServer;
  publicUrl: string;
}> {
  let target: string | undefined;
  const front = await serve((req, res) => {
    const { method, url, headers } = req;
    request(`${target}${url}`, { method, headers }, (answer) => {
      res.writeHead(answer.statusCode ?? 0, answer.headers);
      answer.pipe(res);
    }).end();
  });
  const publicUrl = `http://radio.example.com:${new URL(front.url).port}`;
  const dnsServer = await startDnsServer({ 'radio.example.com': { A: ['127.0.0.1'] } });
  const dns = openDns({ servers: [dnsServer.address], ownHost: 'radio.example.com' });
  const app = await startApp(database, { publicUrl, dns });
  target = app.url;
  return { app, dnsServer, publicUrl };
}

/** A station on air with a member who is signed in. */
export async function memberWithStation(
  app: TestApp,
  given: Parameters<typeof buildStation>[1] = {},
): Promise<{ member: SignedInUser; station_id: string }> {
  const member = await signedInUser(app);
  const { id } = await buildStation(app.services.db, {
    user_id: member.id,
    package_name: 'Professional',
    ...given,
  });
  return { member, station_id: id };
}

/** Makes the records that a member is asked for. */
export async function enterDomain(
  { app, dnsServer }: { app: TestApp; dnsServer: DnsServer },
  member: SignedInUser,
  domain: string,
): Promise<StationDomain> {
  const answer = await send(app, setDomain, { token: member.access_token, body: { domain } });
  const entered = await json<{ domain: StationDomain }>(answer);
  for (const { type, name, value } of entered.domain.records) {
    dnsServer.zone[name] = type === 'TXT' ? { TXT: [value] } : { CNAME: value };
  }
  return entered.domain;
}

/** Runs the checks of all domains now, whenever they are due. */
export async function checkAll({ app }: { app: TestApp }): Promise<void> {
  await app.services.db('station_domains').update({ check_due_at: new Date(0) });
  await runTask(app, 'check_domains');
}

/** The status at a path of a domain, once every replica knows its state. */
export async function untilAnswered(
  app: TestApp,
  { host, path = '/' }: { host: string; path?: string },
  status: number,
): Promise<void> {
  await vi.waitFor(async () => {
    const answer = await getAsHost(app.url, host, path);
    if (answer.status !== status) throw new Error(`${host}${path} answers ${answer.status}`);
  });
}
