import { readdir } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { deleteAsset, listAssets, uploadAsset, type Asset } from '../../contract/assets/calls.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, buildUser, PASSWORD } from '../../test/factories.ts';
import { dataFolder, startProgram, type Program } from '../../test/program.ts';
import { json } from '../../test/server.ts';
import { formOf, soundFile } from '../../test/uploads.ts';
import { createDiskStorage } from './storage/disk-storage.ts';
import { INSTALLATION_KEY } from './installation.ts';
import { RELEASES_FOLDER } from './storage/storage.ts';

const database = testDatabase();
const { knex } = database;

const KILLS = 100;
const SOUND = soundFile(1, 5_000);

/** The same body for every try, as a retrying client would send it. */
const sent = new Response(formOf('jingle', SOUND));
const TYPE = String(sent.headers.get('content-type'));
const BODY = Buffer.from(await sent.arrayBuffer());

const headersOf = (token: string, key: string) => ({
  Authorization: `Bearer ${token}`,
  'Content-Type': TYPE,
  'Content-Length': BODY.length,
  'Idempotency-Key': key,
});

/** Sends the first bytes of an upload; resolves when they are written. */
function sendPart({ url }: Program, headers: Record<string, string | number>, bytes: number) {
  const req = request(url + uploadAsset.path, { method: 'POST', headers });
  // The server is about to be killed.
  req.on('error', () => undefined);
  return new Promise<void>((resolve) => req.write(BODY.subarray(0, bytes), () => resolve()));
}

/** Retries while the claim of the killed process is valid. */
async function sendWhole({ url }: Program, token: string, key: string): Promise<Asset> {
  const headers = { ...headersOf(token, key), 'Content-Length': String(BODY.length) };
  return vi.waitFor(
    async () => {
      const init = { method: 'POST', headers, body: new Uint8Array(BODY) };
      const answer = await fetch(url + uploadAsset.path, init);
      if (answer.status === 409) await letClaimsEnd();
      expect(answer.status).toBe(201);
      return json<Asset>(answer);
    },
    { timeout: 20_000 },
  );
}

/** Expires all claims. */
const letClaimsEnd = () =>
  knex('assets')
    .whereNotNull('storing_until')
    .update({ storing_until: knex.raw("now() - interval '1 second'") });

it(
  'a process killed during an upload leaves no file, and a retry stores one',
  { timeout: KILLS * 120_000 },
  async () => {
    const DATA_DIR = await dataFolder();
    // Tokens are issued for one URL, and the port changes with each start.
    const PUBLIC_URL = 'http://localhost:8000';
    const env = { DATABASE_URL: database.url, DATA_DIR, PUBLIC_URL, LOG_LEVEL: 'error' };
    const member = await buildUser(knex);
    await buildStation(knex, { user_id: member.id, package_name: 'Starter' });
    const storage = createDiskStorage(join(DATA_DIR, 'storage'));
    let program = await startProgram(env);
    await program.ready();

    for (let kill = 0; kill < KILLS; kill++) {
      // This many tries would reach the rate limits.
      await knex('rate_limits').delete();
      const token = await signIn(program, member.email);
      const asMember = { Authorization: `Bearer ${token}` };
      const key = `kill-${kill}`;
      // One in three tries sends the whole body, and is killed while it is processed.
      const bytes = kill % 3 === 2 ? BODY.length : Math.floor(Math.random() * BODY.length);
      await sendPart(program, headersOf(token, key), bytes);
      program.child.kill('SIGKILL');
      await program.exited;

      program = await startProgram(env);
      await program.ready();
      expect(await readFolder(join(DATA_DIR, 'uploads'))).toEqual([]);
      const { data: before } = await json<{ data: Asset[] }>(
        await fetch(program.url + listAssets.path, { headers: asMember }),
      );
      // Only a file that was sent completely may be stored.
      const most = bytes < BODY.length ? 0 : 1;
      expect(before.length).toBeLessThanOrEqual(most);
      expect((await knex('assets')).length).toBeLessThanOrEqual(most);

      const { id, url } = await sendWhole(program, token, key);
      const { data } = await json<{ data: Asset[] }>(
        await fetch(program.url + listAssets.path, { headers: asMember }),
      );
      expect(data.map((asset) => asset.id)).toEqual([id]);
      const stored = await fetch(new URL(new URL(url).pathname + new URL(url).search, program.url));
      expect(Buffer.from(await stored.arrayBuffer()).equals(SOUND)).toBe(true);

      const gone = { method: 'DELETE', headers: asMember };
      await fetch(program.url + deleteAsset.path.replace('{id}', id), gone);
      await vi.waitFor(async () => expect(await knex('assets')).toEqual([]), { timeout: 20_000 });
      const left = [];
      for await (const { key: object } of storage.list('')) {
        const isOurs = object === INSTALLATION_KEY || object.startsWith(RELEASES_FOLDER);
        if (!isOurs) left.push(object);
      }
      expect(left).toEqual([]);
    }
  },
);

async function signIn({ url }: Program, email: string): Promise<string> {
  const answer = await fetch(`${url}/v1/auth/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ grant_type: 'password', email, password: PASSWORD }),
  });
  return (await json<{ access_token: string }>(answer)).access_token;
}

/** All files below a folder. */
async function readFolder(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
