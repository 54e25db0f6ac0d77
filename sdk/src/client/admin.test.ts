// @vitest-environment node
import { json, text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEventServer, type EventServer } from '../../test/event-server.ts';
import { createClient, type KeyClient } from './client.ts';

let server: EventServer;
let admin: KeyClient['admin'];

beforeEach(async () => {
  server = await startEventServer();
  const { origin: url } = new URL(server.url);
  ({ admin } = createClient({ url, apiKey: 'shk_abc' }));
});

afterEach(() => server.close());

const file = new File(['x'], 'Bell.mp3', { type: 'audio/mpeg' });

const UPLOAD = {
  file_name: 'So What.flac',
  size_bytes: 1,
  modified_at: '2026-11-21T09:30:00.000Z',
};

describe('admin calls', () => {
  it.each<[string, () => Promise<unknown>]>([
    ['GET /v1/admin/stats', () => admin.stats()],
    ['GET /v1/admin/listening?sort=name', () => admin.listening.stations({ sort: 'name' })],
    ['GET /v1/admin/listeners', () => admin.listening.now()],
    ['GET /v1/admin/customers', () => admin.customers.list()],
    [
      'GET /v1/admin/customers?search=caf%C3%A9+%26+co&limit=5',
      () => admin.customers.list({ search: 'café & co', limit: 5, cursor: undefined }),
    ],
    ['GET /v1/admin/customers/a%2Fb', () => admin.customers.get('a/b')],
    ['PATCH /v1/admin/customers/a%2Fb', () => admin.customers.change('a/b', '"1"', {})],
    ['POST /v1/admin/customers/a%2Fb/checks', () => admin.customers.check('a/b')],
    [
      'POST /v1/admin/customers/a%2Fb/assets',
      () => admin.customers.upload('a/b', { kind: 'radio_id', file }),
    ],
    [
      'DELETE /v1/admin/customers/a%2Fb/assets/c%3Fd',
      () => admin.customers.deleteAsset('a/b', 'c?d'),
    ],
    [
      'POST /v1/admin/customers/a%2Fb/password-reset',
      () => admin.customers.resetPassword('a/b', 'proof'),
    ],
    ['DELETE /v1/admin/customers/a%2Fb', () => admin.customers.delete('a/b', 'proof')],
    ['PUT /v1/admin/customers/a%2Fb/role', () => admin.customers.setRole('a/b', 'admin', 'proof')],
    ['GET /v1/admin/audit?user_id=u1', () => admin.audit.list({ user_id: 'u1' })],
    ['GET /v1/admin/watch', () => admin.watch.list()],
    [
      'GET /v1/admin/library/tracks?search=blue',
      () => admin.library.tracks.list({ search: 'blue' }),
    ],
    ['GET /v1/admin/library/tracks/a%2Fb', () => admin.library.tracks.get('a/b')],
    [
      'PATCH /v1/admin/library/tracks/a%2Fb',
      () => admin.library.tracks.change('a/b', { energy: 2 }),
    ],
    [
      'PATCH /v1/admin/library/tracks',
      () => admin.library.tracks.changeMany(['t1'], { genre: 'Jazz' }),
    ],
    ['PUT /v1/admin/library/tracks/t1/cover', () => admin.library.tracks.setCover('t1', file)],
    ['DELETE /v1/admin/library/tracks/t1/cover', () => admin.library.tracks.removeCover('t1')],
    [
      'GET /v1/admin/library/tracks.csv?genre=Jazz',
      () => admin.library.tracks.csv({ genre: 'Jazz' }),
    ],
    ['POST /v1/admin/library/tracks.csv', () => admin.library.tracks.correct(file)],
    ['GET /v1/admin/library/tags', () => admin.library.tags()],
    [
      'GET /v1/admin/library/playlists?is_due=true',
      () => admin.library.playlists.list({ is_due: 'true' }),
    ],
    [
      'POST /v1/admin/library/playlists',
      () => admin.library.playlists.create({ name: 'Calm', rule: {} }),
    ],
    ['GET /v1/admin/library/playlists/a%2Fb', () => admin.library.playlists.get('a/b')],
    ['PATCH /v1/admin/library/playlists/a%2Fb', () => admin.library.playlists.change('a/b', {})],
    [
      'GET /v1/admin/library/playlists/p1/versions?limit=5',
      () => admin.library.playlists.versions('p1', { limit: 5 }),
    ],
    [
      'GET /v1/admin/library/playlists/p1/versions/3',
      () => admin.library.playlists.version('p1', 3),
    ],
    [
      'POST /v1/admin/library/playlists/p1/versions',
      () => admin.library.playlists.addVersion('p1', { from: 1, track_ids: [] }),
    ],
    ['POST /v1/admin/library/playlists/p1/refresh', () => admin.library.playlists.refresh('p1')],
    [
      'GET /v1/admin/library/playlists/p1/changes?from=1&to=3',
      () => admin.library.playlists.compare('p1', { from: 1, to: 3 }),
    ],
    ['POST /v1/admin/library/rule-previews', () => admin.library.playlists.preview({})],
    ['POST /v1/admin/library/uploads', () => admin.library.uploads.begin(UPLOAD)],
    [
      'PUT /v1/admin/library/uploads/a%2Fb/parts/2',
      () => admin.library.uploads.sendPart('a/b', 2, file),
    ],
    [
      'GET /v1/admin/library/uploads?state=failed',
      () => admin.library.uploads.list({ state: 'failed' }),
    ],
    ['POST /v1/admin/library/uploads/a%2Fb/retry', () => admin.library.uploads.retry('a/b')],
    ['GET /v1/admin/stations/a%2Fb/schedule', () => admin.schedules.get('a/b')],
    [
      'POST /v1/admin/stations/s1/schedule/preview',
      () => admin.schedules.preview('s1', { hours: 1 }),
    ],
    ['GET /v1/admin/stations/s1/schedule/changes', () => admin.schedules.changes('s1')],
    [
      'POST /v1/admin/stations/s1/schedule/revisions',
      () => admin.schedules.publish('s1', { draft_version: 1, newest: null }),
    ],
    [
      'GET /v1/admin/stations/s1/schedule/revisions?limit=5',
      () => admin.schedules.revisions('s1', { limit: 5 }),
    ],
    ['GET /v1/admin/stations/s1/schedule/revisions/3', () => admin.schedules.revision('s1', 3)],
    [
      'POST /v1/admin/stations/s1/schedule/revisions/2/restore',
      () => admin.schedules.restore('s1', 2, { newest: 3 }),
    ],
    [
      'POST /v1/admin/stations/s1/schedule/off-air',
      () => admin.schedules.takeOffAir('s1', { newest: 3 }),
    ],
    ['GET /v1/admin/schedules/held', () => admin.schedules.held()],
    [
      'GET /v1/admin/stations/s1/programme?hours=2',
      () => admin.schedules.programme('s1', { hours: 2 }),
    ],
    ['GET /v1/admin/stations/s1/insertions', () => admin.schedules.insertions('s1')],
    [
      'POST /v1/admin/stations/s1/insertions',
      () => admin.schedules.insert('s1', { item_id: 'i1' }),
    ],
    ['DELETE /v1/admin/stations/s1/insertions/a%2Fb', () => admin.schedules.withdraw('s1', 'a/b')],
    [
      'POST /v1/admin/stations/s1/skips',
      () => admin.schedules.skip('s1', '2026-11-24T09:30:00.000Z'),
    ],
    [
      'GET /v1/admin/stations/s1/play-log?kind=music',
      () => admin.schedules.playLog('s1', { kind: 'music' }),
    ],
    ['GET /v1/admin/stations/s1/play-log.csv', () => admin.schedules.playLogCsv('s1')],
    ['DELETE /v1/admin/library/uploads/c%3Fd', () => admin.library.uploads.delete('c?d')],
    ['GET /v1/admin/library/voices', () => admin.library.voices.list()],
    ['GET /v1/admin/messages?limit=2', () => admin.customers.messages.waiting({ limit: 2 })],
    ['GET /v1/admin/customers/u1/messages', () => admin.customers.messages.list('u1')],
    ['POST /v1/admin/customers/u1/messages', () => admin.customers.messages.send('u1', 'Hello')],
    ['PUT /v1/admin/customers/u1/messages/read', () => admin.customers.messages.read('u1', 'm1')],
    ['GET /v1/admin/customers/u1/radio-ids', () => admin.customers.radioIds.list('u1')],
    [
      'POST /v1/admin/customers/u1/radio-ids/a%2Fb/speech',
      () => admin.customers.radioIds.speak('u1', 'a/b', { text: 'Hello', voice_id: 'flite:slt' }),
    ],
    [
      'PUT /v1/admin/customers/u1/radio-ids/a%2Fb/recording',
      () => admin.customers.radioIds.record('u1', 'a/b', file),
    ],
    [
      'POST /v1/admin/customers/u1/radio-ids/a%2Fb/acceptance',
      () => admin.customers.radioIds.accept('u1', 'a/b', 't1'),
    ],
    [
      'DELETE /v1/admin/customers/u1/radio-ids/c%3Fd',
      () => admin.customers.radioIds.remove('u1', 'c?d'),
    ],
  ])('is %s, as the signed-in user', async (call, ask) => {
    const answer = ask();
    const { request, response } = await server.next();
    expect(`${request.method} ${request.url}`).toBe(call);
    expect(request.headers.authorization).toBe('Bearer shk_abc');
    response.writeHead(call.includes('/c%3F') ? 204 : 200).end(call.includes('/c%3F') ? '' : '{}');
    await answer;
  });
});

it('a change sends the version that it is based on, and is not retried automatically', async () => {
  const change = { station: { status: 'active' } } as const;
  const changed = admin.customers.change('u1', '"v1"', change);
  const { request, response } = await server.next();
  expect(request.headers['if-match']).toBe('"v1"');
  expect(request.headers['idempotency-key']).toBeUndefined();
  expect(await json(request)).toEqual(change);
  response.writeHead(503).end();
  await expect(changed).rejects.toMatchObject({ status: 503 });
});

it('a part of a music file is sent as its bytes, with their SHA-256', async () => {
  const sent = admin.library.uploads.sendPart('u1', 1, new Blob(['hello']));
  const { request, response } = await server.next();
  expect(request.headers['content-type']).toBe('application/octet-stream');
  expect(request.headers['content-digest']).toBe(
    'sha-256=:LPJNul+wow4m6DsqxbninhsWHlwfp0JecwQzYpOLmCQ=:',
  );
  expect(await text(request)).toBe('hello');
  response.end('{}');
  await sent;
});

it('a conflicting change fails with the current customer', async () => {
  const changed = admin.customers.change('u1', '"v1"', {});
  const { response } = await server.next();
  const current = { user: { id: 'u1' }, etag: '"v2"' };
  response.writeHead(409).end(JSON.stringify({ code: 'changed_meanwhile', current }));
  await expect(changed).rejects.toMatchObject({ code: 'changed_meanwhile', current });
});

it.each([
  ['delete', () => admin.customers.delete('u1', 'proof'), ''],
  ['setRole', () => admin.customers.setRole('u1', 'user', 'proof'), '{"role":"user"}'],
])('customers.%s sends the proof of the password', async (_, call, body) => {
  const done = call();
  const { request, response } = await server.next();
  expect(request.headers['step-up']).toBe('proof');
  expect(await text(request)).toBe(body);
  response.end('{}');
  await done;
});

it('customers.delete and resetPassword resolve with nothing', async () => {
  for (const call of [
    admin.customers.delete('u1', 'proof'),
    admin.customers.resetPassword('u1', 'proof'),
  ]) {
    (await server.next()).response.writeHead(202).end('{}');
    expect(await call).toBeUndefined();
  }
});

it('a password reset has an idempotency key, so that a retry sends no second email', async () => {
  const sent = admin.customers.resetPassword('u1', 'proof');
  const { request, response } = await server.next();
  expect(request.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  response.writeHead(202).end('{}');
  await sent;
});

it('a check has a longer timeout and an idempotency key', async () => {
  const limits = vi.spyOn(AbortSignal, 'timeout');
  const checked = admin.customers.check('u1', { stream_url: 'https://a.example/b.mp3' });
  const { request, response } = await server.next();
  expect(await json(request)).toEqual({ stream_url: 'https://a.example/b.mp3' });
  expect(request.headers['idempotency-key']).toMatch(/^[0-9a-f]{32}$/);
  expect(limits.mock.calls).toEqual([[40_000]]);
  response.end('{"checks":[]}');
  expect(await checked).toEqual({ checks: [] });
});

it('a file for a customer is uploaded like a member’s file', async () => {
  const uploaded = admin.customers.upload(
    'u1',
    { kind: 'commercial', file, file_name: 'Spring.mp3' },
    { idempotencyKey: 'spring' },
  );
  const { request, response } = await server.next();
  expect(request.headers['idempotency-key']).toBe('spring');
  expect(await text(request)).toMatch(/name="kind"\s+commercial[^]*filename="Spring.mp3"/);
  response.end('{"id":"a1"}');
  expect(await uploaded).toEqual({ id: 'a1' });
});

describe('the CSV export', () => {
  it('arrives unchanged, without a timeout', async () => {
    const limits = vi.spyOn(AbortSignal, 'timeout');
    const asked = admin.customers.csv({ status: 'active', search: undefined }, 'proof');
    const { request, response } = await server.next();
    expect(request.url).toBe('/v1/admin/customers.csv?status=active');
    expect(limits).not.toHaveBeenCalled();
    response.writeHead(200, { 'Content-Type': 'text/csv' }).end('user_id\r\nu1\r\n');
    const blob = await asked;
    expect(blob.type).toBe('text/csv');
    expect(await blob.text()).toBe('user_id\r\nu1\r\n');
  });

  it('fails when the connection breaks', async () => {
    const asked = admin.customers.csv({}, 'proof');
    const { response } = await server.next();
    response.writeHead(200, { 'Content-Length': '1000' });
    response.write('user_id\r\nu');
    response.socket?.end();
    await expect(asked).rejects.toMatchObject({ status: 200, code: 'bad_answer' });
  });

  it('fails with the API’s message', async () => {
    const asked = admin.customers.csv({}, 'proof');
    const { response } = await server.next();
    response.writeHead(429, { 'Retry-After': '60' });
    response.end('{"code":"rate_limited","title":"Too many attempts"}');
    await expect(asked).rejects.toMatchObject({ code: 'rate_limited', retryAfter: 60 });
  });
});
