// @vitest-environment node
import { json } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from 'vitest';
import { startEventServer, type EventServer } from '../../test/event-server.ts';
import {
  createClient,
  type Client,
  type KeyClient,
  type NowPlaying,
  type Oembed,
  type Problem,
  type Profile,
  type RequestFailed,
  type SecondFactorProof,
  type Station,
  type TakenLink,
  type User,
} from './client.ts';

let server: EventServer;

beforeEach(async () => {
  server = await startEventServer();
});
afterEach(() => server.close());

const origin = () => new URL(server.url).origin;

describe('a client for a business', () => {
  it('names it in calls of a member, and nowhere else', async () => {
    const client = createClient({ url: origin(), business: 'st_1' });
    const headerOf = async (ask: () => Promise<unknown>) => {
      const answer = ask();
      const { request, response } = await server.next();
      response.end('{}');
      await answer;
      return request.headers['business'];
    };
    expect(await headerOf(() => client.me.station.get())).toBe('st_1');
    expect(await headerOf(() => client.stations.get('demo'))).toBeUndefined();
    expect(await headerOf(() => client.auth.sessions.list())).toBeUndefined();
    expect(await headerOf(() => client.admin.stats())).toBeUndefined();
    client.close();
  });
});

describe('stations', () => {
  const createCalls = () => createClient({ url: origin() });

  it.each([
    ['get', '/v1/stations/demo'],
    ['nowPlaying', '/v1/stations/demo/now-playing'],
  ] as const)('stations.%s requests %s', async (call, path) => {
    const answer = createCalls().stations[call]('demo');
    const { request, response } = await server.next();
    expect(request.url).toBe(path);
    expect(request.headers.authorization).toBeUndefined();
    response.end('{"title":"Café"}');
    expect(await answer).toEqual({ title: 'Café' });
  });

  it('a slug cannot change the request’s path', async () => {
    const answer = createCalls().stations.get('../me?x=1#');
    const { request, response } = await server.next();
    expect(request.url).toBe('/v1/stations/..%2Fme%3Fx%3D1%23');
    response.writeHead(404).end();
    await expect(answer).rejects.toMatchObject({ status: 404 });
  });

  it('stations.events keeps a stream open, and reports each event by its kind', async () => {
    const [onStation, onNowPlaying] = [vi.fn(), vi.fn()];
    const events = createCalls().stations.events('demo', {
      onStation,
      onNowPlaying,
      poll: () => undefined,
    });
    const visit = await server.next();
    expect(visit.request.url).toBe('/v1/stations/demo/events');
    const stream = visit.open();
    stream.write('event: station\ndata: {"station_slug":"demo"}\n\n');
    stream.write('event: later\ndata: {}\n\n');
    stream.write('event: now-playing\ndata: {"stale":false}\n\n');
    await vi.waitFor(() => expect(onNowPlaying).toHaveBeenCalledExactlyOnceWith({ stale: false }));
    expect(onStation).toHaveBeenCalledExactlyOnceWith({ station_slug: 'demo' });
    events.close();
    await visit.gone;
  });

  it('stations.events requests what is wanted while there is no stream', async () => {
    const onNowPlaying = vi.fn();
    const events = createCalls().stations.events('demo', { onNowPlaying });
    (await server.next()).response.writeHead(503).end();
    const { request, response } = await server.next();
    expect(request.url).toBe('/v1/stations/demo/now-playing');
    response.end('{"stale":true}');
    await vi.waitFor(() => expect(onNowPlaying).toHaveBeenCalledExactlyOnceWith({ stale: true }));
    events.close();
  });
});

it('a failure without an answer of the API has words for people', async () => {
  const { stations, contact } = createClient({ url: origin() });
  const odd = stations.get('demo');
  (await server.next()).response.writeHead(200).end('<p>Welcome to the hotel</p>');
  await expect(odd).rejects.toMatchObject({
    code: 'bad_answer',
    message: 'The server gave no proper answer. Please try again.',
  });
  const signal = AbortSignal.abort();
  await expect(contact.send(MESSAGE, { signal })).rejects.toMatchObject({
    code: 'unreachable',
    message: 'The server could not be reached. Please try again.',
  });
});

const MESSAGE = { name: 'Ada', email: 'ada@example.com', subject: 'Hello', message: 'Music?' };

it('contact.send sends exactly what it is given', async () => {
  const answer = createClient({ url: origin() }).contact.send(MESSAGE);
  const { request, response } = await server.next();
  expect(`${request.method} ${request.url}`).toBe('POST /v1/contact');
  expect(request.headers.authorization).toBeUndefined();
  expect(await json(request)).toEqual(MESSAGE);
  response.writeHead(202).end('{"success":true}');
  expect(await answer).toEqual({ success: true });
});

describe('a client with an API key', () => {
  const key = (): KeyClient => createClient({ url: `${origin()}/`, apiKey: 'shk_abc' });

  it.each<[string, string, (client: KeyClient) => Promise<unknown>]>([
    ['GET', '/v1/stations/demo', ({ stations }) => stations.get('demo')],
    ['GET', '/v1/stations/demo/now-playing', ({ stations }) => stations.nowPlaying('demo')],
    [
      'GET',
      '/v1/oembed?url=https%3A%2F%2Fradio.example%2Fdemo%3Fa%3Db&maxwidth=250',
      ({ oembed }) => oembed.get({ url: 'https://radio.example/demo?a=b', maxwidth: 250 }),
    ],
    ['GET', '/v1/packages', ({ packages }) => packages.list()],
    ['POST', '/v1/contact', ({ contact }) => contact.send(MESSAGE)],
    ['GET', '/v1/me', ({ me }) => me.get()],
    ['GET', '/v1/me/profile', ({ me }) => me.profile.get()],
    ['PATCH', '/v1/me/profile', ({ me }) => me.profile.change({ first_name: 'Ada' })],
    ['GET', '/v1/me/station', ({ me }) => me.station.get()],
    ['PUT', '/v1/me/station/slug', ({ me }) => me.station.changeSlug('blue')],
    [
      'GET',
      '/v1/me/station/slug-availability?station_slug=caf%C3%A9',
      ({ me }) => me.station.slugAvailability('café'),
    ],
    ['POST', '/v1/me/station/skips', ({ me }) => me.station.skip('2026-11-24T09:30:00.000Z')],
    ['GET', '/v1/me/station/approval', ({ me }) => me.station.approval()],
    ['PUT', '/v1/me/station/approval', ({ me }) => me.station.answerApproval(null)],
    ['GET', '/v1/me/station/pauses', ({ me }) => me.station.pauses.list()],
    ['POST', '/v1/me/station/pauses', ({ me }) => me.station.pauses.add({ until: '2026-12-28' })],
    ['PATCH', '/v1/me/station/pauses/a', ({ me }) => me.station.pauses.change('a', {})],
    ['DELETE', '/v1/me/station/pauses/a', ({ me }) => me.station.pauses.end('a')],
    ['GET', '/v1/me/station/rated-tracks', ({ me }) => me.station.ratedTracks.list()],
    ['PUT', '/v1/me/station/rated-tracks/a', ({ me }) => me.station.ratedTracks.rate('a', 'more')],
    ['DELETE', '/v1/me/station/rated-tracks/a', ({ me }) => me.station.ratedTracks.remove('a')],
    ['GET', '/v1/me/station/listening/summary', ({ me }) => me.station.listening.summary()],
    [
      'GET',
      '/v1/me/station/listening?by=player',
      ({ me }) => me.station.listening.get({ by: 'player' }),
    ],
    [
      'GET',
      '/v1/me/station/listening/sessions?day=2026-11-24',
      ({ me }) => me.station.listening.sessions({ day: '2026-11-24' }),
    ],
    ['GET', '/v1/me/station/now-playing', ({ me }) => me.station.nowPlaying()],
    ['GET', '/v1/me/voices', ({ me }) => me.voices.list()],
    ['GET', '/v1/me/announcements', ({ me }) => me.announcements.list()],
    ['GET', '/v1/me/announcements/a%2Fb', ({ me }) => me.announcements.get('a/b')],
    ['POST', '/v1/me/announcements', ({ me }) => me.announcements.create({ text: 'Hello' })],
    [
      'PUT',
      '/v1/me/announcements/a/speech',
      ({ me }) => me.announcements.speak('a', { text: 'b' }),
    ],
    [
      'PUT',
      '/v1/me/announcements/a/recording',
      ({ me }) => me.announcements.record('a', new Blob(['b'])),
    ],
    ['PUT', '/v1/me/announcements/a/when', ({ me }) => me.announcements.plan('a', { kind: 'now' })],
    ['POST', '/v1/me/announcements/a/pause', ({ me }) => me.announcements.pause('a')],
    ['POST', '/v1/me/announcements/a/resume', ({ me }) => me.announcements.resume('a')],
    ['DELETE', '/v1/me/announcements/a', ({ me }) => me.announcements.delete('a')],
    ['GET', '/v1/me/api-keys', ({ me }) => me.apiKeys.list()],
    [
      'POST',
      '/v1/me/api-keys',
      ({ me }) => me.apiKeys.create({ name: 'x', scopes: ['read'] }, 'proof'),
    ],
    ['DELETE', '/v1/me/api-keys/a%2Fb', ({ me }) => me.apiKeys.delete('a/b')],
    ['GET', '/v1/admin/stats', ({ admin }) => admin.stats()],
  ])('sends it along with %s %s', async (method, path, call) => {
    const answer = call(key());
    const { request, response } = await server.next();
    expect(`${request.method} ${request.url}`).toBe(`${method} ${path}`);
    expect(request.headers.authorization).toBe('Bearer shk_abc');
    if (method === 'DELETE') response.writeHead(204).end();
    else response.end('{}');
    expect(await answer).toEqual(method === 'DELETE' ? undefined : {});
  });

  it('sends it for event streams too', async () => {
    const events = key().stations.events('demo', { onStation: vi.fn(), poll: vi.fn() });
    expect((await server.next()).request.headers.authorization).toBe('Bearer shk_abc');
    events.close();
  });

  it('has no session, and reports a rejection unchanged', async () => {
    expect(key()).not.toHaveProperty('auth');
    const answer = key().me.get();
    const { response } = await server.next();
    response.writeHead(401).end('{"code":"token_expired","detail":"No"}');
    await expect(answer).rejects.toMatchObject({ status: 401, code: 'token_expired' });
  });
});

it('a rejection names the fields, each with its reason', async () => {
  const problem: Problem = {
    type: 'https://radio.example/docs',
    status: 422,
    code: 'validation_failed',
    title: 'Please check your details',
    detail: 'Some of the fields are not right.',
    errors: [{ field: 'first_name', code: 'too_small', message: 'Please enter your first name.' }],
    request_id: 'r1',
  };
  const { me } = createClient({ url: origin(), apiKey: 'shk_abc' });
  const answer = me.profile.change({ first_name: '' });
  const { request, response } = await server.next();
  expect(request.headers['content-type']).toBe('application/json');
  response.writeHead(422, { 'Retry-After': '3' }).end(JSON.stringify(problem));
  await expect(answer).rejects.toMatchObject({
    name: 'RequestFailed',
    status: 422,
    code: 'validation_failed',
    title: problem.title,
    message: problem.detail,
    errors: problem.errors,
    requestId: 'r1',
    retryAfter: 3,
  });
});

it('is typed by the published OpenAPI document', () => {
  expectTypeOf<RequestFailed['code']>().toEqualTypeOf<
    Problem['code'] | 'unreachable' | 'bad_answer'
  >();
  // @ts-expect-error -- no such code
  ((failure: RequestFailed) => failure.code === 'wrong_password') satisfies unknown;

  expectTypeOf<Client['me']['profile']['get']>().returns.resolves.toEqualTypeOf<Profile>();
  expectTypeOf<Client['me']['station']['get']>().returns.resolves.toEqualTypeOf<Station>();
  expectTypeOf<Client['oembed']['get']>().returns.resolves.toEqualTypeOf<Oembed>();
  expectTypeOf<Client['auth']['change']>().returns.resolves.toEqualTypeOf<User>();
  type SignIn = Parameters<Client['auth']['signIn']>[0];
  expectTypeOf<SignIn>().toEqualTypeOf<{
    email?: string;
    phone?: string;
    password: string;
    second_factor?: SecondFactorProof;
  }>();
  expectTypeOf<Parameters<Client['auth']['verify']>[0]>().not.toHaveProperty('session');
  expectTypeOf<Exclude<TakenLink, { type: 'recovery' }>['user']>().toEqualTypeOf<User>();
  expectTypeOf<Extract<TakenLink, { type: 'recovery' }>['user']>().toEqualTypeOf<null>();
  type StationEvents = Parameters<KeyClient['stations']['events']>[1];
  expectTypeOf<NonNullable<StationEvents['onNowPlaying']>>()
    .parameter(0)
    .toEqualTypeOf<NowPlaying>();
  expectTypeOf<StationEvents>().not.toHaveProperty('onEvent');
  expectTypeOf<KeyClient>().not.toHaveProperty('auth');
  // @ts-expect-error -- a key needs no session
  (() => createClient({ url: '', apiKey: 'shk_abc', session: 'body' })) satisfies unknown;
  // @ts-expect-error -- the password is missing
  ((client: Client) => client.auth.signIn({ email: 'ada@example.com' })) satisfies unknown;
});
