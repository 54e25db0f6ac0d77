import { describe, expect, it, vi } from 'vitest';
import { deleteAsset, listAssets, type Asset } from '../../contract/assets/calls.ts';
import { deleteCustomerAsset, uploadCustomerAsset } from '../../contract/admin/customer-acts.ts';
import { exportAccount, type AccountExport } from '../../contract/accounts/deletion.ts';
import { MAX_MEMBER_BYTES, MAX_OPERATOR_FILES } from '../../contract/assets/values.ts';
import type { Problem } from '../../contract/problem.ts';
import { getMyStation, getMyStationEvents } from '../../contract/stations/calls.ts';
import { type Station } from '../../contract/stations/schemas.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildAsset, buildStation, buildUser, signedInUser } from '../../test/factories.ts';
import { failingStorage } from '../../test/failing-storage.ts';
import { deleteOwnAccount, stepUpToken } from '../../test/deleted-user.ts';
import { crashingStorage } from '../../test/crashing-storage.ts';
import { readEvents } from '../../test/read-events.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import {
  disagreements,
  fetchStored,
  formOf,
  leftovers,
  letLeasesEnd,
  logoFile,
  memberWith,
  NOTHING_LEFT,
  soundFile,
  upload,
  uploaded,
  uploadedFor,
  uploadFor,
} from '../../test/uploads.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { Asset as AssetRow } from '../assets/asset.ts';

const database = testDatabase();
const { knex } = database;
const KEY = 'a-key-of-the-desk';
const PNG = await logoFile('png');

type Signed = Awaited<ReturnType<typeof signedInUser>>;

/** The app with a customer and an admin. */
async function openAdminArea(given: Parameters<typeof startApp>[1] = {}) {
  const app = await startApp(database, given);
  const customer = await memberWith(app);
  const admin = await signedInUser(app, { role: 'admin' });
  return { app, customer, admin };
}

const listOf = async (app: TestApp, { access_token: token }: Signed): Promise<Asset[]> =>
  (await json<{ data: Asset[] }>(await send(app, listAssets, { token }))).data;

const stationOf = async (app: TestApp, { access_token: token }: Signed): Promise<Station> =>
  json(await send(app, getMyStation, { token }));

const removeFor = (app: TestApp, { access_token: token }: Signed, user_id: string, id: string) =>
  send(app, deleteCustomerAsset, { token, params: { user_id, id } });

const told = async (answer: Response): Promise<string> => {
  const { code } = await json<{ code?: string }>(answer);
  return code === undefined ? String(answer.status) : `${answer.status} ${code}`;
};

const audited = () =>
  knex('audit_log').orderBy('at').select('action', 'actor_id', 'user_id', 'before', 'after', 'ip');

describe('a file that an admin uploads for a customer', () => {
  it.each([
    ['radio_id', 'admin_uploaded_ids'],
    ['commercial', 'admin_uploaded_commercials'],
  ] as const)('is a %s that the customer hears on the dashboard', async (kind, column) => {
    const { app, customer, admin } = await openAdminArea();
    const bytes = soundFile(7);
    const name = 'Früh & “laut”.mp3';
    const asset = await uploadedFor(app, admin, customer.id, { kind, bytes, name });
    expect(asset).toMatchObject({ kind, file_name: name, is_operators: true, bitrate_kbps: 128 });
    expect(asset.url).toContain(`/${customer.id}/operator/${kind}s/${kind}_1.mp3?v=`);
    const [address, ...more] = (await stationOf(app, customer))[column];
    expect(more).toEqual([]);
    expect(new URL(address ?? '').searchParams.get('name')).toBe(name);
    for (const url of [asset.url, address ?? '']) {
      const stored = await fetchStored(app, url);
      expect(stored.headers.get('cache-control')).toContain('immutable');
      expect(Buffer.from(await stored.arrayBuffer()).equals(bytes)).toBe(true);
    }
    // It is not in the customer's own list.
    expect(await listOf(app, customer)).toEqual([]);
    expect((await removeFor(app, admin, customer.id, asset.id)).status).toBe(204);
    expect((await stationOf(app, customer))[column]).toEqual([]);
    expect((await fetchStored(app, asset.url)).status).toBe(404);
    await workOff(app, ['settle_asset']);
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('appears on the open dashboard, in the order of the numbers', async () => {
    const { app, customer, admin } = await openAdminArea();
    const { access_token: token } = customer;
    const events = readEvents(await send(app, getMyStationEvents, { token }));
    for (const name of ['b.mp3', 'a.mp3']) await uploadedFor(app, admin, customer.id, { name });
    let heard: string[] = [];
    for await (const { event, data } of events) {
      if (event === 'station') heard = Object(data).admin_uploaded_ids;
      if (heard.length === 2) break;
    }
    const names = heard.map((url) => new URL(url).searchParams.get('name'));
    expect(names).toEqual(['b.mp3', 'a.mp3']);
  });

  it('does not count towards the limits of the customer’s own files', async () => {
    const { app, customer, admin } = await openAdminArea();
    for (let n = 0; n < 4; n++) await uploadedFor(app, admin, customer.id);
    await knex('assets').update({ size_bytes: MAX_MEMBER_BYTES });
    const own = [];
    for (let n = 0; n < 3; n++) own.push(await uploaded(app, customer));
    expect(own[0]?.url).toContain(`/${customer.id}/radio_ids/radio_id_1.mp3`);
    expect(await told(await upload(app, customer))).toBe('409 too_many_files');
    expect(await listOf(app, customer)).toHaveLength(3);
    expect((await uploadFor(app, admin, customer.id)).status).toBe(201);
  });

  it('replaces the customer’s own logo', async () => {
    const { app, customer, admin } = await openAdminArea();
    const own = await uploaded(app, customer, { kind: 'logo', bytes: await logoFile('gif') });
    const sent = await uploadedFor(app, admin, customer.id, { kind: 'logo', bytes: PNG });
    expect(sent).toMatchObject({ id: own.id, is_operators: false });
    expect(await stationOf(app, customer)).toMatchObject({ station_logo_url: sent.url });
    await workOff(app, ['settle_asset']);
    expect(await disagreements(app)).toEqual([]);
    const { access_token: token } = customer;
    expect((await send(app, deleteAsset, { token, params: { id: own.id } })).status).toBe(204);
    expect(await stationOf(app, customer)).toMatchObject({ station_logo_url: null });
  });

  it('sends no mail', async () => {
    const { app, customer, admin } = await openAdminArea();
    await uploadedFor(app, admin, customer.id);
    await uploadedFor(app, admin, customer.id, { kind: 'logo', bytes: PNG });
    await workOff(app);
    expect(app.sent.mails).toEqual([]);
  });

  it('is in the customer’s data export', async () => {
    const { app, customer, admin } = await openAdminArea();
    const own = await uploaded(app, customer);
    const { is_operators: _, ...sent } = await uploadedFor(app, admin, customer.id, {
      kind: 'commercial',
    });
    const headers = { 'Step-Up': await stepUpToken(app, customer) };
    const { access_token: token } = customer;
    const answer = await send(app, exportAccount, { token, headers });
    expect((await json<AccountExport>(answer)).assets).toEqual([sent, own]);
  });

  it('is deleted with the customer', async () => {
    const { app, customer, admin } = await openAdminArea();
    await uploadedFor(app, admin, customer.id);
    await uploadedFor(app, admin, customer.id, { kind: 'commercial' });
    await deleteOwnAccount(app, customer);
    expect(await told(await uploadFor(app, admin, customer.id))).toBe('404 not_found');
    await workOff(app);
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('is not stored when the customer is deleted during the upload', async () => {
    const { app, customer, admin } = await openAdminArea();
    const whole = new Response(formOf('radio_id', soundFile(1)));
    const headers = {
      ...admin.as.headers,
      'Content-Type': whole.headers.get('content-type') ?? '',
    };
    const bytes = new Uint8Array(await whole.arrayBuffer());
    let rest: () => void = () => undefined;
    const body = new ReadableStream({
      start(form) {
        form.enqueue(bytes.subarray(0, 9_000));
        rest = () => {
          form.enqueue(bytes.subarray(9_000));
          form.close();
        };
      },
    });
    const path = uploadCustomerAsset.path.replace('{user_id}', customer.id);
    const late = fetch(app.url + path, { method: 'POST', headers, body, duplex: 'half' });
    await vi.waitFor(async () => expect((await leftovers(app)).temporary).toHaveLength(1), {
      timeout: 20_000,
    });
    await deleteOwnAccount(app, customer);
    rest();
    expect(await told(await late)).toBe('404 not_found');
    await workOff(app);
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('leaves no object when the customer is deleted before it is shown', async () => {
    const healthy = await startApp(database);
    const storage = failingStorage(healthy.services.storage);
    const { app, customer, admin } = await openAdminArea({ storage });
    storage.fail('put', 'slow');
    const late = uploadFor(app, admin, customer.id);
    await vi.waitFor(() => expect(storage.asked).toHaveLength(1), { timeout: 20_000 });
    await deleteOwnAccount(app, customer);
    await workOff(healthy);
    storage.release();
    expect((await late).status).toBe(409);
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });
});

describe('a file for a customer is refused', () => {
  it('without such a customer, or without a paid station', async () => {
    const { app, admin } = await openAdminArea();
    expect(await told(await uploadFor(app, admin, crypto.randomUUID()))).toBe('404 not_found');
    const { id } = await buildUser(knex);
    const none = await uploadFor(app, admin, id);
    expect(await json<Problem>(none)).toMatchObject({
      status: 404,
      code: 'no_station',
      detail: 'This customer has no station yet.',
    });
    await buildStation(knex, { user_id: id, status: 'payment_pending' });
    const pending = await uploadFor(app, admin, id, { kind: 'logo', bytes: PNG });
    expect(await told(pending)).toBe('404 no_station');
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('when the operator’s files of the kind have reached their limit', async () => {
    const { app, customer, admin } = await openAdminArea();
    for (let n = 0; n < MAX_OPERATOR_FILES; n++) {
      await buildAsset(knex, { user_id: customer.id, is_operators: true });
    }
    const answer = await uploadFor(app, admin, customer.id);
    expect(await json<Problem>(answer)).toMatchObject({
      status: 409,
      code: 'too_many_files',
      detail:
        `A customer can have at most ${MAX_OPERATOR_FILES} files of each kind from an admin. ` +
        'Remove one that is no longer needed and try again.',
    });
    const others = [{ kind: 'commercial' }, { kind: 'logo', bytes: PNG }] as const;
    for (const other of others) {
      expect((await uploadFor(app, admin, customer.id, other)).status).toBe(201);
    }
    expect((await upload(app, customer)).status).toBe(201);
  });

  it('with another content than its name says, or a kind that only customers upload', async () => {
    const { app, customer, admin } = await openAdminArea();
    const page = Buffer.from('<html><script>alert(1)</script></html>'.repeat(9));
    const files = [
      [{ bytes: PNG }, '415 unsupported_media_type'],
      [{ bytes: page }, '415 unsupported_media_type'],
      [{ bytes: Buffer.alloc(0) }, '415 unsupported_media_type'],
      [{ bytes: Buffer.concat([soundFile(1), page]) }, '415 unsupported_media_type'],
      [{ kind: 'logo', bytes: page }, '415 unsupported_media_type'],
      [{ kind: 'logo', bytes: Buffer.alloc(2 * 1024 * 1024 + 1) }, '413 file_too_large'],
      [{ kind: 'jingle' }, '422 validation_failed'],
    ] as const;
    for (const [file, refusal] of files) {
      expect(await told(await uploadFor(app, admin, customer.id, file))).toBe(refusal);
    }
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
    expect(await audited()).toEqual([]);
  });
});

describe('removing a customer’s file', () => {
  it('is allowed to admins for any file, and to customers for their own', async () => {
    const { app, customer, admin } = await openAdminArea();
    const own = await uploaded(app, customer, { kind: 'jingle' });
    const sent = await uploadedFor(app, admin, customer.id);
    const { access_token: token } = customer;
    const byCustomer = await send(app, deleteAsset, { token, params: { id: sent.id } });
    expect(byCustomer.status).toBe(404);
    const otherMember = await memberWith(app);
    expect((await removeFor(app, admin, otherMember.id, own.id)).status).toBe(404);
    for (const { id } of [own, sent]) {
      expect((await removeFor(app, admin, customer.id, id)).status).toBe(204);
      expect((await removeFor(app, admin, customer.id, id)).status).toBe(404);
    }
    expect(await listOf(app, customer)).toEqual([]);
    expect((await knex('profiles').where({ user_id: customer.id }).first()).jingle_files).toEqual(
      [],
    );
    expect((await audited()).filter(({ action }) => action === 'remove_file')).toHaveLength(2);
  });
});

describe('the audit log', () => {
  it('has one line for each uploaded and removed file', async () => {
    const { app, customer, admin } = await openAdminArea();
    const name = 'Good evening.mp3';
    const { id } = await uploadedFor(app, admin, customer.id, { name, key: KEY });
    await uploadedFor(app, admin, customer.id, { name, key: KEY });
    await removeFor(app, admin, customer.id, id);
    const by = { actor_id: admin.id, user_id: customer.id, ip: expect.any(String) };
    const file = { kind: 'radio_id', file_name: name };
    expect(await audited()).toEqual([
      { ...by, action: 'upload_file', before: {}, after: file },
      { ...by, action: 'remove_file', before: file, after: {} },
    ]);
    expect((await audited())[0].ip).toMatch(/127\.0\.0\.1|::1/);
  });
});

describe('a file for a customer that is uploaded again', () => {
  it('with its key is stored once, separate from keys of the customer or another admin', async () => {
    const { app, customer, admin } = await openAdminArea();
    const first = await uploadedFor(app, admin, customer.id, { key: KEY });
    const again = await uploadFor(app, admin, customer.id, { key: KEY });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect(await json(again)).toEqual(first);
    const other = await uploadFor(app, admin, customer.id, { key: KEY, name: 'b.mp3' });
    expect(await told(other)).toBe('409 idempotency_key_reused');
    const own = await upload(app, customer, { key: KEY });
    expect([own.status, own.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const second = await signedInUser(app, { role: 'admin' });
    const theirs = await uploadedFor(app, second, customer.id, { key: KEY });
    expect(theirs.id).not.toBe(first.id);
    // A deleted admin's name must not remain in a customer's rows.
    const kept: string[] = await knex('assets').pluck('idempotency_key');
    expect(kept.join(' ')).not.toContain(admin.id);
  });

  it('after storage failed is stored once, and the failed try is not logged', async () => {
    const healthy = await startApp(database);
    const storage = failingStorage(healthy.services.storage);
    const { app, customer, admin } = await openAdminArea({ storage });
    for (const failure of ['down', 'fails_after_acting'] as const) {
      storage.fail('put', failure);
      const refused = await uploadFor(app, admin, customer.id, { key: failure });
      expect(await told(refused)).toBe('503 storage_unavailable');
    }
    expect(await audited()).toEqual([]);
    expect((await stationOf(app, customer)).admin_uploaded_ids).toEqual([]);
    await uploadedFor(app, admin, customer.id, { key: 'down' });
    await workOff(app, ['settle_asset']);
    expect((await stationOf(app, customer)).admin_uploaded_ids).toHaveLength(1);
    expect(await disagreements(app)).toEqual([]);
    expect(await audited()).toHaveLength(1);
  });

  it.each(['before', 'after'] as const)(
    'after a crash %s its object was written is stored once, or swept',
    async (when) => {
      const survivor = await startApp(database);
      const storage = crashingStorage(survivor.services.storage);
      const { app, customer, admin } = await openAdminArea({ storage });
      for (const key of [KEY, 'never sent again']) {
        const died = storage.crashAt('put', when);
        void uploadFor(app, admin, customer.id, { key }).catch(() => undefined);
        await died;
      }
      expect(await audited()).toEqual([]);
      await letLeasesEnd(survivor);
      const kept = await uploadedFor(survivor, admin, customer.id, { key: KEY });
      await runTask(survivor, 'sweep_assets');
      expect(await disagreements(survivor)).toEqual([]);
      expect(await AssetRow.ofCustomer(knex, customer.id)).toMatchObject([{ id: kept.id }]);
      expect((await stationOf(survivor, customer)).admin_uploaded_ids).toHaveLength(1);
      expect(await audited()).toHaveLength(1);
      await app.close();
    },
  );
});

it('twenty parallel uploads over two replicas cannot exceed the limit', async () => {
  const { app: one, customer, admin } = await openAdminArea();
  const two = await startApp(database, { storage: one.services.storage });
  const free = 6;
  for (let n = free; n < MAX_OPERATOR_FILES; n++) {
    await buildAsset(knex, { user_id: customer.id, is_operators: true });
  }

  /** Retries if a busy machine got no connection or lock in time. */
  async function persist(n: number): Promise<Response> {
    const file = { bytes: soundFile(n), name: `${n}.mp3` };
    const answer = await uploadFor(n % 2 === 0 ? one : two, admin, customer.id, file);
    return answer.status === 503 ? persist(n) : answer;
  }
  const answers = await Promise.all(Array.from({ length: 20 }, (_, n) => persist(n)));
  const codes = await Promise.all(answers.map(told));
  expect(codes.filter((code) => code === '201')).toHaveLength(free);
  expect(new Set(codes)).toEqual(new Set(['201', '409 too_many_files']));
  const rows = await AssetRow.ofCustomer(knex, customer.id);
  expect(new Set(rows.map(({ number }) => number)).size).toBe(MAX_OPERATOR_FILES);
  expect((await leftovers(one)).objects).toHaveLength(free);
  expect((await stationOf(one, customer)).admin_uploaded_ids).toHaveLength(MAX_OPERATOR_FILES);
  expect(await audited()).toHaveLength(free);
});
