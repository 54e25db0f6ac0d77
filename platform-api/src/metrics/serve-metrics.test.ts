import { readFile } from 'node:fs/promises';
import { register } from 'prom-client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { z } from 'zod';
import { CALLS } from '../../contract/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { bearer, buildStation, signedInUser } from '../../test/factories.ts';
import { freePort } from '../../test/program.ts';
import { startApp } from '../../test/server.ts';
import { queueJob } from '../jobs/job.ts';
// Their counters belong to the program: the app of the tests has no worker and no mail server.
import '../jobs/task-list.ts';
import '../mail/watch-mail.ts';
import { serveMetrics } from './serve-metrics.ts';

const database = testDatabase();
const { knex } = database;

/** The app with its metrics at a port of their own. */
async function startMeasuredApp() {
  // Other test files of this process have counted, too.
  register.resetMetrics();
  const app = await startApp(database);
  const port = await freePort();
  const stop = await serveMetrics(
    {
      db: knex,
      status: app.status,
      clock: { aheadMs: () => 1_500 },
      version: '1.2.3',
      dataDir: '.',
      listeners: { now: () => app.services.broadcast.size, most: 100 },
      eventStreams: { now: () => 0, most: 100 },
    },
    { host: '127.0.0.1', port },
  );
  onTestFinished(stop);
  const url = `http://127.0.0.1:${port}`;
  const scrape = async () => (await fetch(`${url}/metrics`)).text();
  return { app, url, scrape };
}

it('counts requests by call and status, never by path or slug', async () => {
  const { app, scrape } = await startMeasuredApp();
  const member = await signedInUser(app);
  await app.get('/v1/me', bearer(member.access_token));
  await app.get('/v1/me');
  await buildStation(knex, { station_slug: 'blue' });
  // The first answer comes through the routes, the second from memory.
  await app.get('/v1/stations/blue/now-playing');
  await app.get('/v1/stations/blue/now-playing');
  await app.get('/v1/no-such-call');
  await app.get('/no-such-page-of-a-canary');
  const text = await scrape();
  for (const labels of [
    'call="getMe",status="200"',
    'call="getMe",status="401"',
    'call="getNowPlaying",status="200"} 2',
    'call="unknown_call",status="404"',
  ]) {
    expect(text).toContain(`stationhouse_http_requests_total{${labels}`);
  }
  expect(text).toMatch(/request_duration_seconds_bucket\{le="\+Inf",call="getMe"\} [1-9]/);
  const kinds = ['page', 'unknown_call', 'stream', 'hls', 'listening', 'storage', 'static'];
  const known = new Set([...CALLS.map(({ id }) => id), ...kinds]);
  for (const [, call = ''] of text.matchAll(/call="([^"]*)"/g)) expect(known).toContain(call);
  expect(text).not.toContain('canary');
});

it('shows jobs, events of Stripe, the watch, services behind it, the clock and the version', async () => {
  const greet = { name: 'greet', payload: z.object({}) };
  await queueJob(knex, greet, {});
  await queueJob(knex, greet, {}, null, new Date(Date.now() + 60_000));
  await knex.raw(`update graphile_worker._private_jobs set run_at = now() - interval '90 s'
    where run_at <= now()`);
  const received_at = knex.raw("now() - interval '1 hour'");
  const event = { type: 'invoice.paid', happened_at: received_at, received_at };
  await knex('stripe_events').insert({ id: 'evt_1', ...event });
  await knex('stripe_events').insert({ id: 'evt_2', ...event, processed_at: knex.fn.now() });
  const { id } = await buildStation(knex, { stream_url: 'https://radio.example/live' });
  const checked_at = knex.raw("now() - interval '20 min'");
  await knex('station_watches').insert({
    station_id: id,
    turn: id,
    due_at: checked_at,
    checked_at,
  });

  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  await knex('backups').insert({ made_at: hoursAgo(50), verified_at: hoursAgo(49) });
  await knex('backups').insert({ made_at: hoursAgo(2) });

  const { scrape } = await startMeasuredApp();
  const text = await vi.waitFor(async () => {
    const found = await scrape();
    expect(found).toContain('stationhouse_part_up{part="database"} 1');
    expect(found).toContain('stationhouse_stripe_events_unprocessed 1');
    return found;
  }, 10_000);
  const valueOf = (name: string) => Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1]);
  expect(text).toContain('stationhouse_jobs{task="greet",state="waiting"} 1');
  expect(text).toContain('stationhouse_jobs{task="greet",state="later"} 1');
  expect(valueOf('stationhouse_oldest_job_seconds')).toBeCloseTo(90, -2);
  expect(valueOf('stationhouse_stripe_events_oldest_seconds')).toBeCloseTo(3_600, -2);
  expect(valueOf('stationhouse_watch_age_seconds')).toBeCloseTo(1_200, -2);
  expect(valueOf('stationhouse_backup_age_seconds')).toBeCloseTo(2 * 3_600, -2);
  expect(valueOf('stationhouse_verified_backup_age_seconds')).toBeCloseTo(50 * 3_600, -2);
  expect(valueOf('stationhouse_clock_offset_seconds')).toBe(1.5);
  expect(valueOf('process_open_fds')).toBeGreaterThan(3);
  expect(valueOf('stationhouse_data_dir_free_bytes')).toBeGreaterThan(0);
  expect(text).toContain('stationhouse_build_info{version="1.2.3"} 1');
});

it('is at no other path, and never at the port of the site', async () => {
  const { app, url } = await startMeasuredApp();
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  expect(await (await app.get('/metrics')).text()).not.toContain('stationhouse_');
});

it('has every metric that the alert rules and the dashboard name', async () => {
  const { scrape } = await startMeasuredApp();
  const text = await scrape();
  const known = new Set([...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name));
  for (const file of ['prometheus/alerts.yml', 'grafana/stationhouse.json']) {
    const rules = await readFile(new URL(`../../../deploy/${file}`, import.meta.url), 'utf8');
    const named = rules.match(/\b(?:stationhouse|nodejs|process)_\w+/g) ?? [];
    expect(named.length).toBeGreaterThan(10);
    const unknown = named.filter((name) => !known.has(name.replace(/_(?:bucket|sum|count)$/, '')));
    expect(unknown).toEqual([]);
  }
});
