import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import * as announcements from '../platform-api/contract/announcements/calls.ts';
import * as locations from '../platform-api/contract/locations/calls.ts';
import * as programme from '../platform-api/contract/schedule/programme.ts';
import { MINUTE_MS } from '../platform-api/contract/time.ts';
import { createS3Storage } from '../platform-api/src/assets/storage/s3-storage.ts';
import { MP3_128_FRAME_BYTES, MP3_FRAME_MS } from '../platform-api/src/broadcast/renditions.ts';
import { connect } from '../platform-api/src/db/connection.ts';
import { createLogger } from '../platform-api/src/process/log.ts';
import { send } from '../platform-api/test/call.ts';
import { DatabaseProxy } from '../platform-api/test/database-proxy.ts';
import { PASSWORD } from '../platform-api/test/factories.ts';
import { fakeClock, FAKETIME } from '../platform-api/test/fake-time.ts';
import { decodeLeft, toneAt } from '../platform-api/test/mixes.ts';
import { putOnAir } from '../platform-api/test/on-air-stations.ts';
import { fill, makeRoom, mountDisk } from '../platform-api/test/own-disk.ts';
import { makeCheckout, runPostgres } from '../platform-api/test/postgres-programs.ts';
import { dataFolder, freePort, startProgram } from '../platform-api/test/program.ts';
import { ReturningListener } from '../platform-api/test/returning-listener.ts';
import { startS3Server, storageUrlOf } from '../platform-api/test/s3-server.ts';
import { makeSound } from '../platform-api/test/sounds.ts';
import { buildToneStation } from '../platform-api/test/tone-station.ts';
import { tellFigure } from '../platform-api/test/figures.ts';
import { checkOut, commitBeforeLastMigration, previousRelease } from './previous-release.mjs';

const MINUTES = Number(process.env.PROOF_MINUTES ?? 60);

/** The order of the faults: the same number gives the same order. */
const SEED = process.env.PROOF_SEED ?? '1';

/** How long a fault lasts that does not end at once. */
const FAULT_MS = 60_000;

const OPERATOR = { email: 'operator@example.com', password: 'a lamp above the counter' };

/** Lengths in seconds: songs, what is said between them by rule, and what is said at a press. */
const PLAN = {
  music: [61, 83, 47, 95, 72, 58, 110, 66, 88, 53, 77, 101],
  radio_ids: [5, 4, 6, 5],
  spots: [],
};

/** What is said at one location. */
const SAID = "aevalsrc='0.3*sin(2*PI*4000*t)'";

/** Songs that meet as the first listener comes may follow each other without a mix, so the start is not compared. */
const SETTLE_UNITS = 60;

/** A database of its own, which can be ended and started again. */
async function startDatabase() {
  const program = await makeCheckout(await dataFolder(), { withPackage: false });
  const folder = await dataFolder();
  let running = runPostgres(program, folder);
  const end = async () => {
    running.child.kill('SIGTERM');
    await running.exited;
  };
  onTestFinished(end);
  const proxy = await DatabaseProxy.to(await running.tells('url'));
  onTestFinished(() => proxy.close());
  return {
    url: proxy.url,
    proxy,
    async restart() {
      proxy.cut();
      await end();
      running = runPostgres(program, folder);
      proxy.repair(new URL(await running.tells('url')));
    },
  };
}

/** Two replicas with everything around them that can fail. */
async function install() {
  const former = await checkOut(
    process.env.PREVIOUS ?? previousRelease() ?? commitBeforeLastMigration(),
  );
  // A checkout with its packages.
  onTestFinished(former.remove, 5 * MINUTE_MS);
  const [database, bucket, clock] = await Promise.all([
    startDatabase(),
    startS3Server(),
    fakeClock(),
  ]);
  onTestFinished(() => bucket.close());
  const toBucket = await DatabaseProxy.to(bucket.bucket.endpoint);
  onTestFinished(() => toBucket.close());
  const disk = process.getuid?.() === 0 ? await mountDisk() : null;
  const common = {
    DATABASE_URL: database.url,
    STORAGE_URL: storageUrlOf({ ...bucket.bucket, endpoint: toBucket.url }),
    PUBLIC_URL: 'http://localhost:8000',
    JWT_SECRET: 'the secret of this hour has more than 32 characters',
    ADMIN_EMAIL: OPERATOR.email,
    ADMIN_PASSWORD: OPERATOR.password,
    ALLOW_STAND_INS: '1',
    LOG_LEVEL: 'warn',
  };
  const place = async (env) => ({ ...common, PORT: String(await freePort()), ...env });
  const envs = [
    await place({ DATA_DIR: disk ?? (await dataFolder()) }),
    await place({ DATA_DIR: await dataFolder(), ...(FAKETIME !== null && clock.env) }),
  ];
  const replicas = [];
  /** Starts a replica, in this release or in the former one. */
  async function start(index, folder) {
    replicas[index] = await startProgram(envs[index], folder);
    await replicas[index].ready();
  }
  /** Ends a replica and starts it again. */
  async function replace(index, signal, folder) {
    replicas[index].child.kill(signal);
    await replicas[index].exited;
    await sleep(2_000);
    await start(index, folder);
  }
  for (const index of envs.keys()) await start(index);
  const knex = connect(database.url, createLogger('silent'));
  onTestFinished(() => knex.destroy());
  const storage = createS3Storage(bucket.bucket);
  return { database, toBucket, clock, disk, former, replicas, replace, knex, storage };
}

/** The faults of an installation, by their names in the report. */
function faultsOf({ database, toBucket, clock, disk, former, replace }) {
  const lasting = async (begin, end) => {
    await begin();
    await sleep(FAULT_MS);
    await end();
  };
  return {
    'replica killed': () => replace(0, 'SIGKILL'),
    'other replica killed': () => replace(1, 'SIGKILL'),
    'database restarted': () => database.restart(),
    'database away': () =>
      lasting(
        () => database.proxy.cut(),
        () => database.proxy.repair(),
      ),
    'bucket away': () =>
      lasting(
        () => toBucket.cut(),
        () => toBucket.repair(),
      ),
    'rollback and upgrade': async () => {
      for (const index of [0, 1]) await replace(index, 'SIGTERM', former.folder);
      await sleep(FAULT_MS / 2);
      for (const index of [0, 1]) await replace(index, 'SIGTERM');
    },
    'one replica of the former release': async () => {
      await replace(1, 'SIGTERM', former.folder);
      await sleep(FAULT_MS);
      await replace(1, 'SIGTERM');
    },
    ...(FAKETIME !== null && {
      'clock a minute ahead': () =>
        lasting(
          () => clock.set(60),
          () => clock.set(0),
        ),
    }),
    ...(disk !== null && {
      'disk full': () =>
        lasting(
          () => fill(disk),
          () => makeRoom(disk),
        ),
    }),
  };
}

/** A repeatable order. */
function shuffled(names) {
  const of = (name) => createHash('sha256').update(`${SEED} ${name}`).digest('hex');
  return names.toSorted((a, b) => (of(a) < of(b) ? -1 : 1));
}

/** Asks the first replica that answers. */
function client(replicas) {
  const tokens = new Map();
  const from = async (work) => {
    for (const { url } of replicas) {
      const ready = await fetch(`${url}/v1/ready`).catch(() => null);
      if (ready?.ok) return work({ url });
    }
    return null;
  };
  async function tokenOf(at, { email, password }) {
    const known = tokens.get(email);
    if (known && known.until > Date.now()) return known.token;
    const answer = await fetch(`${at.url}/v1/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', email, password }),
    });
    if (!answer.ok) return null;
    const { access_token: token } = await answer.json();
    tokens.set(email, { token, until: Date.now() + 5 * MINUTE_MS });
    return token;
  }
  /** @returns the answer's content; null: refused, or nobody answers */
  return (user, call, sent = {}) =>
    from(async (at) => {
      const token = await tokenOf(at, user);
      if (token === null) return null;
      const answer = await send(at, call, { token, ...sent });
      if (answer.ok) return answer.json();
      if (answer.status !== 503) throw new Error(`${call.id}: ${await answer.text()}`);
      return null;
    }).catch((error) => {
      if (error instanceof TypeError || error.name === 'AbortError') return null;
      throw error;
    });
}

const frameOf = (time, { startsAt }) => Math.round((Date.parse(time) - startsAt) / MP3_FRAME_MS);

/** The first frame of a span in which a tone is louder than `least`; NaN: none. */
function firstFrameOf(samples, frequency, [from, to], least) {
  for (let frame = Math.max(0, from); frame < to; frame += 1) {
    if (toneAt(samples, frequency, frame) > least) return frame;
  }
  return NaN;
}

it(
  `keeps its promises to listeners for ${MINUTES} minutes, whatever fails`,
  { timeout: (MINUTES + 30) * MINUTE_MS },
  async () => {
    const installation = await install();
    const { replicas, knex, storage } = installation;
    const { station, draft, frequencies } = await buildToneStation(knex, storage, PLAN, {
      package_name: 'Professional',
    });
    await knex('users').update({ email_confirmed_at: new Date() });
    await knex('prepared_files').update({ segue_units: 20, intro_units: 30 });
    const said = await knex('assets').where({ user_id: station.user_id }).orderBy('number');
    const byRule = said.slice(0, 2).map(({ id }) => id);
    await putOnAir(knex, station, {
      ...draft,
      radio_ids: { items: byRule, every_minutes: 3 },
    });
    await knex.raw('alter table schedule_revisions disable trigger user');
    const earlier = new Date(Date.now() - 60 * MINUTE_MS);
    await knex('schedule_revisions').update({ committed_at: earlier });
    await knex.raw('alter table schedule_revisions enable trigger user');

    const ask = client(replicas);
    const { email } = await knex('users').where({ id: station.user_id }).first('email');
    const owner = { email, password: PASSWORD };
    const place = await ask(owner, locations.addLocation, { body: { name: 'High Street' } });
    const spoken = await ask(owner, announcements.createAnnouncement, {
      body: { title: 'At one location', location_ids: [place.id] },
    });
    await ask(owner, announcements.recordAnnouncement, {
      params: { id: spoken.id },
      bytes: await readFile(await makeSound('said.wav', { source: SAID, seconds: 4 })),
      headers: { 'Content-Type': 'application/octet-stream' },
    });

    const path = `/stream/${station.station_slug}`;
    const addresses = (first, query = '') =>
      [replicas[first], replicas[1 - first]].map(({ url }) => `${url}${path}${query}`);
    const shared = [new ReturningListener(addresses(0)), new ReturningListener(addresses(1))];
    const there = new ReturningListener(addresses(0, `?location=${place.public_id}`));
    const listeners = [...shared, there];
    const listening = Promise.all(listeners.map((one) => one.listen()));
    const began = Date.now();
    await sleep(15_000);

    const planned = new Map();
    async function readProgramme() {
      const query = { from: new Date(began - MINUTE_MS).toISOString(), hours: '2' };
      const params = { station_id: station.id };
      const read = await ask(OPERATOR, programme.getProgramme, { params, query });
      for (const item of read?.items ?? []) {
        if (Date.parse(item.starts_at) < Date.now()) {
          planned.set(`${item.starts_at} ${item.title}`, item);
        }
      }
    }
    const pressed = [];
    async function press() {
      const item = said[2 + (pressed.length % 2)];
      const at = Date.now();
      const insertion = await ask(OPERATOR, programme.addInsertion, {
        params: { station_id: station.id },
        body: { item_id: item.id, over_music: true },
      });
      const title = item.file_name.replace('.mp3', '');
      pressed.push({ at, title, airs_at: insertion?.airs_at ?? null });
    }
    const pressedThere = [];
    async function pressThere() {
      const params = { id: spoken.id };
      const at = Date.now();
      const body = { when: { kind: 'now' } };
      if (await ask(owner, announcements.planAnnouncement, { params, body })) pressedThere.push(at);
    }

    const faults = faultsOf(installation);
    const order = shuffled(Object.keys(faults));
    const everyMs = Math.max(2.5 * MINUTE_MS, (MINUTES * MINUTE_MS) / Math.max(order.length, 14));
    const happened = [];
    while (Date.now() - began < MINUTES * MINUTE_MS - everyMs / 2) {
      const next = Date.now() + everyMs;
      const name = order[happened.length % order.length];
      happened.push(name);
      process.stdout.write(`${new Date().toISOString()} ${name}\n`);
      const over = faults[name]();
      await sleep(3_000);
      await press();
      await over;
      await sleep(20_000);
      await press();
      await sleep(15_000);
      // The package has six of these in an hour.
      if (happened.length % 3 === 1) await pressThere();
      await readProgramme();
      await sleep(Math.max(0, next - Date.now()));
    }
    await sleep(20_000);
    await readProgramme();
    for (const one of listeners) one.stop();
    await listening;
    const seconds = Math.min(...listeners.map((one) => one.seconds));

    // Nothing was lost, and all replicas sent the same.
    expect(seconds).toBeGreaterThan((Date.now() - began) / 1_000 - 20);
    const settled = SETTLE_UNITS * 8;
    expect(listeners.map(({ lost }) => lost)).toEqual([[], [], []]);
    for (const one of listeners) {
      expect(one.differing.filter((frame) => frame > settled)).toEqual([]);
    }
    const from = Math.max(...listeners.map(({ startsAt }) => startsAt));
    const [mine, theirs, special] = listeners.map((one) =>
      one.bytes.subarray(((from - one.startsAt) / MP3_FRAME_MS) * MP3_128_FRAME_BYTES),
    );
    const frames = Math.floor(
      Math.min(mine.length, theirs.length, special.length) / MP3_128_FRAME_BYTES,
    );
    const frame = (bytes, n) =>
      bytes.subarray(n * MP3_128_FRAME_BYTES, (n + 1) * MP3_128_FRAME_BYTES);
    const unequal = (one, other) =>
      Array.from({ length: frames - settled }, (_, n) => n + settled).filter(
        (n) => !frame(one, n).equals(frame(other, n)),
      );
    expect(unequal(mine, theirs)).toEqual([]);

    // What is said at one location is heard there alone, soon.
    const windows = pressedThere.map(() => []);
    for (const n of unequal(mine, special)) {
      const at = pressedThere.findLastIndex((time) => time < from + n * MP3_FRAME_MS);
      expect(at).toBeGreaterThanOrEqual(0);
      windows[at].push(n);
    }
    for (const [index, different] of windows.entries()) {
      const after = from + different[0] * MP3_FRAME_MS - pressedThere[index];
      expect(after).toBeLessThan(25_000);
      expect(different.at(-1) - different[0]).toBeLessThan(400);
    }

    // Each item begins where the programme says, to the frame.
    const recording = { startsAt: from };
    const samples = await decodeLeft(mine.subarray(0, frames * MP3_128_FRAME_BYTES), 'mp3_128');
    const distances = [];
    for (const { starts_at, title } of planned.values()) {
      const at = frameOf(starts_at, recording);
      if (at < settled || at > frames - 200) continue;
      const frequency = frequencies.get(title);
      const full = toneAt(samples, frequency, at + 100);
      // A prepared file begins with a silent frame.
      distances.push(firstFrameOf(samples, frequency, [at - 20, at + 20], full / 8) - (at + 1));
    }
    const accepted = pressed.filter(({ airs_at }) => airs_at !== null);
    const waits = [];
    for (const { at, title, airs_at } of accepted) {
      const promised = frameOf(airs_at, recording);
      const frequency = frequencies.get(title);
      const full = toneAt(samples, frequency, promised + 60);
      const heard = firstFrameOf(samples, frequency, [promised - 30, promised + 30], full / 3);
      distances.push(heard - (promised + 1));
      waits.push((Date.parse(airs_at) - at) / 1_000);
    }
    const sorted = distances.toSorted((a, b) => Math.abs(a) - Math.abs(b));
    expect(sorted.filter((one) => !(Math.abs(one) <= 1))).toEqual([]);
    expect(distances.length).toBeGreaterThan(MINUTES / 2);
    expect(accepted.length).toBeGreaterThan(happened.length);

    tellFigure(
      `${(seconds / 60).toFixed(0)} minutes, ${happened.length} faults: ${shuffled(happened).join(', ')}. ` +
        `${listeners.reduce((sum, { cuts }) => sum + cuts, 0)} times a listener was cut off and continued at the same frame; ` +
        `no byte differs between the replicas`,
    );
    tellFigure(
      `${distances.length} items began within ${Math.max(...distances.map(Math.abs))} frames of their promise; ` +
        `${accepted.length} of ${pressed.length} presses were accepted, all heard after at most ${Math.max(...waits).toFixed(1)} s; ` +
        `${pressedThere.length} announcements at one location, heard there alone`,
    );
  },
);
