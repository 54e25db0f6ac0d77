import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Webhook as Verifier } from 'standardwebhooks';
import { v7 as uuidv7 } from 'uuid';
import { expect, it } from 'vitest';
import { onCleanup } from '../../test/cleanup.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { startReceiver } from '../../test/webhook-receiver.ts';
import { createSealer } from '../secrets.ts';

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

type Kind = 'healthy' | 'slow' | 'failing' | 'hanging';

const kindOf = (index: number): Kind => {
  if (index < SLOW) return 'slow';
  if (index < SLOW + FAILING) return 'failing';
  return index < SLOW + FAILING + HANGING ? 'hanging' : 'healthy';
};

/** Answers as a target of this kind does. */
function answerOf(kind: Kind) {
  const seen = new Map<string, number>();
  return (id: string, res: ServerResponse): void => {
    const times = (seen.get(id) ?? 0) + 1;
    seen.set(id, times);
    if (kind === 'slow') setTimeout(() => res.end('ok'), SLOW_MS);
    else if (kind === 'failing' && times <= FAILURES) res.writeHead(500).end('no');
    // A hanging target never answers the first time.
    else if (kind !== 'hanging' || times > 1) res.end('ok');
  };
}

async function startTarget(index: number, sealed: Buffer) {
  const kind = kindOf(index);
  const answer = answerOf(kind);
  const receiver = await startReceiver((req, res) =>
    answer(String(req.headers['webhook-id']), res),
  );
  const events = ['station.slug_changed'];
  await knex('webhook_endpoints').insert({
    id: uuidv7(),
    url: receiver.url,
    events,
    secret: sealed,
  });
  return { kind, receiver };
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

/** Transactions and written rows of the database so far. */
async function loadOf(): Promise<{ transactions: number; rows: number }> {
  await knex.raw('select pg_stat_force_next_flush()');
  const row = await knex('pg_stat_database')
    .whereRaw('datname = current_database()')
    .first('xact_commit', 'tup_inserted', 'tup_updated');
  return {
    transactions: Number(row.xact_commit),
    rows: Number(row.tup_inserted) + Number(row.tup_updated),
  };
}

it(
  `delivers ${TARGETS * CHANGES} events to ${TARGETS} targets although many are slow, fail or hang and a replica dies`,
  { timeout: 60 * 60_000, retry: 0 },
  async () => {
    const key = Buffer.alloc(32, 7);
    const sealed = createSealer([SECRET], 'secrets of webhooks').seal(key);
    const targets = await Promise.all(
      Array.from({ length: TARGETS }, (_, index) => startTarget(index, sealed)),
    );
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
    // The waits of minutes and hours are cut short; those of seconds are real.
    while ((await waiting()) > 0) {
      await knex('webhook_endpoints').whereNotNull('held_until').update({ held_until: null });
      await knex('webhook_deliveries')
        .where({ state: 'waiting' })
        .where('due_at', '>', knex.raw(`now() + interval '40 seconds'`))
        .update({ due_at: knex.fn.now() });
      await sleep(1_000);
    }
    const after = await loadOf();

    const verifier = new Verifier(key.toString('base64'));
    const latencies: number[] = [];
    let requests = 0;
    for (const { kind, receiver } of targets) {
      const slugs = new Set<string>();
      for (const { headers, body, at } of receiver.received) {
        requests += 1;
        // Signatures are valid for five minutes, which the test may take longer than.
        const signed = verifier.sign(
          headers['webhook-id'] ?? '',
          new Date(Number(headers['webhook-timestamp']) * 1_000),
          body,
        );
        expect(headers['webhook-signature']).toBe(signed);
        const slug: string = JSON.parse(body).data.station.station_slug;
        if (kind === 'healthy' && !slugs.has(slug)) latencies.push(at - (writtenAt.get(slug) ?? 0));
        slugs.add(slug);
      }
      expect(slugs.size).toBe(CHANGES);
    }
    expect(await knex('webhook_deliveries').whereNot({ state: 'delivered' })).toEqual([]);
    latencies.sort((a, b) => a - b);
    const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Infinity;
    const deliveries = TARGETS * CHANGES;
    process.stdout.write(
      `${JSON.stringify({
        deliveries,
        requests,
        healthy_p50_ms: latencies[Math.floor(latencies.length / 2)],
        healthy_p99_ms: p99,
        healthy_worst_ms: latencies.at(-1),
        transactions_per_request: (after.transactions - before.transactions) / requests,
        rows_per_request: (after.rows - before.rows) / requests,
      })}\n`,
    );
    expect(p99).toBeLessThanOrEqual(5_000);
  },
);
