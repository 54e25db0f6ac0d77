// @vitest-environment node
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { startEventServer, type EventServer } from '../../test/event-server.ts';
import { createClient } from './client.ts';

let server: EventServer;

beforeEach(async () => {
  server = await startEventServer();
});
afterEach(() => server.close());

const rooms = () => createClient({ apiBase: new URL(server.url).origin });

it.each([
  ['get', '/v1/stations/demo'],
  ['nowPlaying', '/v1/stations/demo/now-playing'],
] as const)('stations.%s asks for %s', async (call, path) => {
  const answer = rooms().stations[call]('demo');
  const { request, response } = await server.next();
  expect(request.url).toBe(path);
  response.end('{"title":"Café"}');
  expect(await answer).toEqual({ title: 'Café' });
});

it('a slug cannot lead to another address', async () => {
  const answer = rooms().stations.get('../me?x=1#');
  const { request, response } = await server.next();
  expect(request.url).toBe('/v1/stations/..%2Fme%3Fx%3D1%23');
  response.writeHead(404).end();
  await expect(answer).rejects.toMatchObject({ status: 404 });
});

it('stations.events keeps a line open', async () => {
  const onEvent = vi.fn();
  const told = new Promise<void>((resolve) => onEvent.mockImplementation(() => resolve()));
  const events = rooms().stations.events('demo', { onEvent, poll: () => undefined });
  const visit = await server.next();
  expect(visit.request.url).toBe('/v1/stations/demo/events');
  visit.open().write('event: station\ndata: {"station_slug":"demo"}\n\n');
  await told;
  expect(onEvent).toHaveBeenCalledExactlyOnceWith('station', { station_slug: 'demo' });
  events.close();
  await visit.gone;
});
