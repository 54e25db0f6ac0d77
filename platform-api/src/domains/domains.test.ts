import { describe, expect, it, vi } from 'vitest';
import { listTroubles, type StationTrouble } from '../../contract/admin/calls.ts';
import {
  checkDomain,
  getDomain,
  isDomainAllowed,
  removeDomain,
  setDomain,
  type StationDomain,
} from '../../contract/domains/calls.ts';
import { DOMAIN_CHECK_MINUTES, DOMAIN_GRACE_DAYS } from '../../contract/domains/values.ts';
import { getOembed } from '../../contract/stations/oembed.ts';
import { getMyStation, getStation } from '../../contract/stations/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import {
  checkAll,
  enterDomain,
  memberWithStation,
  startWithDns,
  untilAnswered,
} from '../../test/own-domains.ts';
import { getAsHost } from '../../test/raw-request.ts';
import { json } from '../../test/server.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

const DOMAIN = 'radio.cafe.example';

/** A station that is served at its domain. */
async function startConnected() {
  const world = await startWithDns(database);
  const { app } = world;
  const own = await memberWithStation(app, { station_slug: 'blue', station_name: 'Blue' });
  await enterDomain(world, own.member, DOMAIN);
  await checkAll(world);
  await untilAnswered(app, { host: DOMAIN }, 200);
  const ownUrl = `http://${DOMAIN}:${new URL(world.publicUrl).port}`;
  const token = own.member.access_token;
  const domain = async () =>
    (await json<{ domain: StationDomain | null }>(await send(app, getDomain, { token }))).domain;
  async function mails(): Promise<string[]> {
    await workOff(app, ['send_mail']);
    return app.sent.mails.splice(0).map(({ to, subject }) => `${to}: ${subject}`);
  }
  return { ...world, ...own, ownUrl, token, domain, mails };
}

describe('a domain is connected', () => {
  it('once both records are found: first the proof, then the way to us', async () => {
    const world = await startWithDns(database);
    const { app, dnsServer } = world;
    const { member } = await memberWithStation(app, { station_slug: 'blue' });
    const token = member.access_token;
    const check = async () =>
      (await json<{ domain: StationDomain }>(await send(app, checkDomain, { token }))).domain;

    const answer = await send(app, setDomain, { token, body: { domain: 'Radio.CAFE.example.' } });
    const { domain } = await json<{ domain: StationDomain }>(answer);
    expect(domain).toMatchObject({
      domain: DOMAIN,
      state: 'pending',
      records: [
        { type: 'CNAME', name: DOMAIN, value: 'radio.example.com', is_found: false },
        { type: 'TXT', name: `_station.${DOMAIN}`, is_found: false },
      ],
      addresses: ['127.0.0.1'],
    });
    expect(await check()).toMatchObject({ state: 'pending', problem: 'records_missing' });

    dnsServer.zone[DOMAIN] = { A: ['192.0.2.7'] };
    expect(await check()).toMatchObject({ state: 'pending', problem: 'points_elsewhere' });
    dnsServer.zone[DOMAIN] = { CNAME: 'radio.example.com' };
    expect(await check()).toMatchObject({ state: 'pending', problem: 'records_missing' });
    dnsServer.zone[`_station.${DOMAIN}`] = { TXT: ['v=spf1 -all', 'station-domain=another'] };
    expect(await check()).toMatchObject({ state: 'pending', problem: 'records_missing' });
    expect((await getAsHost(app.url, DOMAIN)).status).toBe(421);

    dnsServer.zone[`_station.${DOMAIN}`] = { TXT: [domain.records[1]?.value ?? ''] };
    expect(await check()).toMatchObject({
      state: 'active',
      problem: null,
      records: [{ is_found: true }, { is_found: true }],
    });
  });

  it('by an address record as well, where a CNAME record is not possible', async () => {
    const world = await startWithDns(database);
    const { member } = await memberWithStation(world.app);
    await enterDomain(world, member, 'cafe.example');
    world.dnsServer.zone['cafe.example'] = { A: ['127.0.0.1'] };
    await checkAll(world);
    await untilAnswered(world.app, { host: 'cafe.example' }, 200);
  });

  it('and the station answers there with all its pages, and nothing else does', async () => {
    const { app } = await startConnected();
    const at = (path: string, host = DOMAIN) => getAsHost(app.url, host, path);
    for (const host of [DOMAIN, DOMAIN.toUpperCase(), `${DOMAIN}.`, `${DOMAIN}:443`]) {
      expect((await at('/', host)).body).toContain('<title>Blue');
    }
    for (const path of ['/tv', '/tv-static', '/?embed=true', '/offline.html', '/favicon.ico']) {
      expect([path, (await at(path)).status]).toEqual([path, 200]);
    }
    const manifest = await at('/manifest.webmanifest');
    expect(manifest.body).toContain('"start_url":"/"');
    expect((await at('/station-worker.js')).head).toContain('text/javascript');

    for (const path of ['/v1/packages', '/v1/stations/blue', '/v1/stations/blue/now-playing']) {
      expect([path, (await at(path)).status]).toEqual([path, 421]);
    }
    for (const path of ['/docs', '/storage/x', '/openapi.json', '/stream/demo', '/v1']) {
      expect([path, (await at(path)).status]).toEqual([path, 421]);
    }
    // Neither the portal nor another station.
    for (const path of ['/members', '/admin', '/login', '/?station=demo', '/demo']) {
      expect([path, (await at(path)).body.includes('<title>Blue')]).toEqual([path, true]);
    }
    expect((await at('/robots.txt')).status).toBe(404);
    expect((await at('/')).head).not.toMatch(/strict-transport-security/i);
  });

  it('and links, redirects and new embeds use it; frames that were pasted stay where they are', async () => {
    const { app, ownUrl, publicUrl, token } = await startConnected();
    const host = new URL(publicUrl).host;
    const moved = async (path: string) => {
      const { status, head } = await getAsHost(app.url, host, path);
      return [status, /^location: (.*)$/im.exec(head)?.[1]?.trim()];
    };
    expect(await moved('/blue')).toEqual([302, `${ownUrl}/`]);
    expect(await moved('/blue/tv?lang=de')).toEqual([302, `${ownUrl}/tv?lang=de`]);
    expect(await moved('/radio/blue?station=blue')).toEqual([302, `${ownUrl}/`]);
    expect((await getAsHost(app.url, 'blue.example.com')).status).toBe(302);
    expect(await moved('/blue?embed=true')).toEqual([200, undefined]);

    const params = { station_slug: 'blue' };
    const own = { own_url: ownUrl, station_url: ownUrl };
    expect(await json(await send(app, getStation, { params }))).toMatchObject(own);
    expect(await json(await send(app, getMyStation, { token }))).toMatchObject(own);
    const oembed = await send(app, getOembed, { query: { url: `${ownUrl}/` } });
    expect((await json<{ html: string }>(oembed)).html).toContain(`src="${ownUrl}/?embed=true"`);
    const page = (await getAsHost(app.url, new URL(ownUrl).host)).body;
    expect(page).toContain(`${ownUrl}/icon-512.png`);
  });

  it('and follows the station to a new slug', async () => {
    const { app, station_id } = await startConnected();
    await knex('radio_stations').where({ id: station_id }).update({ station_slug: 'green' });
    await vi.waitFor(async () => {
      expect((await getAsHost(app.url, DOMAIN)).body).toContain('"station_slug":"green"');
    });
  });

  it('and a proxy may get certificates for it, and for no other', async () => {
    const { app } = await startConnected();
    const ask = async (domain: string) =>
      (await send(app, isDomainAllowed, { query: { domain } })).status;
    expect(await ask(DOMAIN)).toBe(200);
    for (const other of ['cafe.example', `a.${DOMAIN}`, 'radio.example.com', '', '127.0.0.1']) {
      expect([other, await ask(other)]).toEqual([other, 404]);
    }
  });

  it('and its member is told by mail', async () => {
    const { mails, member } = await startConnected();
    expect(await mails()).toEqual([`${member.email}: Blue has its own domain`]);
  });
});

describe('a domain that loses its record', () => {
  it('is left by links and redirects at once, told to both sides, and served until the grace is over', async () => {
    const world = await startConnected();
    const { app, dnsServer, publicUrl, member, mails, domain } = world;
    await mails();
    const host = new URL(publicUrl).host;
    dnsServer.zone[DOMAIN] = { CNAME: 'shop.elsewhere.example' };
    await checkAll(world);
    await untilAnswered(app, { host, path: '/blue' }, 200);
    expect(await mails()).toEqual([]);
    expect(await domain()).toMatchObject({ state: 'active', problem: 'points_elsewhere' });

    await checkAll(world);
    expect(await mails()).toEqual([
      `${member.email}: Blue has trouble with its domain`,
      'desk@radio.example.com: A Stationhouse customer’s domain fails',
    ]);
    const failing = await domain();
    expect(failing).toMatchObject({ state: 'failing' });
    const days = (Date.parse(failing?.ends_at ?? '') - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(DOMAIN_GRACE_DAYS, 2);
    // Name servers that still have the old record lead listeners here.
    expect((await getAsHost(app.url, DOMAIN)).status).toBe(200);
    const admin = await signedInUser(app, { role: 'admin' });
    const troubles = await send(app, listTroubles, { token: admin.access_token });
    expect((await json<{ data: StationTrouble[] }>(troubles)).data).toMatchObject([
      { station_slug: 'blue', trouble: 'domain' },
    ]);

    await checkAll(world);
    expect(await mails()).toEqual([]);
    await knex('station_domains').update({ failing_since: new Date(0) });
    await checkAll(world);
    expect(await domain()).toMatchObject({ state: 'lost' });
    await untilAnswered(app, { host: DOMAIN }, 421);
    expect(await mails()).toEqual([
      `${member.email}: Blue has lost its domain`,
      'desk@radio.example.com: A Stationhouse customer’s domain is disconnected',
    ]);
  });

  it('works again as soon as the record is back', async () => {
    const world = await startConnected();
    const { dnsServer, mails, domain, ownUrl, app, token } = world;
    delete dnsServer.zone[DOMAIN];
    await checkAll(world);
    await checkAll(world);
    expect(await domain()).toMatchObject({ state: 'failing', problem: 'records_missing' });
    await mails();
    dnsServer.zone[DOMAIN] = { CNAME: 'radio.example.com' };
    await checkAll(world);
    expect(await domain()).toMatchObject({ state: 'active', problem: null, ends_at: null });
    expect(await json(await send(app, getMyStation, { token }))).toMatchObject({ own_url: ownUrl });
    expect(await mails()).toEqual([expect.stringContaining('is at its own domain again')]);
  });

  it('is proven again after it was given up, and can then be another station’s', async () => {
    const world = await startConnected();
    const { app, token, domain } = world;
    await knex('station_domains').update({ state: 'lost', proven_at: null });
    const next = await memberWithStation(app);
    await enterDomain(world, next.member, DOMAIN);
    await checkAll(world);
    await untilAnswered(app, { host: DOMAIN }, 200);
    await send(app, checkDomain, { token });
    expect(await domain()).toMatchObject({ state: 'pending' });
  });

  it('is left alone for an hour while its name servers do not answer', async () => {
    const world = await startConnected();
    const { dnsServer, domain, ownUrl, app, token } = world;
    dnsServer.isSilent = true;
    await checkAll(world);
    expect(await domain()).toMatchObject({ state: 'active', problem: 'dns_unreachable' });
    expect(await json(await send(app, getMyStation, { token }))).toMatchObject({ own_url: ownUrl });
    const { check_due_at } = await knex('station_domains').first('check_due_at');
    expect((check_due_at.getTime() - Date.now()) / 60_000).toBeCloseTo(DOMAIN_CHECK_MINUTES, 0);
    await knex('station_domains').update({ failures: 5 });
    await checkAll(world);
    expect(await domain()).toMatchObject({ state: 'failing', problem: 'dns_unreachable' });
  }, 20_000);
});

it('changes nothing when nearly all domains fail at once, and raises an alarm', async () => {
  const world = await startWithDns(database);
  const { app } = world;
  for (let count = 1; count <= 5; count += 1) {
    const domain = `radio${count}.cafe.example`;
    const { station_id } = await memberWithStation(app);
    const proven_at = new Date();
    await knex('station_domains').insert({
      station_id,
      domain,
      token: `${count}`,
      state: 'active',
      proven_at,
    });
    await knex('radio_stations').where({ id: station_id }).update({ own_domain: domain });
  }
  for (let turn = 1; turn <= 3; turn += 1) await checkAll(world);
  expect(await knex('station_domains').distinct('state', 'failures')).toEqual([
    { state: 'active', failures: 0 },
  ]);
  expect(await knex('radio_stations').whereNull('own_domain')).toEqual([]);
  expect(app.logged()).toContain('"alarm":"own_domains"');
});

describe('one domain', () => {
  it('is the first station’s that proves it; the other learns why it waits', async () => {
    const world = await startWithDns(database);
    const { app } = world;
    const [first, second] = [await memberWithStation(app), await memberWithStation(app)];
    await enterDomain(world, second.member, DOMAIN);
    const proof = world.dnsServer.zone[`_station.${DOMAIN}`]?.TXT ?? [];
    await enterDomain(world, first.member, DOMAIN);
    await checkAll(world);
    world.dnsServer.zone[`_station.${DOMAIN}`] = { TXT: proof };
    await checkAll(world);
    const states = await knex('station_domains').orderBy('state').pluck('state');
    expect(states).toEqual(['active', 'pending']);
    const token = second.member.access_token;
    const { domain } = await json<{ domain: StationDomain }>(await send(app, getDomain, { token }));
    expect(domain.problem).toBe('taken');
    const third = await memberWithStation(app);
    const refused = await send(app, setDomain, {
      token: third.member.access_token,
      body: { domain: DOMAIN },
    });
    expect(await json(refused)).toMatchObject({ status: 409, code: 'domain_taken' });
  });

  it('ends with the account', async () => {
    const { app, member } = await startConnected();
    await knex('users').where({ id: member.id }).delete();
    expect(await knex('station_domains')).toEqual([]);
    await untilAnswered(app, { host: DOMAIN }, 421);
  });

  it('is removed by its member, and the old address serves again', async () => {
    const { app, token, publicUrl, domain } = await startConnected();
    expect((await send(app, removeDomain, { token })).status).toBe(204);
    expect(await domain()).toBeNull();
    await untilAnswered(app, { host: DOMAIN }, 421);
    await untilAnswered(app, { host: new URL(publicUrl).host, path: '/blue' }, 200);
  });
});

describe('a package without a domain', () => {
  it('is told so', async () => {
    const { app } = await startWithDns(database);
    const { member } = await memberWithStation(app, { package_name: 'Starter' });
    const answer = await send(app, setDomain, {
      token: member.access_token,
      body: { domain: DOMAIN },
    });
    expect(await json(answer)).toMatchObject({ status: 403, code: 'feature_not_in_package' });
  });

  it('after a larger one keeps it working for the grace, and says so at once', async () => {
    const world = await startConnected();
    const { app, station_id, domain, mails, ownUrl, token } = world;
    await mails();
    await knex('station_domains').update({ check_due_at: new Date(Date.now() + 3_600_000) });
    await knex('radio_stations').where({ id: station_id }).update({ package_name: 'Starter' });
    expect(await knex('station_domains').where('check_due_at', '<=', knex.fn.now())).toHaveLength(
      1,
    );
    await checkAll(world);
    expect(await domain()).toMatchObject({ state: 'failing', problem: 'not_in_package' });
    expect(await mails()).toHaveLength(2);
    expect(await json(await send(app, getMyStation, { token }))).toMatchObject({ own_url: ownUrl });
    await knex('station_domains').update({ failing_since: new Date(0) });
    await checkAll(world);
    await untilAnswered(app, { host: DOMAIN }, 421);
    expect(await json(await send(app, getMyStation, { token }))).not.toHaveProperty('own_url');
  });
});
