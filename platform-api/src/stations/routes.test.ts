import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { buildStation } from '../../test/factories.ts';
import { getAsHost, rawRequest } from '../../test/raw-request.ts';
import { readEvents } from '../../test/read-events.ts';
import { publicStationId } from '../../contract/stations/slug.ts';
import type { Problem } from '../../contract/problem.ts';
import type { PublicStation, Track } from '../../contract/stations/schemas.ts';
import { json, serve, startApp, WIDE_LIMITS } from '../../test/server.ts';
import { RadioStation } from './station.ts';

const database = testDatabase();

const NOT_FOUND = {
  title: 'Station Not Found',
  status: 404,
  code: 'station_not_found',
  detail: 'Station not found or not active',
};

describe('a station on air', () => {
  it('returns its public fields only', async () => {
    const { id } = await buildStation(database.knex, {
      station_slug: 'blue-cafe',
      station_name: 'Blue Café',
      station_logo_url: 'https://cdn.example.com/logo.png',
      stream_url: 'https://stream.example.com/blue',
      setup_notes: 'the key is under the mat',
      current_track_data: 'https://api.example.com/now?key=secret',
    });
    const app = await startApp(database);
    const response = await app.get('/v1/stations/blue-cafe');
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      public_id: publicStationId(id),
      station_slug: 'blue-cafe',
      station_name: 'Blue Café',
      station_logo_url: 'https://cdn.example.com/logo.png',
      station_url: 'http://radio.example.com/blue-cafe',
      stream_url: 'https://stream.example.com/blue',
      first_year: new Date().getUTCFullYear(),
    });
  });

  it('falls back to the demo stream and the demo’s name', async () => {
    await buildStation(database.knex, { station_slug: 'bare', station_name: null });
    const app = await startApp(database);
    expect(await (await app.get('/v1/stations/bare')).json()).toMatchObject({
      station_name: 'Demo Radio Stream',
      stream_url: 'http://radio.example.com/stream/demo',
      station_logo_url: null,
    });
  });

  it.each(['javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/x', 'http://'])(
    'never passes on %s as a URL',
    async (address) => {
      await buildStation(database.knex, {
        station_slug: 'hostile',
        stream_url: address,
        station_logo_url: address,
        station_url: address,
      });
      const app = await startApp(database);
      const body = await (await app.get('/v1/stations/hostile')).text();
      expect(body).not.toContain(address.slice(0, 5) === 'http:' ? '"http://"' : address);
    },
  );

  it('is found by a slug in capitals too', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    expect((await app.get('/v1/stations/BLUE')).status).toBe(200);
  });
});

describe('a station that is not on air', () => {
  it.each(['payment_pending', 'setup_pending', 'inactive', 'suspended'] as const)(
    'answers like an unknown station while it is %s',
    async (status) => {
      await buildStation(database.knex, { station_slug: 'hidden', status });
      const app = await startApp(database);
      for (const path of ['', '/now-playing', '/events']) {
        const hidden = await app.get(`/v1/stations/hidden${path}`);
        const absent = await app.get(`/v1/stations/absent${path}`);
        const [a, b] = [await json<Problem>(hidden), await json<Problem>(absent)];
        expect(a).toMatchObject(NOT_FOUND);
        expect({ ...a, request_id: '' }).toEqual({ ...b, request_id: '' });
      }
    },
  );

  it.each([
    'no%20such',
    'a_b',
    '%00',
    '..%2f..%2fetc',
    "'%20or%201=1--",
    '%E0%A4%A',
    'a'.repeat(300),
  ])('is refused with a 4xx problem for the slug %s', async (slug) => {
    const app = await startApp(database);
    const response = await app.get(`/v1/stations/${slug}`);
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(response.headers.get('content-type')).toContain('application/problem+json');
  });
});

describe('now playing', () => {
  it('reads the tracks from the station’s own source', async () => {
    const source = await serve((_req, res) => {
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({ title: 'Blue Monday', artist: 'The Counter' }));
    });
    await buildStation(database.knex, { station_slug: 'blue', current_track_data: source.url });
    const app = await startApp(database);
    const response = await app.get('/v1/stations/blue/now-playing');
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('cache-control')).toContain('public');
    expect(await response.json()).toMatchObject({
      previous: null,
      current: { title: 'Blue Monday', artist: 'The Counter' },
      next: null,
      stale: false,
    });
  });

  it('returns the last known tracks at once when the source hangs', async () => {
    let hangs = false;
    const source = await serve((_req, res) => {
      if (hangs) return;
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({ title: 'Blue Monday' }));
    });
    await buildStation(database.knex, { station_slug: 'blue', current_track_data: source.url });
    let clock = Date.now();
    const app = await startApp(database, { now: () => clock });
    expect((await app.get('/v1/stations/blue/now-playing')).status).toBe(200);
    hangs = true;
    clock += 11_000;
    await database.knex('track_feeds').update({ next_attempt_at: database.knex.fn.now() });
    const began = performance.now();
    const again = await app.get('/v1/stations/blue/now-playing');
    expect(await again.json()).toMatchObject({ current: { title: 'Blue Monday' } });
    // The source may take three seconds, but the cached answer is sent after half a second.
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  it('returns an empty 304 when the ETag matches', async () => {
    await buildStation(database.knex, {
      station_slug: 'blue',
      current_track_data: '/stream/demo/tracks/current',
    });
    const app = await startApp(database);
    const etag = (await app.get('/v1/stations/blue/now-playing')).headers.get('etag') ?? '';
    const again = await app.get('/v1/stations/blue/now-playing', {
      headers: { 'If-None-Match': etag },
    });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
  });

  it('is the same bytes with and without Node’s response object', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    const path = '/v1/stations/blue/now-playing';
    const etag = (await app.get(path)).headers.get('etag');
    /** Two answers: the second request could have a body, so it needs the object. */
    async function bothAnswers(header: string): Promise<string[]> {
      const head = `GET ${path} HTTP/1.1\r\nHost: a\r\n${header}`;
      const last = 'GET /v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';
      const requests = `${head}\r\n${head}Content-Length: 0\r\n\r\n${last}`;
      const answers = await rawRequest(app.url, requests);
      const texts = answers.split(/(?=HTTP\/1\.1 )/).slice(0, 2);
      return texts.map((text) => text.replace(/(?<=\r\nDate: ).*/, ''));
    }
    for (const [header, status] of [
      ['', 200],
      [`If-None-Match: ${etag}\r\n`, 304],
    ]) {
      const [fromMemory, byNode] = await bothAnswers(String(header));
      expect(fromMemory).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(fromMemory).toBe(byNode);
    }
  });

  it('returns the demo’s tracks with covers and start times', async () => {
    await buildStation(database.knex, {
      station_slug: 'own',
      current_track_data: '/stream/demo/tracks/current',
      previous_track_data: '/stream/demo/tracks/previous',
      next_track_data: '/stream/demo/tracks/next',
    });
    const app = await startApp(database);
    const { previous, current, next } = await json<
      Record<'previous' | 'current' | 'next', Required<Track>>
    >(await app.get('/v1/stations/own/now-playing'));
    expect(Date.parse(previous.started_at)).toBeLessThan(Date.parse(current.started_at));
    expect(Date.parse(current.started_at)).toBeLessThan(Date.parse(next.started_at));
    const cover = await fetch(current.cover.replace('http://radio.example.com', app.url));
    expect(cover.headers.get('content-type')).toBe('image/jpeg');
  });
});

describe('the last songs', () => {
  const playedAt = async (app: Awaited<ReturnType<typeof startApp>>, slug: string) =>
    (await json<{ data: Track[] }>(await app.get(`/v1/stations/${slug}/played-tracks`))).data;

  it('are up to ten that ended, the newest first, where the station is on air here', async () => {
    await buildStation(database.knex, {
      station_slug: 'own',
      current_track_data: '/stream/tones/tracks/current',
      previous_track_data: '/stream/tones/tracks/previous',
    });
    const app = await startApp(database);
    const songs = await playedAt(app, 'own');
    expect(songs).toHaveLength(10);
    const starts = songs.map(({ started_at }) => Date.parse(started_at ?? ''));
    expect(starts).toEqual(starts.toSorted((a, b) => b - a));
    const { previous } = await json<Record<'previous', Track>>(
      await app.get('/v1/stations/own/now-playing'),
    );
    expect(songs[0]).toEqual(previous);
  });

  it('are those that were seen where another server plays', async () => {
    let title = 'One';
    const source = await serve((_req, res) => {
      res.setHeader('content-type', 'application/json');
      res.end(JSON.stringify({ title, artist: 'The Counter' }));
    });
    await buildStation(database.knex, { station_slug: 'blue', current_track_data: source.url });
    let clock = Date.now();
    const app = await startApp(database, { now: () => clock });
    expect(await playedAt(app, 'blue')).toEqual([]);
    for (const next of ['Two', 'Three']) {
      title = next;
      clock += 11_000;
      await database.knex('track_feeds').update({ next_attempt_at: database.knex.fn.now() });
      await app.get('/v1/stations/blue/now-playing');
    }
    expect((await playedAt(app, 'blue')).map((song) => song.title)).toEqual(['Two', 'One']);
  });
});

describe('the event stream', () => {
  it('begins with the full state', async () => {
    await buildStation(database.knex, { station_slug: 'blue', station_name: 'Blue' });
    const app = await startApp(database);
    const response = await app.get('/v1/stations/blue/events');
    expect(response.headers.get('content-type')).toContain('text/event-stream');
    const stream = readEvents(response);
    expect((await stream.next()).value).toMatchObject({
      event: 'station',
      data: { station_name: 'Blue' },
    });
    expect((await stream.next()).value).toMatchObject({
      event: 'now-playing',
      data: { current: null },
    });
    await stream.return(undefined);
  });

  it('sends only what has changed when resumed with an event id', async () => {
    const station = await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    const first = readEvents(await app.get('/v1/stations/blue/events'));
    await first.next();
    const { value } = await first.next();
    await first.return(undefined);
    await RadioStation.query(database.knex).findById(station.id).patch({ station_name: 'Red' });
    await expect
      .poll(
        async () => (await json<PublicStation>(await app.get('/v1/stations/blue'))).station_name,
      )
      .toBe('Red');
    const again = readEvents(
      await app.get('/v1/stations/blue/events', { headers: { 'Last-Event-ID': value?.id ?? '' } }),
    );
    expect((await again.next()).value).toMatchObject({
      event: 'station',
      data: { station_name: 'Red' },
    });
    await again.return(undefined);
  });

  it('sends a change of the row at once, on every replica', async () => {
    const station = await buildStation(database.knex, { station_slug: 'blue' });
    const replicas = [await startApp(database), await startApp(database)];
    const streams = [];
    for (const replica of replicas) {
      const stream = readEvents(await replica.get('/v1/stations/blue/events'));
      await stream.next();
      await stream.next();
      streams.push(stream);
    }
    await RadioStation.query(database.knex).findById(station.id).patch({ station_name: 'Red' });
    for (const stream of streams) {
      expect((await stream.next()).value).toMatchObject({ data: { station_name: 'Red' } });
      await stream.return(undefined);
    }
  });

  it('ends when the station goes off air', async () => {
    const station = await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    const stream = readEvents(await app.get('/v1/stations/blue/events'));
    await stream.next();
    await stream.next();
    await RadioStation.query(database.knex).findById(station.id).patch({ status: 'inactive' });
    expect((await stream.next()).done).toBe(true);
    expect((await app.get('/v1/stations/blue')).status).toBe(404);
  });

  it('returns 429 with Retry-After when the process has no stream left', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database, { limits: { eventStreams: 1, rates: WIDE_LIMITS } });
    const first = await app.get('/v1/stations/blue/events');
    const second = await app.get('/v1/stations/blue/events');
    expect(second.status).toBe(429);
    expect(second.headers.get('retry-after')).toBe('10');
    expect(second.headers.get('access-control-allow-origin')).toBe('*');
    expect(await second.json()).toMatchObject({ code: 'too_many_streams' });
    await first.body?.cancel();
  });

  it('is served on any host, like everything under /v1', async () => {
    await buildStation(database.knex, { station_slug: 'blue' });
    const app = await startApp(database);
    expect((await getAsHost(app.url, 'anything.test', '/v1/stations/blue')).status).toBe(200);
  });
});
