import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { deleteAsset, uploadAsset, type Asset } from '../../contract/assets.ts';
import {
  changeLook,
  getStation,
  type PublicStation,
  type Station,
} from '../../contract/stations.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
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
  return { app, token: member.access_token, station, change };
}

const publicStation = async (app: TestApp, { station_slug }: { station_slug: string }) =>
  json<PublicStation>(await send(app, getStation, { params: { station_slug } }));

describe('the look of a station', () => {
  it('reaches every open player as an event', async () => {
    const { app, station, change } = await memberWithStation();
    const stop = new AbortController();
    const stream = await fetch(`${app.url}/v1/stations/${station.station_slug}/events`, stop);
    const events = readEvents(stream);
    const nextStation = async (): Promise<unknown> => {
      const { value } = await events.next();
      return value?.event === 'now-playing' ? nextStation() : value?.data;
    };
    expect(await nextStation()).not.toHaveProperty('accent_colour');
    const look = { accent_colour: '#c2410c', theme: 'dark' };
    expect(await json<Station>(await change(look))).toMatchObject(look);
    expect(await nextStation()).toMatchObject(look);
    stop.abort();
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
});
