import { describe, expect, it } from 'vitest';
import { deleteAsset, listAssets, type Asset } from '../../contract/assets/calls.ts';
import type { Problem } from '../../contract/problem.ts';
import { getMyStationEvents } from '../../contract/stations/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { readEvents } from '../../test/read-events.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import {
  fetchStored,
  leftovers,
  logoFile,
  memberWith,
  NOTHING_LEFT,
  soundFile,
  upload,
  uploaded,
} from '../../test/uploads.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();
const { knex } = database;

interface Page {
  data: Asset[];
  has_more: boolean;
  next_cursor: string | null;
}

async function list(app: TestApp, member: SignedInUser, query: Record<string, string> = {}) {
  const answer = await send(app, listAssets, { token: member.access_token, query });
  expect(answer.status).toBe(200);
  return json<Page>(answer);
}

const remove = (app: TestApp, member: SignedInUser, id: string) =>
  send(app, deleteAsset, { token: member.access_token, params: { id } });

const profileOf = (member: SignedInUser) => knex('profiles').where({ user_id: member.id }).first();
const stationOf = (member: SignedInUser) =>
  knex('radio_stations').where({ user_id: member.id }).first();

describe('a file that a member uploads', () => {
  it.each(['radio_id', 'jingle', 'commercial'] as const)(
    'is served publicly as a %s, without its tags',
    async (kind) => {
      const app = await startApp(database);
      const member = await memberWith(app, 'Professional');
      const sound = soundFile(1);
      const bytes = Buffer.concat([sound, Buffer.from(`TAG${'x'.repeat(125)}`)]);
      const asset = await uploaded(app, member, { kind, bytes, name: 'Good morning.mp3' });
      expect(asset).toMatchObject({
        kind,
        file_name: 'Good morning.mp3',
        content_type: 'audio/mpeg',
        size_bytes: sound.length,
        duration_seconds: 1.2,
        bitrate_kbps: 128,
        channels: 2,
      });
      expect(asset.peaks).toEqual(expect.arrayContaining([0]));
      expect(asset.url).toMatch(
        `http://radio.example.com/storage/station-assets/${member.id}/${kind}s/${kind}_1.mp3?v=`,
      );
      const stored = await fetchStored(app, asset.url);
      expect(stored.headers.get('content-type')).toBe('audio/mpeg');
      expect(Buffer.from(await stored.arrayBuffer()).equals(sound)).toBe(true);
      expect((await list(app, member)).data).toEqual([asset]);
    },
  );

  it('sets the logo URL on both profile and station when it is a logo', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const asset = await uploaded(app, member, { kind: 'logo', bytes: await logoFile('jpeg') });
    expect(asset).toMatchObject({ kind: 'logo', content_type: 'image/jpeg' });
    expect(asset).not.toHaveProperty('duration_seconds');
    expect(new URL(asset.url).pathname).toBe(`/storage/station-assets/${member.id}/logo.jpg`);
    expect(await profileOf(member)).toMatchObject({ station_logo_url: asset.url });
    expect(await stationOf(member)).toMatchObject({ station_logo_url: asset.url });
    expect((await fetchStored(app, asset.url)).headers.get('content-type')).toBe('image/jpeg');
  });

  it('is listed in the profile by number when it is a jingle', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const [first, second] = [
      await uploaded(app, member, { kind: 'jingle', name: 'z.mp3' }),
      await uploaded(app, member, { kind: 'jingle', name: 'a.mp3', bytes: soundFile(2) }),
    ];
    await uploaded(app, member, { kind: 'radio_id' });
    expect((await profileOf(member)).jingle_files).toEqual([first.url, second.url]);
    await remove(app, member, first.id);
    expect((await profileOf(member)).jingle_files).toEqual([second.url]);
  });

  it('is reported to the operator by email', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    await uploaded(app, member, { kind: 'radio_id', name: 'Good evening.mp3' });
    await workOff(app);
    const mails = app.sent.mails.filter(({ to }) => to === 'desk@radio.example.com');
    expect(mails).toHaveLength(1);
    expect(mails[0]?.text).toContain('Radio ID: Good evening.mp3');
  });

  it('takes the lowest free number, skipping numbers whose object still exists', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const numberOf = ({ url }: Asset) => /_(\d+)\.mp3/.exec(url)?.[1];
    const first = await uploaded(app, member);
    const second = await uploaded(app, member);
    expect([first, second].map(numberOf)).toEqual(['1', '2']);
    await remove(app, member, first.id);
    expect(numberOf(await uploaded(app, member))).toBe('3');
    await workOff(app, ['settle_asset']);
    await remove(app, member, second.id);
    expect(numberOf(await uploaded(app, member))).toBe('1');
  });
});

describe('a new logo', () => {
  it('replaces the old one, with the same id and a new URL', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const sendLogo = async (format: 'png' | 'jpeg', color: string) =>
      uploaded(app, member, { kind: 'logo', bytes: await logoFile(format, color) });
    const first = await sendLogo('png', '#ffffff');
    const second = await sendLogo('png', '#000000');
    const third = await sendLogo('jpeg', '#000000');
    expect([second.id, third.id]).toEqual([first.id, first.id]);
    expect(new Set([first.url, second.url, third.url]).size).toBe(3);
    expect((await list(app, member)).data).toEqual([third]);
    expect(await stationOf(member)).toMatchObject({ station_logo_url: third.url });
    await workOff(app, ['settle_asset']);
    const left = await leftovers(app);
    expect(left).toEqual({ rows: 1, objects: [`${member.id}/logo.jpg`], temporary: [] });
    expect((await list(app, member)).data).toEqual([third]);
  });

  it('is sent to an open dashboard’s event stream', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const events = readEvents(await send(app, getMyStationEvents, { token: member.access_token }));
    const asset = await uploaded(app, member, { kind: 'logo', bytes: await logoFile() });
    const heard: unknown[] = [];
    for await (const { event, data } of events) {
      if (event === 'station') heard.push(Object(data).station_logo_url);
      if (heard.includes(asset.url)) break;
    }
    expect(heard.at(-1)).toBe(asset.url);
  });

  it('can be uploaded after a removal, before the old object is deleted', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const first = await uploaded(app, member, { kind: 'logo', bytes: await logoFile('png') });
    expect((await remove(app, member, first.id)).status).toBe(204);
    expect(await profileOf(member)).toMatchObject({ station_logo_url: null });
    expect(await stationOf(member)).toMatchObject({ station_logo_url: null });
    const second = await uploaded(app, member, { kind: 'logo', bytes: await logoFile('gif') });
    await workOff(app, ['settle_asset']);
    expect((await list(app, member)).data).toEqual([second]);
    expect((await leftovers(app)).objects).toEqual([`${member.id}/logo.gif`]);
  });
});

describe('the list of files', () => {
  it('is sorted by name, paginated, and filtered by kind on request', async () => {
    const app = await startApp(database);
    const member = await memberWith(app, 'Enterprise');
    const names = ['c.mp3', 'a.mp3', 'b.mp3', 'b.mp3', 'd.mp3'];
    for (const name of names) await uploaded(app, member, { name });
    await uploaded(app, member, { kind: 'jingle', name: 'aa.mp3' });

    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Page = await list(app, member, {
        kind: 'radio_id',
        limit: '2',
        ...(cursor !== '' && { cursor }),
      });
      expect(page.data.length).toBeLessThanOrEqual(2);
      expect(page.has_more).toBe(page.next_cursor !== null);
      seen.push(...page.data.map(({ file_name }) => file_name));
      cursor = page.next_cursor;
    }
    expect(seen).toEqual(['a.mp3', 'b.mp3', 'b.mp3', 'c.mp3', 'd.mp3']);
    const all = await list(app, member);
    expect(all.data.map(({ file_name }) => file_name)[1]).toBe('aa.mp3');
    expect(all).toMatchObject({ has_more: false, next_cursor: null });
  });

  it.each(['nonsense', Buffer.from(`${'0'.repeat(36)}a`).toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      const app = await startApp(database);
      const { access_token: token } = await signedInUser(app);
      const answer = await send(app, listAssets, { token, query: { cursor } });
      expect(answer.status).toBe(422);
      expect((await json<Problem>(answer)).errors).toMatchObject([{ field: 'cursor' }]);
    },
  );
});

describe('removing a file', () => {
  it('hides it at once, then deletes its object and its row', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const asset = await uploaded(app, member, { kind: 'jingle' });
    expect((await remove(app, member, asset.id)).status).toBe(204);
    expect((await list(app, member)).data).toEqual([]);
    expect((await fetchStored(app, asset.url)).status).toBe(404);
    expect((await remove(app, member, asset.id)).status).toBe(404);
    await workOff(app, ['settle_asset']);
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('is allowed for its owner only', async () => {
    const app = await startApp(database);
    const [member, other] = [await memberWith(app), await memberWith(app)];
    const asset = await uploaded(app, member);
    expect((await remove(app, other, asset.id)).status).toBe(404);
    expect((await list(app, other)).data).toEqual([]);
    expect((await list(app, member)).data).toEqual([asset]);
  });

  it('allows another upload under the package limit', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const kept = [1, 2, 3].map((n) => uploaded(app, member, { bytes: soundFile(n) }));
    const [first] = await Promise.all(kept);
    expect((await upload(app, member)).status).toBe(409);
    await remove(app, member, first?.id ?? '');
    expect((await upload(app, member)).status).toBe(201);
  });

  it('returns 404 for a member without files', async () => {
    const app = await startApp(database);
    await buildUser(knex);
    const member = await signedInUser(app);
    expect((await remove(app, member, crypto.randomUUID())).status).toBe(404);
  });
});
