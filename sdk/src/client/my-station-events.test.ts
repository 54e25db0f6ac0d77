// @vitest-environment node
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { startEventServer, type EventServer, type Visit } from '../../test/event-server.ts';
import { createClient, type Client, type Events } from './client.ts';

let server: EventServer;
let client: Client;
let events: Events;

const onStation = vi.fn();
const onNowPlaying = vi.fn();
const onEnd = vi.fn();
const told = { onStation, onNowPlaying, onEnd };
const PATH = '/v1/me/station/events';

beforeEach(async () => {
  vi.clearAllMocks();
  server = await startEventServer();
  client = createClient({ url: new URL(server.url).origin });
});
afterEach(async () => {
  events.close();
  client.close();
  await server.close();
});

const until = (isSo: () => void) => vi.waitFor(isSo, { timeout: 20_000 });

/** The next request, which must have this path. */
async function next(name: string): Promise<Visit> {
  const visit = await server.next();
  expect(`${visit.request.method} ${visit.request.url}`).toBe(name);
  return visit;
}

const refuse = (visit: Visit, status: number, code: string) =>
  visit.response.writeHead(status).end(JSON.stringify({ code, detail: 'No.' }));

const session = (name: string, token: string) =>
  JSON.stringify({
    access_token: token,
    expires_in: 900,
    refresh_token: `refresh-${token}`,
    user: { id: name },
  });

async function signIn(name: string): Promise<void> {
  const signedIn = client.auth.signIn({ email: `${name}@example.com`, password: 'a long one' });
  (await next('POST /v1/auth/token')).response.end(session(name, `${name}-1`));
  await signedIn;
}

async function open(): Promise<Visit> {
  events = client.me.station.events(told);
  const visit = await next(`GET ${PATH}`);
  expect(visit.request.headers.authorization).toBe('Bearer ada-1');
  return visit;
}

describe('a member’s stream', () => {
  it('reports the station, or that there is none, and its tracks', async () => {
    await signIn('ada');
    const visit = await open();
    visit.open().write('id: 1\nevent: station\ndata: null\n\n');
    visit.write('event: station\ndata: {"status":"active"}\n\nevent: now-playing\ndata: {}\n\n');
    await until(() => expect(onNowPlaying).toHaveBeenCalledExactlyOnceWith({}));
    expect(onStation.mock.calls).toEqual([[null], [{ status: 'active' }]]);
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('renews its token when it has expired', async () => {
    await signIn('ada');
    refuse(await open(), 401, 'token_expired');
    (await next('POST /v1/auth/token')).response.end(session('ada', 'ada-2'));
    const again = await next(`GET ${PATH}`);
    expect(again.request.headers.authorization).toBe('Bearer ada-2');
    again.open().write('event: station\ndata: null\n\n');
    await until(() => expect(onStation).toHaveBeenCalledOnce());
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('ends with the session, and reports it', async () => {
    await signIn('ada');
    const heard: string[] = [];
    client.auth.onChange((event) => heard.push(event));
    refuse(await open(), 401, 'session_ended');
    await until(() => expect(onEnd).toHaveBeenCalledOnce());
    expect(onEnd.mock.calls[0]?.[0]).toMatchObject({ code: 'session_ended' });
    expect(heard).toContain('SIGNED_OUT');
  });

  it('is not delivered to the next user who signs in', async () => {
    await signIn('ada');
    const visit = await open();
    visit.open().write('event: station\ndata: {"name":"Ada’s"}\n\n');
    await until(() => expect(onStation).toHaveBeenCalledOnce());
    const signedOut = client.auth.signOut();
    (await next('POST /v1/auth/signout')).response.writeHead(204).end();
    await signedOut;
    await signIn('bob');
    visit.write('event: station\ndata: {"name":"Still Ada’s"}\n\n');
    await visit.gone;
    expect(onEnd).toHaveBeenCalledOnce();
    expect(onStation).toHaveBeenCalledOnce();
  });

  it('polls while there is no connection', async () => {
    await signIn('ada');
    (await open()).response.writeHead(502).end();
    refuse(await next('GET /v1/me/station'), 404, 'no_station');
    await until(() => expect(onStation).toHaveBeenCalledExactlyOnceWith(null));
    expect(onEnd).not.toHaveBeenCalled();
  });

  it('polls the tracks too, while the station is on air', async () => {
    await signIn('ada');
    (await open()).response.writeHead(502).end();
    (await next('GET /v1/me/station')).response.end('{"status":"active"}');
    (await next('GET /v1/me/station/now-playing')).response.end('{"stale":false}');
    await until(() => expect(onNowPlaying).toHaveBeenCalledExactlyOnceWith({ stale: false }));
  });
});

it('the stream of an API key sends the key, and ends when it is rejected', async () => {
  const { me } = createClient({ url: new URL(server.url).origin, apiKey: 'shk_abc' });
  events = me.station.events(told);
  const visit = await next(`GET ${PATH}`);
  expect(visit.request.headers.authorization).toBe('Bearer shk_abc');
  refuse(visit, 403, 'forbidden');
  await until(() => expect(onEnd).toHaveBeenCalledOnce());
  expect(onStation).not.toHaveBeenCalled();
});
