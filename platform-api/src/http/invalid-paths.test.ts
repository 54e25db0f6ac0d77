import { expect, it } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { startApp } from '../../test/server.ts';

const database = testDatabase();

/** Paths without a call in the contract. */
const OTHER_PATHS = [
  '/stream/{name}',
  '/stream/{name}.m3u',
  '/stream/{name}/tracks/current',
  '/stream/demo/tracks/{name}',
  '/stream/{name}/covers/a',
  '/stream/demo/covers/{name}',
  '/hls/{name}/master.m3u8',
  '/hls/{name}/aac.m3u8',
  '/hls/demo/{name}.m3u8',
  '/hls/{name}/aac/1.ts',
  '/hls/demo/{name}/1.ts',
  '/hls/demo/aac/{name}',
  '/hls/demo/aac.m3u8?session={name}',
  '/reserve/{name}/programme',
  '/reserve/demo/{name}/name.mp3',
  '/reserve/demo/1-2/{name}',
  '/stream/demo.m3u?from={name}',
  '/radio/{name}',
  '/radio/{name}/manifest.webmanifest',
  '/embed/{name}',
  '/files/{name}',
  '/assets/{name}',
  '/sdk/{name}',
  '/docs/{name}',
  '/oembed?url={name}',
  '/{name}',
];

/** NUL, and bytes that are no UTF-8: cut, a surrogate (CESU-8), over-long, no hexadecimal. */
const NAMES = ['%00', 'a%00b', 'demo%00', '%ff', '%c3', '%ed%a0%80', '%c0%80', '%', '%zz'];

it('answers paths with NUL or invalid UTF-8 without a server error', async () => {
  const app = await startApp(database);
  const { access_token } = await signedInUser(app, { role: 'admin' });
  const headers = { Authorization: `Bearer ${access_token}` };
  const ofCalls = CALLS.filter(({ path }) => path.includes('{')).flatMap(({ path, method }) =>
    [...path.matchAll(/\{\w+\}/g)].map(([one]) => ({
      method,
      path: path.replace(one, '{name}').replaceAll(/\{(?!name\})\w+\}/g, 'demo'),
    })),
  );
  const others = OTHER_PATHS.flatMap((path) => [
    { method: 'get', path },
    { method: 'head', path },
  ]);
  const failed: string[] = [];
  for (const { method, path } of [...ofCalls, ...others]) {
    for (const name of NAMES) {
      const url = app.url + path.replace('{name}', name);
      const sent = ['get', 'head', 'delete'].includes(method) ? {} : { body: '{}' };
      const answer = await fetch(url, {
        method: method.toUpperCase(),
        headers: { ...headers, 'Content-Type': 'application/json' },
        redirect: 'manual',
        signal: AbortSignal.timeout(10_000),
        ...sent,
      });
      await answer.body?.cancel();
      if (answer.status >= 500) failed.push(`${answer.status} ${method} ${url}`);
    }
  }
  expect(failed).toEqual([]);
});

it('finds nothing at a path of sound with NUL', async () => {
  const app = await startApp(database);
  for (const path of OTHER_PATHS.filter((path) => /^\/(?:stream|hls)\/[^?]*\{/.test(path))) {
    const answer = await fetch(app.url + path.replace('{name}', '%00'));
    expect([path, answer.status]).toEqual([path, 404]);
  }
});
