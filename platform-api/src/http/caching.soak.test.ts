import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { SIGN_IN_PAGES, SIGNED_IN_PAGES } from '../../contract/site/pages.ts';
import { pathOf } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildAsset, buildStation, signedInUser } from '../../test/factories.ts';
import { dataFolder, freePort } from '../../test/program.ts';
import { getAsHost } from '../../test/raw-request.ts';
import { startApp } from '../../test/server.ts';

const database = testDatabase();
const HOST = 'radio.example.com';

/** nginx with the file of docs/operations/cdn.md. @returns its address, and the folder of its cache */
async function startCache(origin: string): Promise<{ url: string; kept: string }> {
  const page = await readFile(new URL('../../../docs/operations/cdn.md', import.meta.url), 'utf8');
  const site = /```nginx\n([^`]+)```/.exec(page)?.[1] ?? '';
  const [folder, port] = [await dataFolder(), await freePort()];
  await chmod(folder, 0o777);
  const kept = join(folder, 'kept');
  const config = join(folder, 'nginx.conf');
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const placed = site
    .replace('/var/cache/nginx-public', kept)
    .replace('10.0.0.1:8000', new URL(origin).host)
    .replace(/ +server 10\.0\.0\.2.*\n/, '')
    .replace('listen 8080', `listen 127.0.0.1:${port}`);
  await writeFile(
    config,
    `${process.getuid?.() === 0 ? 'user root;' : ''}
    daemon off; pid ${folder}/pid; error_log stderr; events {}
    http {
      access_log off;
      ${scratch.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      ${placed}
    }`,
  );
  const child = spawn('nginx', ['-e', 'stderr', '-c', config], {
    stdio: 'ignore',
    env: { PATH: `${process.env['PATH']}:/usr/sbin` },
  });
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGQUIT');
    await exited;
  });
  const url = `http://127.0.0.1:${port}`;
  await vi.waitFor(async () => expect((await fetch(`${url}/v1/health`)).ok).toBe(true), 10_000);
  return { url, kept };
}

/** Everything that the cache has on its disk. */
async function contentOf(folder: string): Promise<string> {
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files
    .filter((file) => file.isFile())
    .map((file) => readFile(join(file.parentPath, file.name), 'latin1'));
  return (await Promise.all(texts)).join('\n');
}

it('keeps public answers, and nothing that was sent to a member or an admin', async () => {
  const app = await startApp(database);
  const admin = await signedInUser(app, { role: 'admin' });
  const member = await signedInUser(app);
  const { knex } = database;
  await knex('profiles').where({ user_id: member.id }).update({ company_name: 'Canary House' });
  const station = await buildStation(knex, {
    user_id: member.id,
    station_slug: 'blue',
    setup_notes: 'a canary of the setup',
  });
  await buildAsset(knex, { user_id: member.id, file_name: 'canary.mp3' });
  const { url, kept } = await startCache(app.url);

  const params = {
    user_id: member.id,
    station_id: station.id,
    station_slug: 'blue',
    id: member.id,
  };
  const hits: string[] = [];
  let answered = 0;
  for (const call of CALLS) {
    if (call.method !== 'get' || call.path.endsWith('/events')) continue;
    for (const { as } of [member, admin]) {
      for (let time = 0; time < 2; time += 1) {
        const answer = await fetch(url + pathOf(call, params), as);
        await answer.arrayBuffer();
        if (call.access !== 'public' && answer.ok) answered += 1;
        if (answer.headers.get('X-Cache') === 'HIT') hits.push(call.id);
        if (call.access === 'public') continue;
        expect([call.id, answer.headers.get('Cache-Control')]).toEqual([
          call.id,
          expect.stringMatching(/^(?:no-store|private)/),
        ]);
      }
    }
  }
  expect(answered).toBeGreaterThan(40);
  const shared = new Set(CALLS.filter(({ access }) => access === 'public').map(({ id }) => id));
  for (const id of hits) expect(shared).toContain(id);
  expect(hits).toContain('getStation');

  // A stranger gets nothing of theirs, and pages of members are never kept.
  expect((await fetch(`${url}/v1/me`)).status).toBe(401);
  for (const path of [...SIGN_IN_PAGES, ...SIGNED_IN_PAGES]) {
    for (let time = 0; time < 2; time += 1) {
      const { status, head } = await getAsHost(url, HOST, `${path}?token=canary`);
      expect([path, status]).toEqual([path, 200]);
      expect([path, head]).toEqual([path, expect.stringContaining('X-Cache: MISS')]);
    }
  }
  const content = await contentOf(kept);
  expect(content).toContain('KEY: 127.0.0.1/v1/stations/blue');
  for (const secret of ['canary', 'Canary', member.email, admin.email, member.id, admin.id]) {
    expect(content).not.toContain(secret);
  }
}, 120_000);

it('answers pages and what is playing while the program is down', async () => {
  const app = await startApp(database);
  await buildStation(database.knex, { station_slug: 'blue' });
  const { url } = await startCache(app.url);
  const paths = ['/blue', '/', '/v1/stations/blue/now-playing', '/v1/packages'];
  const answer = async (path: string) => (await getAsHost(url, HOST, path)).status;
  for (const path of [...paths, '/v1/ready'])
    expect([path, await answer(path)]).toEqual([path, 200]);
  await app.close();
  // Beyond `max-age` of most of them.
  await new Promise((resolve) => setTimeout(resolve, 11_000));
  for (const path of paths) expect([path, await answer(path)]).toEqual([path, 200]);
  expect(await answer('/v1/ready')).toBe(502);
}, 60_000);
