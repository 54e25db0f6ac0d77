import { describe, expect, it, vi } from 'vitest';
import { deleteAsset, listAssets, type Asset } from '../../contract/assets/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import type { SignedInUser } from '../../test/factories.ts';
import { failingStorage, STORAGE_FAILURES } from '../../test/failing-storage.ts';
import { crashingStorage } from '../../test/crashing-storage.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import {
  disagreements,
  fetchStored,
  leftovers,
  letLeasesEnd,
  logoFile,
  memberWith,
  NOTHING_LEFT,
  soundFile,
  upload,
  uploaded,
} from '../../test/uploads.ts';
import { runTask, workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;
const KEY = 'a-key-of-the-client';
const WHITE = await logoFile('png', '#ffffff');
const BLACK = await logoFile('png', '#000000');
const BLACK_GIF = await logoFile('gif', '#000000');

async function list(app: TestApp, { access_token: token }: SignedInUser): Promise<Asset[]> {
  return (await json<{ data: Asset[] }>(await send(app, listAssets, { token }))).data;
}

const told = async (answer: Response) => {
  const { code } = await json<{ code?: string }>(answer);
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
};

const logoOf = async (member: SignedInUser): Promise<(string | null)[]> => [
  (await knex('profiles').where({ user_id: member.id }).first()).station_logo_url,
  (await knex('radio_stations').where({ user_id: member.id }).first()).station_logo_url,
];

/** One app whose storage fails as planned, and one with the same storage that never fails. */
async function startHouse() {
  const healthy = await startApp(database);
  const failing = failingStorage(healthy.services.storage);
  const app = await startApp(database, { storage: failing });
  return { healthy, failing, app, member: await memberWith(app) };
}

const FAILURES = STORAGE_FAILURES.filter((failure) => failure !== 'slow');

describe('failing storage', () => {
  it.each(FAILURES)('(%s) returns 503, lists no file, and allows a retry', async (failure) => {
    const { app, failing, member } = await startHouse();
    failing.fail('put', failure);
    const answer = await upload(app, member, { kind: 'jingle', key: KEY });
    expect(answer.headers.get('retry-after')).toBe('5');
    expect(await told(answer)).toBe('503 storage_unavailable');
    expect(await list(app, member)).toEqual([]);
    expect((await upload(app, member, { kind: 'jingle', key: KEY })).status).toBe(201);
    await workOff(app, ['settle_asset']);
    expect(await list(app, member)).toHaveLength(1);
    expect(await disagreements(app)).toEqual([]);
    const [asset] = await list(app, member);
    const profile = await knex('profiles').where({ user_id: member.id }).first();
    expect(profile.jingle_files).toEqual([asset?.url]);
    expect((await leftovers(app)).temporary).toEqual([]);
  });

  it.each(FAILURES)('(%s) leaves either the old or the new logo intact', async (failure) => {
    const { app, failing, member } = await startHouse();
    const old = await uploaded(app, member, { kind: 'logo', bytes: WHITE });
    for (const bytes of [BLACK, BLACK_GIF]) {
      failing.fail('put', failure);
      expect((await upload(app, member, { kind: 'logo', bytes })).status).toBe(503);
      expect(await logoOf(member)).toEqual([old.url, old.url]);
      await workOff(app, ['settle_asset']);
      expect(await disagreements(app)).toEqual([]);
      const [asset] = await list(app, member);
      expect(await logoOf(member)).toEqual([asset?.url, asset?.url]);
      // The new logo may be stored although storage reported a failure.
      expect(asset?.url === old.url || failure === 'fails_after_acting').toBe(true);
      failing.heal();
      await uploaded(app, member, { kind: 'logo', bytes: WHITE });
      await workOff(app, ['settle_asset']);
    }
  });

  it('lists no unfinished upload while it is slow, and keeps the old logo', async () => {
    const { app, failing, member } = await startHouse();
    const old = await uploaded(app, member, { kind: 'logo', bytes: WHITE });
    failing.fail('put', 'slow', 2);
    const [sound, logo] = [
      upload(app, member, { key: KEY }),
      upload(app, member, { kind: 'logo', bytes: BLACK_GIF }),
    ];
    await vi.waitFor(() =>
      expect(failing.asked.filter((one) => one.startsWith('put'))).toHaveLength(3),
    );
    expect(await list(app, member)).toEqual([old]);
    expect((await fetchStored(app, old.url)).status).toBe(200);
    expect(await told(await upload(app, member, { key: KEY }))).toBe('409 request_in_progress');
    const another = upload(app, member, { kind: 'logo', bytes: BLACK });
    expect(await told(await another)).toBe('409 request_in_progress');
    failing.release();
    expect([(await sound).status, (await logo).status]).toEqual([201, 201]);
    await workOff(app, ['settle_asset']);
    expect(await disagreements(app)).toEqual([]);
  });

  it('keeps a removed file’s row until its object is gone', async () => {
    const { app, failing, member } = await startHouse();
    const { id } = await uploaded(app, member);
    failing.fail('delete', 'down');
    await send(app, deleteAsset, { token: member.access_token, params: { id } });
    await expect(workOff(app, ['settle_asset'])).rejects.toThrow('This is a problem on our side');
    expect(await leftovers(app)).toMatchObject({ rows: 1 });
    await runTask(app, 'sweep_assets');
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });
});

describe('a process that dies', () => {
  async function startCrashing() {
    const survivor = await startApp(database);
    const storage = crashingStorage(survivor.services.storage);
    const app = await startApp(database, { storage });
    return { survivor, storage, app, member: await memberWith(survivor) };
  }

  it.each(['before', 'after'] as const)(
    '%s the object is stored lists no file, and a retry stores it once',
    async (when) => {
      const { survivor, storage, app, member } = await startCrashing();
      const died = storage.crashAt('put', when);
      const lost = upload(app, member, { kind: 'jingle', key: KEY }).catch(() => undefined);
      await died;
      expect(await list(survivor, member)).toEqual([]);
      const again = () => upload(survivor, member, { kind: 'jingle', key: KEY });
      expect(await told(await again())).toBe('409 request_in_progress');
      await letLeasesEnd(survivor);
      expect((await again()).status).toBe(201);
      expect((await again()).headers.get('idempotent-replayed')).toBe('true');
      expect(await disagreements(survivor)).toEqual([]);
      expect(await list(survivor, member)).toHaveLength(1);
      await app.close();
      await lost;
    },
  );

  it.each(['before', 'after'] as const)(
    '%s the object is stored leaves nothing after the sweep',
    async (when) => {
      const { survivor, storage, app, member } = await startCrashing();
      const kept = await uploaded(survivor, member, { kind: 'jingle', bytes: soundFile(9) });
      const died = storage.crashAt('put', when);
      const lost = upload(app, member, { kind: 'jingle', key: KEY }).catch(() => undefined);
      await died;
      await runTask(survivor, 'sweep_assets');
      // A claim whose lease is running is left alone.
      expect(await leftovers(survivor)).toMatchObject({ rows: 2 });
      await letLeasesEnd(survivor);
      await runTask(survivor, 'sweep_assets');
      expect(await list(survivor, member)).toEqual([kept]);
      expect(await disagreements(survivor)).toEqual([]);
      await app.close();
      await lost;
    },
  );

  it.each([
    ['before', BLACK],
    ['after', BLACK],
    ['before', BLACK_GIF],
    ['after', BLACK_GIF],
  ] as const)('%s a new logo is stored leaves exactly one intact logo', async (when, bytes) => {
    const { survivor, storage, app, member } = await startCrashing();
    const old = await uploaded(survivor, member, { kind: 'logo', bytes: WHITE });
    const died = storage.crashAt('put', when);
    const lost = upload(app, member, { kind: 'logo', bytes, key: KEY }).catch(() => undefined);
    await died;
    expect(await list(survivor, member)).toEqual([old]);
    await letLeasesEnd(survivor);
    await runTask(survivor, 'sweep_assets');
    expect(await disagreements(survivor)).toEqual([]);
    const [asset] = await list(survivor, member);
    expect(await logoOf(member)).toEqual([asset?.url, asset?.url]);
    const again = await uploaded(survivor, member, { kind: 'logo', bytes, key: KEY });
    await workOff(survivor, ['settle_asset']);
    expect(await list(survivor, member)).toEqual([again]);
    expect(await disagreements(survivor)).toEqual([]);
    await app.close();
    await lost;
  });

  it.each(['before', 'after'] as const)(
    '%s a removed object is deleted leaves the cleanup to another process',
    async (when) => {
      const { survivor, storage, app, member } = await startCrashing();
      const kept = await uploaded(survivor, member);
      for (const kind of ['logo', 'radio_id'] as const) {
        const bytes = kind === 'logo' ? WHITE : soundFile(2);
        const { id } = await uploaded(survivor, member, { kind, bytes });
        await send(survivor, deleteAsset, { token: member.access_token, params: { id } });
      }
      const died = storage.crashAt('delete', when);
      void runTask(app, 'sweep_assets');
      await died;
      await letLeasesEnd(survivor);
      await runTask(survivor, 'sweep_assets');
      expect(await list(survivor, member)).toEqual([kept]);
      expect(await disagreements(survivor)).toEqual([]);
    },
  );
});

describe('a late upload', () => {
  it('is refused with 409 when its claim was swept meanwhile', async () => {
    const { app, healthy, failing, member } = await startHouse();
    await runTask(healthy, 'sweep_objects');
    failing.fail('put', 'slow');
    const late = upload(app, member, { kind: 'jingle' });
    await vi.waitFor(() => expect(failing.asked).toHaveLength(1));
    await letLeasesEnd(app);
    await runTask(healthy, 'sweep_assets');
    failing.release();
    expect(await told(await late)).toBe('409 request_in_progress');
    expect(await list(app, member)).toEqual([]);
    // The nightly sweep removes its object after a month.
    await runTask(healthy, 'sweep_objects');
    const nextMonth = await startApp(database, {
      storage: healthy.services.storage,
      now: () => Date.now() + 31 * 24 * 3_600_000,
    });
    await runTask(nextMonth, 'sweep_objects');
    expect(await leftovers(nextMonth)).toEqual(NOTHING_LEFT);
  });

  it('sets no logo when the logo was removed meanwhile', async () => {
    const { app, failing, member } = await startHouse();
    const { id } = await uploaded(app, member, { kind: 'logo', bytes: WHITE });
    failing.fail('put', 'slow');
    const late = upload(app, member, { kind: 'logo', bytes: BLACK_GIF });
    await vi.waitFor(() => expect(failing.asked).toHaveLength(2));
    await send(app, deleteAsset, { token: member.access_token, params: { id } });
    await workOff(app, ['settle_asset']);
    failing.release();
    expect(await told(await late)).toBe('409 request_in_progress');
    expect(await logoOf(member)).toEqual([null, null]);
    await workOff(app, ['settle_asset']);
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('leaves no object when its account was deleted meanwhile', async () => {
    const { app, failing, member } = await startHouse();
    failing.fail('put', 'slow');
    const late = upload(app, member);
    await vi.waitFor(() => expect(failing.asked).toHaveLength(1));
    await knex('users').where({ id: member.id }).delete();
    failing.release();
    expect((await late).status).toBe(409);
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });
});

describe('an upload with an idempotency key', () => {
  it('is stored once and replayed, even when the package limit is reached', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const first = await uploaded(app, member, { key: KEY });
    for (const n of [2, 3]) await uploaded(app, member, { bytes: soundFile(n) });
    const again = await upload(app, member, { key: KEY });
    expect(again.status).toBe(201);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await json(again)).toEqual(first);
    expect(await leftovers(app)).toMatchObject({ rows: 3, temporary: [] });
  });

  it('is refused when the key is reused with other bytes, name or kind', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    await uploaded(app, member, { key: KEY });
    const others = [{ bytes: soundFile(2) }, { name: 'b.mp3' }, { kind: 'jingle' }] as const;
    for (const other of others) {
      const answer = await upload(app, member, { key: KEY, ...other });
      expect(await told(answer)).toBe('409 idempotency_key_reused');
    }
    expect((await upload(app, await memberWith(app), { key: KEY })).status).toBe(201);
    expect(await told(await upload(app, member, { key: 'é' }))).toBe('422 validation_failed');
  });

  it('can be sent again once its file was removed', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const { id } = await uploaded(app, member, { key: KEY });
    await send(app, deleteAsset, { token: member.access_token, params: { id } });
    const again = await upload(app, member, { key: KEY });
    expect(again.headers.get('idempotent-replayed')).toBeNull();
    expect((await json<Asset>(again)).id).not.toBe(id);
  });

  it('is replayed when a logo is sent again', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const first = await uploaded(app, member, { kind: 'logo', bytes: WHITE, key: KEY });
    const again = await upload(app, member, { kind: 'logo', bytes: WHITE, key: KEY });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await json(again)).toEqual(first);
    const other = await upload(app, member, { kind: 'logo', bytes: BLACK, key: KEY });
    expect(await told(other)).toBe('409 idempotency_key_reused');
  });
});

describe('concurrent uploads', () => {
  const AT_ONCE = 50;

  /** Retries on 503, when a busy machine had no connection or lock in time. */
  async function persist(...sent: Parameters<typeof upload>): Promise<Response> {
    const answer = await upload(...sent);
    return answer.status === 503 ? persist(...sent) : answer;
  }

  it('store exactly as many files as the package allows, over two replicas', async () => {
    const one = await startApp(database);
    const two = await startApp(database, { storage: one.services.storage });
    const member = await memberWith(one, 'Professional');
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, n) =>
        persist(n % 2 === 0 ? one : two, member, { bytes: soundFile(n), name: `${n}.mp3` }),
      ),
    );
    const codes = await Promise.all(answers.map(told));
    expect(codes.filter((code) => code === '201')).toHaveLength(6);
    expect(new Set(codes)).toEqual(new Set(['201', '409 too_many_files']));
    expect(await disagreements(one)).toEqual([]);
    expect(await list(one, member)).toHaveLength(6);
  });

  it('with one idempotency key store one file', async () => {
    const one = await startApp(database);
    const two = await startApp(database, { storage: one.services.storage });
    const member = await memberWith(one);
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, n) => persist(n % 2 === 0 ? one : two, member, { key: KEY })),
    );
    const codes = new Set(await Promise.all(answers.map(told)));
    expect([...codes].every((code) => ['201', '409 request_in_progress'].includes(code))).toBe(
      true,
    );
    expect(codes).toContain('201');
    expect(await list(one, member)).toHaveLength(1);
    expect(await disagreements(one)).toEqual([]);
  });

  it('of logos leave one logo, with its URL in profile and station', async () => {
    const one = await startApp(database);
    const two = await startApp(database, { storage: one.services.storage });
    const member = await memberWith(one);
    const logos = [WHITE, BLACK, BLACK_GIF, await logoFile('jpeg')];
    const answers = await Promise.all(
      logos.flatMap((bytes) =>
        [one, two].map((app) => persist(app, member, { kind: 'logo', bytes })),
      ),
    );
    const codes = await Promise.all(answers.map(told));
    expect(codes.filter((code) => code === '201').length).toBeGreaterThan(0);
    await workOff(one, ['settle_asset']);
    expect(await disagreements(one)).toEqual([]);
    const [asset, ...more] = await list(one, member);
    expect(more).toEqual([]);
    expect(await logoOf(member)).toEqual([asset?.url, asset?.url]);
  });
});
