import { describe, expect, it, vi } from 'vitest';
import { getOembed } from '../../contract/stations/oembed.ts';
import { isSlug, publicStationId, stationIdIn } from '../../contract/stations/slug.ts';
import { changeSlug } from '../../contract/stations/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser } from '../../test/factories.ts';
import { buildPlaylist, draftWith, putOnAir } from '../../test/on-air-stations.ts';
import { readEvents } from '../../test/read-events.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const { knex } = database;

/** Notifications take longer on a busy machine. */
const PATIENT = { timeout: 20_000 };

/** A station on air here, at `/old`. */
async function startWithOld() {
  const app = await startApp(database);
  const station = await buildStation(knex, { station_slug: 'old', station_name: 'The Old Mill' });
  await putOnAir(knex, station, draftWith((await buildPlaylist(knex)).id));
  return { app, station, publicId: publicStationId(station.id) };
}

/** Moves a station away from `/old`, and gives the slug to another one after its days are over. */
async function takeOver(station: { id: string }): Promise<{ id: string }> {
  await knex('radio_stations').where({ id: station.id }).update({ station_slug: 'new' });
  await knex('former_slugs').update({ held_until: new Date(0) });
  const rival = await buildStation(knex, { station_slug: 'old', station_name: 'The Rival' });
  await putOnAir(knex, rival, draftWith((await buildPlaylist(knex)).id));
  return rival;
}

const stationAt = async (app: TestApp, name: string) =>
  json<{ station_name: string; stream_url: string }>(await app.get(`/v1/stations/${name}`));

describe('a player’s station', () => {
  it.each([
    '%20old%20',
    ' OLD',
    'http://radio.example.com/old',
    'radio.example.com/radio/old/tv',
    ' https://old.example.com/ ',
    'https://radio.example.com/?station=old',
    'https://music.mill.example/',
  ])('named %s is found in every call that a player makes', async (named) => {
    const { app, station } = await startWithOld();
    const domain = 'music.mill.example';
    const proven = { token: 't', state: 'active', proven_at: new Date() };
    await knex('station_domains').insert({ station_id: station.id, domain, ...proven });
    const name = encodeURIComponent(decodeURIComponent(named));
    // The domain is known as soon as its notification arrives.
    await vi.waitFor(async () => {
      expect(await stationAt(app, name)).toMatchObject({ station_name: 'The Old Mill' });
    }, PATIENT);
    for (const call of ['now-playing', 'played-tracks', 'events']) {
      const answer = await app.get(`/v1/stations/${name}/${call}`);
      expect([call, answer.status]).toEqual([call, 200]);
      await answer.body?.cancel();
    }
  });

  it('named by an address begins a session of a listener to an outside stream', async () => {
    const app = await startApp(database);
    const outside = { station_slug: 'mill', stream_url: 'https://stream.example.com/a' };
    await buildStation(knex, outside);
    const begin = (name: string) => app.get(`/listening/${name}`, { method: 'POST', body: 'web' });
    for (const name of ['%20mill%20', encodeURIComponent('http://radio.example.com/mill')]) {
      expect(await (await begin(name)).text()).not.toBe('');
    }
  });

  it('named by an address of another site is not found', async () => {
    const { app } = await startWithOld();
    for (const address of ['https://elsewhere.test/old', 'https://', 'old.', '../old', 'old/x']) {
      const answer = await app.get(`/v1/stations/${encodeURIComponent(address)}`);
      expect([answer.status, (await json<{ code: string }>(answer)).code]).toEqual([
        404,
        'station_not_found',
      ]);
    }
  });
});

describe('a public id', () => {
  it.each([
    ['/v1/stations/{id}', 200],
    ['/v1/stations/{id}/now-playing', 200],
    ['/v1/stations/{id}/played-tracks', 200],
    ['/{id}', 200],
    ['/radio/{id}', 200],
    ['/?station={id}', 200],
    ['/{id}?embed=true', 200],
    ['/{id}/tv', 200],
    ['/{id}/tv-static', 200],
    ['/{id}/manifest.webmanifest', 200],
    ['/stream/{id}', 200],
    ['/stream/{id}.m3u', 200],
    ['/stream/{id}.pls', 200],
    ['/stream/{id}/tracks/current', 200],
    ['/hls/{id}/master.m3u8', 200],
    ['/hls/{id}/mp3_128.m3u8', 302],
  ])('names its station at %s, in any case', async (path, status) => {
    const { app, publicId } = await startWithOld();
    for (const name of [publicId, publicId.toUpperCase()]) {
      const answer = await app.get(path.replace('{id}', name), { redirect: 'manual' });
      expect(answer.status).toBe(status);
      await answer.body?.cancel();
    }
  });

  it('stays in the addresses of playlists, frames and segments', async () => {
    const { app, publicId } = await startWithOld();
    const m3u = await (await app.get(`/stream/${publicId}.m3u`)).text();
    expect(m3u).toContain(`http://radio.example.com/stream/${publicId}\n`);
    const url = `http://radio.example.com/${publicId}`;
    const oembed = await json<{ html: string }>(await send(app, getOembed, { query: { url } }));
    expect(oembed.html).toContain(`src="${url}?embed=true"`);
    const page = await (await app.get(`/${publicId}`)).text();
    expect(page).toContain('<link rel="canonical" href="http://radio.example.com/old"');
  });

  it('begins a session of a listener to an outside stream', async () => {
    const app = await startApp(database);
    const { id } = await buildStation(knex, { stream_url: 'https://stream.example.com/a' });
    const begin = (name: string) => app.get(`/listening/${name}`, { method: 'POST', body: 'web' });
    expect(await (await begin(publicStationId(id))).text()).not.toBe('');
    expect(await (await begin(publicStationId(crypto.randomUUID()))).text()).toBe('');
  });

  it('opens the page of a station that is being built', async () => {
    const app = await startApp(database);
    const { id } = await buildStation(knex, { status: 'setup_pending', station_name: 'Soon' });
    const page = await app.get(`/${publicStationId(id)}`);
    expect([page.status, (await page.text()).includes('Soon')]).toEqual([404, true]);
  });

  it('that is unknown is answered like an unknown slug', async () => {
    const app = await startApp(database);
    const off = await buildStation(knex, { status: 'inactive' });
    const unknown = [crypto.randomUUID(), off.id].map(publicStationId);
    for (const path of ['/v1/stations/{}', '/v1/stations/{}/events', '/stream/{}']) {
      const answers = await Promise.all(
        [...unknown, 'st_', 'st_0', 'absent'].map(async (name) => {
          const headers = { 'X-Request-Id': 'the-same' };
          const answer = await app.get(path.replace('{}', name), { headers });
          return `${answer.status} ${await answer.text()}`;
        }),
      );
      expect([...new Set(answers)]).toHaveLength(1);
      expect(answers[0]).toMatch(/^404 /);
    }
    for (const name of unknown) expect((await app.get(`/${name}/tv`)).status).toBe(404);
  });

  it('plays its own station while another one takes over its former slug', async () => {
    const { app, station, publicId } = await startWithOld();
    expect(await stationAt(app, publicId)).toMatchObject({ station_name: 'The Old Mill' });
    const streamOf = async (name: string) => (await app.services.onAir.find(name))?.id;
    expect(await streamOf(publicId)).toBe(station.id);
    const events = await app.get(`/v1/stations/${publicId}/events`);
    const heard: unknown[] = [];
    const hearing = (async () => {
      for await (const { event, data } of readEvents(events))
        if (event === 'station') heard.push(data);
    })();

    const rival = await takeOver(station);
    // The stream ends, because its slug is another station's, and the player asks again.
    await hearing;
    expect(JSON.stringify(heard)).not.toContain('The Rival');
    await vi.waitFor(async () => {
      expect(await stationAt(app, 'old')).toMatchObject({ station_name: 'The Rival' });
    }, PATIENT);
    expect(await stationAt(app, publicId)).toMatchObject({
      station_name: 'The Old Mill',
      stream_url: 'http://radio.example.com/stream/new',
    });
    expect(await stationAt(app, publicStationId(rival.id))).toMatchObject({
      station_name: 'The Rival',
    });
    await vi.waitFor(async () => expect(await streamOf('old')).toBe(rival.id), PATIENT);
    expect(await streamOf(publicId)).toBe(station.id);
  });

  it('is never a slug', async () => {
    const app = await startApp(database);
    const { id, access_token: token } = await signedInUser(app);
    const station = await buildStation(knex, { user_id: id });
    const station_slug = publicStationId(station.id);
    expect([isSlug(station_slug), stationIdIn(station_slug)]).toEqual([false, station.id]);
    const answer = await send(app, changeSlug, { token, body: { station_slug } });
    expect([answer.status, await json(answer)]).toMatchObject([422, { code: 'slug_invalid' }]);
    await expect(
      knex('radio_stations').where({ id: station.id }).update({ station_slug }),
    ).rejects.toThrow('radio_stations_station_slug');
  });
});
