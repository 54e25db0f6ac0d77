import { createHash, createPublicKey, verify } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import * as announcements from '../../contract/announcements/calls.ts';
import type { Announcement } from '../../contract/announcements/schemas.ts';
import type { Call } from '../../contract/call.ts';
import * as locations from '../../contract/locations/calls.ts';
import type { Problem } from '../../contract/problem.ts';
import * as calls from '../../contract/proof/calls.ts';
import type { PlayProof, ProofSummary, Spot } from '../../contract/proof/schemas.ts';
import { PROOF_KEYS_PATH, PROOF_TYPE } from '../../contract/proof/values.ts';
import { DAY_MS, HOUR_MS } from '../../contract/time.ts';
import { send, type Sent } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, madeApiKey, signedInUser } from '../../test/factories.ts';
import { fakeVoices } from '../../test/fake-voices.ts';
import { buildPlaylist, buildReadyAsset, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { json, startApp } from '../../test/server.ts';
import { quickEngine } from '../../test/sounds.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { createPreparer } from '../preparation/preparer.ts';
import { hashOf } from './make-proof.ts';
import { retireKey } from './proof-keys.ts';

const database = testDatabase();
const { knex } = database;

const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;

/** The next midnight of London in winter, which is that of UTC. */
const nextMidnight = (): number => Math.ceil(Date.now() / DAY_MS) * DAY_MS;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** A business whose station is on air here, and a clock that can be put forward. */
async function open() {
  let ahead = 0;
  const now = () => Date.now() + ahead;
  const app = await startApp(database, {
    now,
    preparer: createPreparer(quickEngine()),
    voices: fakeVoices().maker,
  });
  const member = await signedInUser(app);
  const station = await buildStation(knex, { user_id: member.id, package_name: 'Professional' });
  // A session would end as the clock is put forward.
  const { key: token } = await madeApiKey(app, member);
  const ask = async <T>(call: Call, sent: Sent = {}) =>
    json<T & Partial<Problem>>(await send(app, call, { token, ...sent }));
  return {
    app,
    member,
    station,
    ask,
    now,
    /** @param time to which the clock is put, in ms since the epoch */
    to(time: number) {
      ahead = time - Date.now();
    },
    async onAir(values: object = {}) {
      const { id } = await buildPlaylist(knex, { tracks: 40 });
      return putOnAir(knex, station, draftWith(id, { zone: 'Etc/UTC', ...values }));
    },
    prove: (id: string, from: string, to: string) =>
      ask<ProofSummary>(calls.makeProof, { params: { id }, body: { from, to } }),
    async fileOf(id: string) {
      const { file } = await ask<{ file: string }>(calls.getProof, { params: { id } });
      return file;
    },
    keys: async () =>
      json<{ keys: { kid: string; exp?: number }[] }>(await app.get(PROOF_KEYS_PATH)),
  };
}

type Business = Awaited<ReturnType<typeof open>>;

/** An announcement on all days between two hours, which is ready to air. */
async function announce({ ask, app }: Business, when: object) {
  const { id } = await ask<Announcement>(announcements.createAnnouncement, {
    body: { title: 'Two for one', text: 'Two cakes for one until four.', ...when },
  });
  await workOff(app, ['speak_announcement', 'prepare_sound', 'plan_announcements']);
  return id;
}

/** A location with a paired player. */
async function locationOf({ ask, app, station, now }: Business, name: string) {
  const { id } = await ask<{ id: string }>(locations.addLocation, {
    body: { name, zone: 'Etc/UTC' },
  });
  const begun = await send(app, locations.beginPairing, {
    body: { station: station.station_slug },
  });
  const { player_key, pairing_code } = await json<{ player_key: string; pairing_code: string }>(
    begun,
  );
  await ask(locations.pairPlayer, { params: { id }, body: { pairing_code } });
  const opened = now();
  return {
    id,
    report: (status: 'playing' | 'muted') =>
      send(app, locations.reportPlayer, {
        body: { player_key, status, running_seconds: (now() - opened) / 1_000 },
      }),
  };
}

/** The content of a line of a file, and whether its signature is good by Node’s own Ed25519. */
function read(line: string, keys: { kid: string }[]) {
  const [head = '', payload = '', signature = ''] = line.split('.');
  const header = JSON.parse(Buffer.from(head, 'base64url').toString());
  const jwk = keys.find(({ kid }) => kid === header.kid);
  const key = createPublicKey({ key: { ...jwk }, format: 'jwk' });
  const isGood = verify(
    null,
    Buffer.from(`${head}.${payload}`),
    key,
    Buffer.from(signature, 'base64url'),
  );
  const content: PlayProof = JSON.parse(Buffer.from(payload, 'base64url').toString());
  return { header, content, isGood };
}

describe('a proof of play', () => {
  it('says that a spot aired, and that one location was silent for an hour', async () => {
    const shop = await open();
    const noon = nextMidnight() + 12 * HOUR_MS;
    shop.to(noon - HOUR_MS);
    await shop.onAir();
    const spot = await announce(shop, {
      when: {
        kind: 'every',
        minutes: 15,
        days: DAYS,
        from: '12:00',
        to: '14:00',
        first_day: dayOf(noon),
        last_day: dayOf(noon),
        over_music: true,
      },
    });
    const [high, low] = [await locationOf(shop, 'High Street'), await locationOf(shop, 'Quay')];
    for (let time = noon - 60_000; time < noon + 2 * HOUR_MS; time += 30_000) {
      shop.to(time);
      const isSilent = time >= noon + HOUR_MS / 2 && time < noon + 1.5 * HOUR_MS;
      await Promise.all([high.report('playing'), low.report(isSilent ? 'muted' : 'playing')]);
    }
    // Reports are written together, a second later.
    await expect
      .poll(
        async () => {
          const players = await knex('location_players').select('reported_at');
          return Math.min(...players.map(({ reported_at }) => reported_at?.getTime() ?? 0));
        },
        { timeout: 10_000 },
      )
      .toBeGreaterThan(noon + 2 * HOUR_MS - 60_000);
    shop.to(noon + DAY_MS);
    await runTask(shop.app, 'keep_days');

    const { data: spots } = await shop.ask<{ data: Spot[] }>(calls.listSpots);
    expect(spots).toMatchObject([{ id: spot, kind: 'announcement', title: 'Two for one' }]);
    const made = await shop.prove(spot, dayOf(noon), dayOf(noon));
    expect(made).toMatchObject({ number: 1, due: 8, aired: 8 });
    const { keys } = await shop.keys();
    const { header, content, isGood } = read((await shop.fileOf(made.id)).trimEnd(), keys);
    expect(isGood).toBe(true);
    expect(header).toEqual({ alg: 'EdDSA', typ: PROOF_TYPE, kid: keys[0]?.kid });
    expect(content.airings).toHaveLength(8);
    expect(content.airings.every(({ late_seconds }) => Math.abs(late_seconds ?? 99) < 1)).toBe(
      true,
    );
    const [first, second] = content.locations.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    expect(first).toEqual({ id: high.id, name: 'High Street', played: 8, not_playing: [] });
    // From half past twelve to a quarter past one.
    expect(second).toEqual({
      id: low.id,
      name: 'Quay',
      played: 4,
      not_playing: [2, 3, 4, 5].map((airing) => ({ airing, status: 'muted' })),
    });
  });

  it('names the one before, and stays good when the key is rotated', async () => {
    const shop = await open();
    const midnight = nextMidnight();
    await shop.onAir();
    const spot = await announce(shop, {
      when: { kind: 'at', at: new Date(midnight + HOUR_MS).toISOString() },
    });
    shop.to(midnight + DAY_MS + HOUR_MS);
    const day = dayOf(midnight);
    const one = await shop.prove(spot, day, day);
    const retired = await retireKey(knex, shop.now());
    const two = await shop.prove(spot, day, day);

    const { keys } = await shop.keys();
    expect(keys.map(({ kid, exp }) => [kid === retired, exp !== undefined])).toEqual([
      [true, true],
      [false, false],
    ]);
    const lines = (await shop.fileOf(two.id)).trimEnd().split('\n');
    const proofs = lines.map((line) => read(line, keys));
    expect(proofs.map(({ isGood }) => isGood)).toEqual([true, true]);
    expect(proofs.map(({ content }) => [content.proof_id, content.number])).toEqual([
      [one.id, 1],
      [two.id, 2],
    ]);
    expect(proofs[0]?.content.previous).toBeNull();
    const hash = createHash('sha256')
      .update(lines[0] ?? '')
      .digest('base64url');
    expect(proofs[1]?.content.previous).toBe(hash);
    expect(hashOf(lines[0] ?? '')).toBe(hash);
    expect((await shop.fileOf(one.id)).trimEnd().split('\n')).toEqual(lines.slice(0, 1));
    const kept = await knex('proof_keys')
      .where({ kid: retired ?? '' })
      .first();
    expect(kept?.sealed_key).toBeNull();
  });

  it('counts the commercial spots of breaks, with their lateness and their listeners', async () => {
    const shop = await open();
    const asset = await buildReadyAsset(knex, { user_id: shop.member.id, kind: 'commercial' });
    const midnight = nextMidnight();
    shop.to(midnight - HOUR_MS);
    await shop.onAir({ breaks: { every_minutes: 60, spots: 1, items: 'all' } });
    await knex('listening_hours').insert({
      station_id: shop.station.id,
      hour: new Date(midnight + 5 * HOUR_MS),
      player: 'page',
      country: 'GB',
      seconds: 9_000,
      sessions: 3,
    });
    shop.to(midnight + DAY_MS + HOUR_MS);
    await runTask(shop.app, 'keep_days');
    const made = await shop.prove(asset.id, dayOf(midnight), dayOf(midnight));
    const { content } = read((await shop.fileOf(made.id)).trimEnd(), (await shop.keys()).keys);
    expect(content.spot).toMatchObject({ id: asset.id, kind: 'commercial_spot' });
    expect(content.airings.length).toBeGreaterThanOrEqual(23);
    for (const { due_at, aired_at, late_seconds, listeners } of content.airings) {
      const late = (Date.parse(aired_at ?? '') - Date.parse(due_at ?? '')) / 1_000;
      expect(Math.abs(late - (late_seconds ?? 0))).toBeLessThanOrEqual(0.05);
      expect(listeners).toBe(new Date(aired_at ?? '').getUTCHours() === 5 ? 2.5 : 0);
    }
  });

  it('is refused for days that are not over, in the wrong order, too many or too old', async () => {
    const shop = await open();
    await shop.onAir();
    const spot = await announce(shop, {});
    const day = (ahead: number) => dayOf(shop.now() + ahead * DAY_MS);
    const faultOf = async (from: string, to: string) => (await shop.prove(spot, from, to)).errors;
    expect(await faultOf(day(-1), day(0))).toMatchObject([{ field: 'to' }]);
    expect(await faultOf(day(-1), day(-2))).toMatchObject([{ field: 'to' }]);
    expect(await faultOf(day(-95), day(-1))).toMatchObject([{ field: 'from' }]);
    expect(await faultOf(day(-101), day(-99))).toMatchObject([{ field: 'from' }]);
  });

  it('is not made of a spot of another business', async () => {
    const shop = await open();
    await shop.onAir();
    const spot = await announce(shop, {});
    const other = await signedInUser(shop.app);
    await buildStation(knex, { user_id: other.id });
    const day = dayOf(shop.now() - DAY_MS);
    const answer = await send(shop.app, calls.makeProof, {
      token: other.access_token,
      params: { id: spot },
      body: { from: day, to: day },
    });
    expect(answer.status).toBe(404);
    const { code } = await shop.ask(calls.getProof, { params: { id: spot } });
    expect(code).toBe('proof_not_found');
  });

  it('has numbers without gaps when many are made at once', async () => {
    const shop = await open();
    await shop.onAir();
    const spot = await announce(shop, {});
    const day = dayOf(shop.now() - DAY_MS);
    const made = await Promise.all(Array.from({ length: 8 }, () => shop.prove(spot, day, day)));
    const numbers = made.map(({ number }) => number);
    expect(numbers.toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    const last = made.find(({ number }) => number === 8);
    const lines = (await shop.fileOf(last?.id ?? '')).trimEnd().split('\n');
    const { keys } = await shop.keys();
    expect(keys).toHaveLength(1);
    const contents = lines.map((line) => read(line, keys).content);
    expect(contents.slice(1).map(({ previous }) => previous)).toEqual(
      lines.slice(0, -1).map(hashOf),
    );
  });
});
