/**
 * Whether one hostile member makes others wait: members sign in by code, buy, announce and upload, first alone, then
 * beside a member who does without a pause all that a key allows: speech, recordings, uploads and webhooks.
 */
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startCheckout } from '@stationhouse/platform-api/contract/billing/calls';
import { SMTPServer } from 'smtp-server';
import { connect } from '../platform-api/src/db/connection.ts';
import { readFrameHeader } from '../platform-api/src/audio/frame-header.ts';
import { createLogger } from '../platform-api/src/process/log.ts';
import { flacBomb } from '../platform-api/test/flac-bomb.ts';
import { median, type Figure } from './figure.ts';
import { addListeners, type Listener } from './live/members.ts';
import { databaseUrl, startProduct } from './product.ts';

const MEMBERS = 10;
/** Buyers for each member: of fewer samples, p99 would be the maximum. */
const BUYERS_EACH = 5;
/** A code can be requested ten times an hour. */
const ROUNDS = 10;
/** Rounds from one act to the next of its kind: sounds take seconds. */
const EVERY: Record<Act, number> = { code: 1, buy: 1, announce: 3, upload: 3 };
/** Between two looks at whether something is ready, in ms. */
const LOOK_MS = 50;
const PATIENCE_MS = 120_000;
/** The goal: waits beside the hostile member are at most so many times the idle ones. */
const MAX_RATIO = 2;

const SECRET = 'the secret of this bench is private to it';

/** The acts of each member, as the figure names them. */
const ACTS = {
  code: 'a code, until the mail server has it',
  buy: 'a purchase, until the payment page has an address',
  announce: 'an announcement, until its sound is ready',
  upload: 'an upload, until it is ready for the air',
} as const;
type Act = keyof typeof ACTS;
type Waits = Record<Act, number[]>;

const DEMO = new URL('../platform-api/audio/demo/', import.meta.url);

/** The frames of a recording of the demo. */
const FRAMES = framesOf(
  readFileSync(new URL(readdirSync(DEMO).find((name) => name.endsWith('.mp3')) ?? '', DEMO)),
);

function framesOf(mp3: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at + 4 <= mp3.length;) {
    const header = readFrameHeader(mp3.readUInt32BE(at));
    if (header) frames.push(mp3.subarray(at, at + header.bytes));
    at += header?.bytes ?? 1;
  }
  return frames;
}

/** A part of the recording, another one for each seed. */
const music = (seed: number, frames: number): Buffer =>
  Buffer.concat(
    Array.from(
      { length: frames },
      (_, n) => FRAMES[(seed * 13 + n) % FRAMES.length] ?? [],
    ) as Buffer[],
  );

/** A member who sends requests from an address of their own. */
interface Client {
  email: string;
  token: string;
  address: string;
}

/** Measures for about eleven minutes. */
export async function benchFairness(): Promise<Figure[]> {
  const mailServer = await startMailServer();
  const product = await startProduct({
    env: {
      JWT_SECRET: SECRET,
      TRUST_PROXY: '1',
      SMTP_URL: mailServer.url,
      MAIL_FROM: 'radio@example.com',
    },
  });
  try {
    const [hostile, ...members] = await addMembers(await databaseUrl(product), product.url);
    if (!hostile) throw new Error('no member was added');
    const others = { url: product.url, arrives: mailServer.arrives };
    const withStation = members.slice(0, MEMBERS);
    const buyers = members.slice(MEMBERS);
    const idle = await measure(others, withStation, buyers.slice(0, buyers.length / 2), 1_000);
    const stopping = new AbortController();
    const attack = attackAs(product.url, hostile, stopping.signal);
    const loaded = await measure(others, withStation, buyers.slice(buyers.length / 2), 2_000);
    stopping.abort();
    const counts = await attack;
    return (Object.keys(ACTS) as Act[]).map((act) => figureOf(act, idle[act], loaded[act], counts));
  } finally {
    await product.stop();
    await mailServer.stop();
  }
}

/** A mail server on this machine that tells when a mail has come, and keeps none. */
async function startMailServer() {
  const waiting = new Map<string, () => void>();
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    disableReverseLookup: true,
    closeTimeout: 50,
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        done();
        for (const { address } of envelope.rcptTo) waiting.get(address)?.();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Waits for the next mail to an address. */
    arrives: (address: string) =>
      new Promise<void>((resolve, reject) => {
        const patience = setTimeout(() => reject(new Error('no mail came')), PATIENCE_MS);
        waiting.set(address, () => {
          clearTimeout(patience);
          resolve();
        });
      }),
    stop: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** The hostile member first, then those with a station, then the buyers: one half before the attack, one beside it. */
async function addMembers(database: string, publicUrl: string): Promise<Client[]> {
  const db = connect(database, createLogger('warn'));
  const signing = { secret: SECRET, publicUrl };
  const added: Listener[] = await addListeners(db, 1 + MEMBERS * (1 + 2 * BUYERS_EACH), signing);
  const now = new Date();
  await db('users').where('email', 'like', 'listener-%').update({ email_confirmed_at: now });
  await db.batchInsert(
    'radio_stations',
    added.slice(0, 1 + MEMBERS).map(({ user_id }) => ({
      id: user_id,
      user_id,
      station_slug: `fair-${user_id}`,
      package_name: 'Enterprise',
      status: 'active',
    })),
  );
  await db.destroy();
  return added.map(({ token }, n) => ({
    token,
    email: `listener-${n}@example.com`,
    address: `203.0.113.${n + 1}`,
  }));
}

function requester(url: string, { token, address }: Client) {
  return async (method: string, path: string, body?: object | Buffer | FormData) => {
    const isRaw = body instanceof FormData || Buffer.isBuffer(body);
    const type = Buffer.isBuffer(body) ? 'application/octet-stream' : 'application/json';
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${token}`,
        'X-Forwarded-For': address,
        ...(!(body instanceof FormData) && body !== undefined && { 'Content-Type': type }),
      },
      ...(body !== undefined && { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    });
    const text = await answer.text();
    return { status: answer.status, text, json: () => JSON.parse(text) };
  };
}

type Request = ReturnType<typeof requester>;

const form = (kind: string, bytes: Buffer): FormData => {
  const made = new FormData();
  made.append('kind', kind);
  made.append('file', new Blob([new Uint8Array(bytes)]), 'jingle.mp3');
  return made;
};

async function until(isDone: () => Promise<boolean>): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error('it was not done within two minutes');
    await sleep(LOOK_MS);
  }
}

/** The product under test, as its members meet it. */
interface Others {
  url: string;
  /** Resolves when the next mail to this address has come. */
  arrives(address: string): Promise<void>;
}

/** @param seed so that no sound is prepared already */
async function act(others: Others, name: Act, client: Client, seed: number): Promise<void> {
  const ask = requester(others.url, client);
  if (name === 'code') {
    const mail = others.arrives(client.email);
    await ask('POST', '/v1/auth/otp', { email: client.email });
    return mail;
  }
  if (name === 'buy') {
    const body = startCheckout.body_examples?.['a café in London'];
    const answer = await ask('POST', '/v1/me/checkout', body);
    if (answer.status !== 200) throw new Error(`a purchase was refused: ${answer.text}`);
    return;
  }
  if (name === 'announce') {
    const text = `Table number ${seed} is ready. Please come to the bar.`;
    const made = (await ask('POST', '/v1/me/announcements', { text })).json();
    await until(async () => {
      const { sound } = (await ask('GET', `/v1/me/announcements/${made.id}`)).json();
      if (sound.state === 'failed') throw new Error(sound.message);
      return sound.state === 'ready';
    });
    await ask('DELETE', `/v1/me/announcements/${made.id}`);
    return;
  }
  const asset = (await ask('POST', '/v1/me/assets', form('jingle', music(seed, 200)))).json();
  await until(async () => {
    const { data } = (await ask('GET', '/v1/me/assets')).json();
    const { preparation } = data.find(({ id }: { id: string }) => id === asset.id);
    if (preparation.state === 'failed') throw new Error(preparation.message);
    return preparation.state === 'ready';
  });
  await ask('DELETE', `/v1/me/assets/${asset.id}`);
}

/**
 * One after the other, so that they don't wait for each other.
 * @param seed of the first sound
 * @returns waits in ms
 */
async function measure(
  others: Others,
  withStation: Client[],
  buyers: Client[],
  seed: number,
): Promise<Waits> {
  const waits: Waits = { code: [], buy: [], announce: [], upload: [] };
  // The first round warms up and is not counted: the program compiles what it runs for the first time.
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [n, member] of withStation.entries()) {
      const ownBuyers = buyers.slice(n * BUYERS_EACH, (n + 1) * BUYERS_EACH);
      const byAct: Record<Act, Client[]> = {
        code: ownBuyers,
        buy: ownBuyers,
        announce: [member],
        upload: [member],
      };
      for (const name of Object.keys(ACTS) as Act[]) {
        if (round % EVERY[name] !== 0) continue;
        for (const client of byAct[name]) {
          const began = performance.now();
          await act(others, name, client, seed + round * MEMBERS + n);
          if (round > 0) waits[name].push(performance.now() - began);
        }
      }
    }
  }
  return waits;
}

/** All that a key allows, until the signal. @returns how many requests of each kind were accepted */
async function attackAs(url: string, client: Client, signal: AbortSignal) {
  const ask = requester(url, client);
  const counts = { texts: 0, recordings: 0, uploads: 0, webhooks: 0 };
  const repeat = async (name: keyof typeof counts, once: (n: number) => Promise<boolean>) => {
    for (let n = 0; !signal.aborted; n += 1) {
      if (await once(n)) counts[name] += 1;
      // Refused ones are no work.
      else await sleep(500);
    }
  };
  const bomb = flacBomb(4 * 3_600);
  const announce = async (body: object) => (await ask('POST', '/v1/me/announcements', body)).json();
  await Promise.all([
    repeat('texts', (n) => speakDigits(ask, announce, n)),
    repeat('recordings', async (n) => {
      const { id } = await announce({ title: `Recording ${n}` });
      if (id === undefined) return false;
      // Other bytes each time, or it would be known already.
      const bytes = Buffer.concat([bomb, Buffer.from(String(n))]);
      const sent = await ask('PUT', `/v1/me/announcements/${id}/recording`, bytes);
      return sent.status === 202;
    }),
    repeat('uploads', async (n) => {
      const sent = await ask('POST', '/v1/me/assets', form('jingle', music(n, 1_000)));
      return sent.status === 201;
    }),
    repeat('webhooks', async (n) => {
      const body = { url: `https://example.com/${n}`, events: ['announcement.aired'] };
      return (await ask('POST', '/v1/me/webhooks', body)).status === 201;
    }),
  ]);
  return counts;
}

/** A thousand digits, which each voice program takes long for. Earlier ones are removed: fifty may be open. */
async function speakDigits(
  ask: Request,
  announce: (body: object) => Promise<{ id?: string }>,
  n: number,
): Promise<boolean> {
  const text = `${n}${'7'.repeat(990)}`;
  const { id } = await announce({ text });
  if (id !== undefined) return true;
  const { data } = (await ask('GET', '/v1/me/announcements')).json();
  const oldest = data?.at(-1)?.id;
  if (oldest !== undefined) await ask('DELETE', `/v1/me/announcements/${oldest}`);
  return false;
}

const p99 = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.99) - 1] ?? Number.NaN;

const ms = (values: number[]): string =>
  `p99 ${Math.round(p99(values))} ms, median ${Math.round(median(values))} ms`;

function figureOf(act: Act, idle: number[], loaded: number[], counts: object): Figure {
  const ratio = p99(loaded) / p99(idle);
  return {
    name: `Fairness: ${ACTS[act]}, beside a hostile member (${JSON.stringify(counts)})`,
    ours: ms(loaded),
    peer: `without that member: ${ms(idle)}`,
    ratio: ratio.toFixed(2),
    goal: `at most ${MAX_RATIO}`,
    ok: ratio <= MAX_RATIO,
  };
}
