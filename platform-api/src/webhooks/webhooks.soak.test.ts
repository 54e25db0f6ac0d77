import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import pino from 'pino';
import { Webhook as Verifier } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { WEBHOOK_WAITS_S } from '../../contract/webhooks/values.ts';
import { onCleanup } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { startReceiver, type Received } from '../../test/webhook-receiver.ts';
import { taskFor } from '../jobs/job.ts';
import { startWorker } from '../jobs/worker.ts';
import { createSealer } from '../process/secrets.ts';
import { PYTHON_CHECK } from '../reference/webhooks-page.ts';

const database = testDatabase();
const { knex } = database;

/** `PART=0.1` is a tenth of the events. */
const PART = Number(process.env['PART'] ?? 1);
const TARGETS = 100;
/** Each one is an event of every target. */
const CHANGES = Math.round(100 * PART);
/** Between two changes, in ms: 100 events each. */
const EVERY_MS = 1_000;

const SLOW = 10;
const FAILING = 10;
const HANGING = 5;
/** Slow targets answer after so long, in ms. */
const SLOW_MS = 3_000;
/** A failing target accepts each event the third time. */
const FAILURES = 2;

const SECRET = 'the secret of the soak test, which nobody else has';
const KEY = Buffer.alloc(32, 7);
const WEBHOOK_SECRET = `whsec_${KEY.toString('base64')}`;
const SEALED = createSealer([SECRET], 'secrets of webhooks').seal(KEY);
const EVENT = 'station.slug_changed';

/** For the load of the database: rounds of each way to deliver, changes in each, and ms between them. */
const ROUNDS = 3;
const CHANGES_OF_ROUND = 20;
const ROUND_EVERY_MS = 250;

type Kind = 'healthy' | 'slow' | 'failing' | 'hanging';

const kindOf = (index: number): Kind => {
  if (index < SLOW) return 'slow';
  if (index < SLOW + FAILING) return 'failing';
  return index < SLOW + FAILING + HANGING ? 'hanging' : 'healthy';
};

/** Hanging targets answer again after the last change. */
let hangs = true;

/** Answers as a target of this kind does. */
function answerOf(kind: Kind) {
  const seen = new Map<string, number>();
  return (id: string, res: ServerResponse): void => {
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    if (kind === 'slow') setTimeout(() => res.end('ok'), SLOW_MS);
    else if (kind === 'failing' && times <= FAILURES) res.writeHead(500).end('no');
    else if (kind !== 'hanging' || !hangs) res.end('ok');
  };
}

/** A target checks each request on arrival, with the library, as a customer's server does. */
async function startTarget(kind: Kind) {
  const answer = answerOf(kind);
  const verifier = new Verifier(WEBHOOK_SECRET);
  let refused = 0;
  const receiver = await startReceiver((_, res) => {
    const { headers, body } = receiver.received.at(-1) as Received;
    try {
      verifier.verify(body, headers);
    } catch {
      refused += 1;
    }
    answer(headers['webhook-id'] ?? '', res);
  });
  return { kind, receiver, refused: () => refused };
}

/** Targets of each kind, and their endpoints. */
async function startTargets(kinds: Kind[]) {
  const targets = await Promise.all(kinds.map(startTarget));
  const shared = { events: [EVENT], secret: SEALED };
  await knex('webhook_endpoints').insert(
    targets.map(({ receiver: { url } }) => ({ id: uuidv7(), url, ...shared })),
  );
  return targets;
}

async function startReplica(): Promise<ChildProcess> {
  const program = fileURLToPath(new URL('../../test/webhook-replica.ts', import.meta.url));
  const args = ['--import', 'tsx', '-C', 'source', program, database.url, SECRET];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onCleanup(async () => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const waiting = async (): Promise<number> =>
  Number((await knex('webhook_deliveries').where({ state: 'waiting' }).count().first())?.['count']);

/** Backends report their figures when they have been idle for so long, in ms (PostgreSQL, pgstat.c). */
const REPORTED_MS = 11_000;

/** The work of the database so far. `ms` is the time that it ran statements. */
async function loadOf(): Promise<{ transactions: number; rows: number; ms: number }> {
  await sleep(REPORTED_MS);
  const row = await knex('pg_stat_database')
    .whereRaw('datname = current_database()')
    .first('xact_commit', 'tup_inserted', 'tup_updated', 'tup_deleted', 'active_time');
  return {
    transactions: Number(row.xact_commit),
    rows: Number(row.tup_inserted) + Number(row.tup_updated) + Number(row.tup_deleted),
    ms: Number(row.active_time),
  };
}

type Load = Awaited<ReturnType<typeof loadOf>>;

const perRequest = (before: Load, after: Load, requests: number): Load => ({
  transactions: (after.transactions - before.transactions) / requests,
  rows: (after.rows - before.rows) / requests,
  ms: (after.ms - before.ms) / requests,
});

/** How many requests the documented check in Python finds genuine, by the time at which each was sent. */
async function genuineByPython(requests: Received[]): Promise<number> {
  const program = `${PYTHON_CHECK}
import json, sys
genuine = 0
for line in sys.stdin:
    arguments = json.loads(line)
    time.time = lambda: int(arguments[2])
    genuine += is_genuine(*arguments)
print(genuine)`;
  const python = spawn('python3', ['-c', program], { stdio: ['pipe', 'pipe', 'inherit'] });
  const names = ['webhook-id', 'webhook-timestamp', 'webhook-signature'];
  for (const { headers, body } of requests) {
    const line = [WEBHOOK_SECRET, ...names.map((name) => headers[name]), body];
    python.stdin.write(`${JSON.stringify(line)}\n`);
  }
  python.stdin.end();
  return Number(await text(python.stdout));
}

const print = (figures: object) => process.stdout.write(`${JSON.stringify(figures)}\n`);

it(
  `delivers ${TARGETS * CHANGES} events to ${TARGETS} targets although many are slow, fail or hang and a replica dies`,
  { timeout: 60 * 60_000, retry: 0 },
  async () => {
    const kinds = Array.from({ length: TARGETS }, (_, index) => kindOf(index));
    const targets = await startTargets(kinds);
    const station = await buildStation(knex, { station_slug: 'first' });
    const [victim] = await Promise.all([startReplica(), startReplica()]);
    const before = await loadOf();
    /** When each event was written, by the slug that it is about. */
    const writtenAt = new Map<string, number>();
    for (let change = 0; change < CHANGES; change += 1) {
      const station_slug = `slug-${change}`;
      writtenAt.set(station_slug, Date.now());
      await knex('radio_stations').where({ id: station.id }).update({ station_slug });
      if (change === Math.floor(CHANGES / 2)) victim.kill('SIGKILL');
      await sleep(EVERY_MS);
    }
    hangs = false;
    // The waits of minutes and hours are cut short; those of seconds are real.
    while ((await waiting()) > 0) {
      // Those of which a replica keeps an outcome at this moment come the next time.
      const held = knex('webhook_endpoints').whereNotNull('held_until').forUpdate().skipLocked();
      await knex('webhook_endpoints').whereIn('id', held.select('id')).update({ held_until: null });
      await knex('webhook_deliveries')
        .where({ state: 'waiting' })
        .where('due_at', '>', knex.raw(`now() + interval '40 seconds'`))
        .update({ due_at: knex.fn.now() });
      await sleep(1_000);
    }

    const latencies: number[] = [];
    for (const { kind, receiver, refused } of targets) {
      const slugs = new Set<string>();
      for (const { body, at } of receiver.received) {
        const slug: string = JSON.parse(body).data.station.station_slug;
        if (kind === 'healthy' && !slugs.has(slug)) latencies.push(at - (writtenAt.get(slug) ?? 0));
        slugs.add(slug);
      }
      expect([kind, slugs.size, refused()]).toEqual([kind, CHANGES, 0]);
    }
    const received = targets.flatMap(({ receiver }) => receiver.received);
    expect(await genuineByPython(received)).toBe(received.length);
    expect(await knex('webhook_deliveries').whereNot({ state: 'delivered' })).toEqual([]);
    const most = await knex('webhook_deliveries').max('attempts').first();
    expect(most?.['max']).toBeLessThanOrEqual(WEBHOOK_WAITS_S.length + 1);
    latencies.sort((a, b) => a - b);
    const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Infinity;
    print({
      deliveries: TARGETS * CHANGES,
      requests: received.length,
      most_attempts: most?.['max'],
      healthy_p50_ms: latencies[Math.floor(latencies.length / 2)],
      healthy_p99_ms: p99,
      healthy_worst_ms: latencies.at(-1),
      ...perRequest(before, await loadOf(), received.length),
    });
    expect(p99).toBeLessThanOrEqual(5_000);
  },
);

it(
  'costs the database no more time than a plain job that posts the same',
  { timeout: 30 * 60_000, retry: 0 },
  async () => {
    const targets = await startTargets(Array<Kind>(TARGETS).fill('healthy'));
    const endpoints = knex('webhook_endpoints');
    const station = await buildStation(knex, { station_slug: 'first' });
    const arrived = () => targets.reduce((sum, { receiver }) => sum + receiver.received.length, 0);

    /** Makes changes, waits until their requests have arrived, and measures what it cost. */
    async function measured(change: (index: number) => Promise<unknown>): Promise<Load> {
      const requests = CHANGES_OF_ROUND * TARGETS;
      const [before, first] = [await loadOf(), arrived()];
      for (let index = 0; index < CHANGES_OF_ROUND; index += 1) {
        await change(index);
        await sleep(ROUND_EVERY_MS);
      }
      while (arrived() < first + requests) await sleep(100);
      return perRequest(before, await loadOf(), requests);
    }

    const webhooks: Load[] = [];
    const plain: Load[] = [];
    const rename = (db: typeof knex, slug: string) =>
      db('radio_stations').where({ id: station.id }).update({ station_slug: slug });
    for (let round = 0; round < ROUNDS; round += 1) {
      const replica = await startReplica();
      webhooks.push(await measured((index) => rename(knex, `slug-${round}-${index}`)));
      replica.kill('SIGKILL');

      await endpoints.clone().update({ events: ['station.silent'] });
      const worker = await startPlainJobs();
      const queued = (index: number) =>
        knex.transaction(async (trx) => {
          await rename(trx, `plain-${round}-${index}`);
          await trx.raw(
            `select graphile_worker.add_job(?, json_build_object('url', url, 'type', ?::text)) from webhook_endpoints`,
            [PLAIN.name, EVENT],
          );
        });
      plain.push(await measured(queued));
      await worker.stop();
      await endpoints.clone().update({ events: [EVENT] });
    }
    const ratioOf = (figure: keyof Load) =>
      median(webhooks.map((load, round) => load[figure] / (plain[round]?.[figure] ?? NaN)));
    const ratios = {
      ms: ratioOf('ms'),
      transactions: ratioOf('transactions'),
      rows: ratioOf('rows'),
    };
    print({ per_request: { webhooks, plain }, ratios });
    expect(ratios.ms).toBeLessThanOrEqual(1);
  },
);

const PLAIN = { name: 'post_plainly', payload: z.object({ url: z.string(), type: z.string() }) };

/** Jobs of the general queue that post an event, and keep nothing of it. */
function startPlainJobs() {
  const post = taskFor(PLAIN, async ({ url, type }) => {
    const headers = { 'content-type': 'application/json' };
    await fetch(url, { method: 'POST', headers, body: JSON.stringify({ type }) });
  });
  return startWorker({ databaseUrl: database.url, tasks: [post], log: pino({ level: 'silent' }) });
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
