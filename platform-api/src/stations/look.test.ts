import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { exportAccount, type AccountExport } from '../../contract/accounts/deletion.ts';
import { deleteAsset, uploadAsset, type Asset } from '../../contract/assets/calls.ts';
import { NO_WISHES } from '../../contract/setup/music-wishes.ts';
import { changeLook, changeWallMessage, getStation } from '../../contract/stations/calls.ts';
import { type PublicStation, type Station } from '../../contract/stations/schemas.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { stepUpToken } from '../../test/deleted-user.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { readEvents } from '../../test/read-events.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import { formOf, logoFile } from '../../test/uploads.ts';
import { RadioStation } from './station.ts';

const database = testDatabase();

async function memberWithStation(given: Parameters<typeof buildStation>[1] = {}) {
  const app = await startApp(database);
  const member = await signedInUser(app);
  const station = await buildStation(database.knex, { user_id: member.id, ...given });
  const change = (body: object) => send(app, changeLook, { token: member.access_token, body });
  return { app, member, token: member.access_token, station, change };
}

const publicStation = async (app: TestApp, { station_slug }: { station_slug: string }) =>
  json<PublicStation>(await send(app, getStation, { params: { station_slug } }));

/** Reads the station's events as an open player does, until `stop`. */
async function followStation(app: TestApp, { station_slug }: { station_slug: string }) {
  const stop = new AbortController();
  const events = readEvents(await fetch(`${app.url}/v1/stations/${station_slug}/events`, stop));
  const nextStation = async (): Promise<unknown> => {
    const { value } = await events.next();
    return value?.event === 'now-playing' ? nextStation() : value?.data;
  };
  return { nextStation, stop: () => stop.abort() };
}

describe('the look of a station', () => {
  it('reaches every open player as an event', async () => {
    const { app, station, change } = await memberWithStation();
    const { nextStation, stop } = await followStation(app, station);
    expect(await nextStation()).not.toHaveProperty('accent_colour');
    const look = { accent_colour: '#c2410c', theme: 'dark' };
    expect(await json<Station>(await change(look))).toMatchObject(look);
    expect(await nextStation()).toMatchObject(look);
    stop();
  });

  it('is one spelling of a colour, and nothing else', async () => {
    const { change } = await memberWithStation();
    const answer = await change({ accent_colour: ' #C2410C ', theme: null });
    expect(await json<Station>(answer)).toMatchObject({ accent_colour: '#c2410c', theme: null });
    for (const accent_colour of ['c2410c', '#c41', 'red', '#c2410c;}', '']) {
      expect((await change({ accent_colour, theme: null })).status).toBe(422);
    }
    expect((await change({ accent_colour: null, theme: 'sepia' })).status).toBe(422);
  });

  it('is left out of the public data until it is chosen, and when it is taken back', async () => {
    const { app, station, change } = await memberWithStation();
    await change({ accent_colour: '#c2410c', theme: 'light' });
    await change({ accent_colour: null, theme: null });
    const shown = await publicStation(app, station);
    expect(shown).not.toHaveProperty('accent_colour');
    expect(shown).not.toHaveProperty('theme');
  });

  it('names the year in which the station began', async () => {
    const { app, station } = await memberWithStation();
    expect((await publicStation(app, station)).first_year).toBe(new Date().getUTCFullYear());
    await RadioStation.query(database.knex)
      .findById(station.id)
      .patch({ setup_completed_at: new Date('2019-03-04T00:00:00Z') });
    const other = await startApp(database);
    expect((await publicStation(other, station)).first_year).toBe(2019);
  });

  it.each([
    ['Starter', undefined],
    ['Professional', true],
    ['Enterprise', true],
    [null, undefined],
  ] as const)('carries our name with %s only without a white label', async (package_name, is) => {
    const { app, station } = await memberWithStation({ package_name });
    expect((await publicStation(app, station)).is_white_label).toBe(is);
  });

  it('has a background picture, which a new one replaces and removing takes away', async () => {
    const { app, token, station } = await memberWithStation();
    const upload = async (colour: string) => {
      const form = formOf('background', await logoFile('png', colour), 'terrace.png');
      return json<Asset>(await send(app, uploadAsset, { token, form }));
    };
    const first = await upload('#aa0000');
    const { id, url } = await upload('#00aa00');
    expect(id).toBe(first.id);
    expect(url).not.toBe(first.url);
    const picture = await fetch(url.replace(app.services.publicUrl, app.url));
    const { format, width } = await sharp(Buffer.from(await picture.arrayBuffer())).metadata();
    expect({ format, width }).toEqual({ format: 'jpeg', width: 60 });
    const shownUrl = async () =>
      (await RadioStation.query(database.knex).findById(station.id))?.background_url;
    expect(await shownUrl()).toBe(url);
    await send(app, deleteAsset, { token, params: { id } });
    expect(await shownUrl()).toBeNull();
  });

  it('has a logo for dark grounds beside its logo, until that is removed', async () => {
    const { app, token, station } = await memberWithStation();
    const upload = async (kind: 'logo' | 'dark_logo', colour: string) => {
      const form = formOf(kind, await logoFile('png', colour), 'logo.png');
      return json<Asset>(await send(app, uploadAsset, { token, form }));
    };
    const { id, url } = await upload('dark_logo', '#ffffff');
    expect(await publicStation(app, station)).not.toHaveProperty('dark_logo');
    const logo = await upload('logo', '#000000');
    const shown = { station_logo_url: url, logo_shape: { luminance: 1 } };
    await expect
      .poll(() => publicStation(app, station))
      .toMatchObject({
        station_logo_url: logo.url,
        logo_shape: { luminance: 0 },
        dark_logo: shown,
      });
    expect((await fetch(url.replace(app.services.publicUrl, app.url))).status).toBe(200);
    await send(app, deleteAsset, { token, params: { id } });
    await expect.poll(() => publicStation(app, station)).not.toHaveProperty('dark_logo');
  });
});

describe('the message on a station’s screens', () => {
  const SOUP = { text: 'Soup: leek', shown: 'always', from: '11:30', until: null };

  async function memberWithWall() {
    const { app, member, token, station } = await memberWithStation();
    const change = (wall_message: object | null) =>
      send(app, changeWallMessage, { token, body: { wall_message } });
    return { app, member, token, station, change };
  }

  it('reaches every open screen as an event', async () => {
    const { app, station, change } = await memberWithWall();
    const { nextStation, stop } = await followStation(app, station);
    expect(await nextStation()).not.toHaveProperty('wall_message');
    expect(await json<Station>(await change(SOUP))).toMatchObject({ wall_message: SOUP });
    expect(await nextStation()).toMatchObject({ wall_message: SOUP });
    await change(null);
    expect(await nextStation()).not.toHaveProperty('wall_message');
    stop();
  });

  it('is one short line with times of a day', async () => {
    const { change } = await memberWithWall();
    const written = await change({ ...SOUP, text: '  Soup:\n\tleek ' });
    expect(await json<Station>(written)).toMatchObject({ wall_message: SOUP });
    for (const wrong of [
      { text: ' \n ' },
      { text: 'x'.repeat(141) },
      { shown: 'now and then' },
      { from: '24:00' },
      { until: '9:30' },
      { colour: 'red' },
    ]) {
      expect([wrong, (await change({ ...SOUP, ...wrong })).status]).toEqual([wrong, 422]);
    }
  });

  it('is part of the export of an account', async () => {
    const { app, member, token, change } = await memberWithWall();
    await change(SOUP);
    const headers = { 'Step-Up': await stepUpToken(app, member) };
    const exported = await json<AccountExport>(await send(app, exportAccount, { token, headers }));
    expect(exported.station).toMatchObject({ wall_message: SOUP });
  });
});

describe('the time zone of a station', () => {
  const shownZone = async (station: RadioStation) =>
    (await RadioStation.query(database.knex).findById(station.id))?.zone;

  it('is that of the setup form until the schedule has one', async () => {
    const { app, station } = await memberWithStation();
    expect(await publicStation(app, station)).not.toHaveProperty('zone');
    const wish = (zone: string | null) =>
      database
        .knex('profiles')
        .where({ user_id: station.user_id })
        .update({ music_wishes: { ...NO_WISHES, zone } });
    await wish('Asia/Tokyo');
    expect(await shownZone(station)).toBe('Asia/Tokyo');
    const draft = (zone: string) => ({ draft: { zone }, draft_version: 1 });
    await database
      .knex('station_schedules')
      .insert({ station_id: station.id, ...draft('Europe/Berlin') });
    await wish('Asia/Seoul');
    expect(await shownZone(station)).toBe('Europe/Berlin');
    await database
      .knex('station_schedules')
      .where({ station_id: station.id })
      .update(draft('Europe/Paris'));
    expect(await shownZone(station)).toBe('Europe/Paris');
    const other = await startApp(database);
    expect((await publicStation(other, station)).zone).toBe('Europe/Paris');
  });
});
