import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readDocument } from './connectors.ts';
import { readAzuraCast } from './azuracast.ts';
import { textOf } from './read-fields.ts';
import { readFlat } from './flat.ts';
import { readIcecast } from './icecast.ts';
import { readRadioCo } from './radio-co.ts';
import { readShoutcast } from './shoutcast.ts';
import type { Connector } from './track-set.ts';

const answer = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./answers/${name}.json`, import.meta.url), 'utf8'));

function read(connector: Connector, name: string, address = 'https://radio.example/') {
  return connector(answer(name), new URL(address));
}

const morning = { title: 'Slow Morning', artist: 'Nora Field' };
const less = { title: 'Less Is More', artist: 'Ann & Bob' };
const cup = { title: 'Second Cup', artist: 'The Counters' };
const outbound = { title: 'Outbound', artist: 'Halyard' };

describe('every format', () => {
  const kinds: Array<[string, Connector]> = [
    ['azuracast-station', readAzuraCast],
    ['azuracast-stations', readAzuraCast],
    ['icecast-one-source', readIcecast],
    ['icecast-sources', readIcecast],
    ['icecast-no-source', readIcecast],
    ['shoutcast-stats', readShoutcast],
    ['shoutcast-statistics', readShoutcast],
    ['shoutcast-played', readShoutcast],
    ['radio-co-status', readRadioCo],
    ['radio-co-next', readRadioCo],
    ['flat', readFlat],
    ['flat-three-tracks', readFlat],
  ];
  const connectors = [readAzuraCast, readIcecast, readShoutcast, readRadioCo, readFlat];

  it.each(kinds)('%s is read by its own connector and by no other before the last', (name, own) => {
    const claims = connectors.filter((connector) => read(connector, name) !== null);
    expect(claims.filter((connector) => connector === own || connector !== readFlat)).toEqual([
      own,
    ]);
    expect(readDocument(answer(name), new URL('https://radio.example/'))).toEqual(read(own, name));
  });

  it.each([null, 0, true, [], {}, [[]], [{}], { error: 'not found' }, { next: 'page 2' }])(
    'no connector reads an unknown format: %j',
    (document) => {
      expect(readDocument(document, new URL('https://radio.example/'))).toBeNull();
    },
  );

  it.each([
    { now_playing: 7, song_history: 'none', playing_next: [] },
    { now_playing: { song: null }, song_history: [null, 3], playing_next: {} },
    { icestats: { source: [null, 5, 'x', []] } },
    { icestats: { source: { title: { $: 1 }, listenurl: 3 } } },
    { songtitle: ['x'], nexttitle: {} },
    { totalstreams: 1, streams: 'none' },
    [{ playedat: {}, title: null }],
    { current_track: 'x', history: { 0: 1 } },
    { title: [], artist: {}, cover: 3 },
    { current: [], previous: 1 },
  ])('wrong types are read without an error: %j', (document) => {
    for (const fragment of ['', '#x', '?mount=x&sid=x']) {
      const tracks = readDocument(document, new URL(`https://radio.example/${fragment}`));
      expect(tracks).not.toBeNull();
    }
  });
});

describe('AzuraCast', () => {
  it('reads all three tracks', () => {
    expect(read(readAzuraCast, 'azuracast-station')).toEqual({
      previous: expect.objectContaining({ ...less, album: 'Duets', started_at: 1763721390 }),
      current: {
        ...morning,
        album: 'Windows',
        cover: expect.stringMatching(/^https:\/\/cast\.example\/api\/station\/cafe\/art\//),
        started_at: 1763721600,
      },
      next: expect.objectContaining({ ...cup, started_at: 1763721814 }),
    });
  });

  it.each([
    ['', morning],
    ['#cafe', morning],
    ['#1', morning],
    ['?station=cafe', morning],
    ['#gym', { title: 'Station Offline' }],
  ])('selects one of several stations by the URL: %j', (fragment, current) => {
    const address = `https://cast.example/api/nowplaying${fragment}`;
    expect(read(readAzuraCast, 'azuracast-stations', address)).toMatchObject({ current });
  });

  it('has no tracks for a station that is not in its list', () => {
    expect(read(readAzuraCast, 'azuracast-stations', 'https://cast.example/#hotel')).toBeNull();
  });
});

describe('Icecast', () => {
  it('reads one source', () => {
    expect(read(readIcecast, 'icecast-one-source')).toEqual({ current: morning });
  });

  it('has no track without a source', () => {
    expect(read(readIcecast, 'icecast-no-source')).toEqual({ current: null });
  });

  it.each([
    ['', outbound],
    ['?mount=/live.mp3', morning],
    ['?mount=live.mp3', morning],
    ['#/live.mp3', morning],
    ['#harbour.ogg', outbound],
    ['#/talk.mp3', {}],
    ['#/gone.mp3', null],
  ])('selects one of several sources by the URL: %j', (suffix, current) => {
    const address = `http://ice.example:8000/status-json.xsl${suffix}`;
    expect(read(readIcecast, 'icecast-sources', address)).toEqual({ current });
  });

  it.each([
    ['a number as its title', 1979, '1979'],
    ['true as its title', true, 'true'],
    ['entities in its title', 'Slow &amp; &#353;&#x161; &quot;Low&quot;', 'Slow & šš "Low"'],
    [
      'UTF-8 taken for Latin-1',
      '\u00c5\u00bdlu\u00c5\u00a5ou\u00c4\u008dk\u00c3\u00bd',
      'Žluťoučký',
    ],
    ['Latin-1', 'Café', 'Café'],
    ['any other script', 'Утро', 'Утро'],
  ])('with %s', (_, title, shown) => {
    const document = { icestats: { source: { title } } };
    expect(readIcecast(document, new URL('http://ice.example/'))).toEqual({
      current: { title: shown },
    });
  });

  it.each(['display-title', 'yp_currently_playing'])('with its title in %s', (name) => {
    const document = { icestats: { source: { title: ' ', [name]: 'Nora Field - Slow Morning' } } };
    expect(readIcecast(document, new URL('http://ice.example/'))).toEqual({ current: morning });
  });
});

describe('Shoutcast', () => {
  it('reads the current and the next title', () => {
    expect(read(readShoutcast, 'shoutcast-stats')).toEqual({ current: less, next: outbound });
  });

  it.each([
    ['', morning],
    ['&sid=2', morning],
    ['#3', cup],
    ['&sid=1', null],
    ['&sid=9', null],
  ])('selects one of several streams by the URL: %j', (suffix, current) => {
    const address = `http://cast.example:8000/statistics?json=1${suffix}`;
    expect(read(readShoutcast, 'shoutcast-statistics', address)).toEqual({ current, next: null });
  });

  it('reads the played titles', () => {
    expect(read(readShoutcast, 'shoutcast-played')).toEqual({
      previous: { ...less, started_at: 1763721390 },
      current: { ...morning, started_at: 1763721600 },
    });
  });
});

describe('Radio.co', () => {
  it('reads the current and the previous track', () => {
    expect(read(readRadioCo, 'radio-co-status')).toEqual({
      previous: less,
      current: {
        ...morning,
        cover: 'https://art.example/600x600.jpg',
        started_at: Date.parse('2026-11-21T10:40:00Z') / 1000,
      },
    });
  });

  it('reads the next track from its own URL', () => {
    expect(read(readRadioCo, 'radio-co-next')).toMatchObject({ next: cup });
  });

  it('has no track while it is offline', () => {
    const status = { ...Object(answer('radio-co-status')), status: 'offline' };
    expect(readRadioCo(status, new URL('https://radio.example/'))).toMatchObject({ current: null });
  });
});

describe('our own format', () => {
  it('uses one track for any slot', () => {
    const track = { ...morning, album: 'Windows', cover: '/covers/slow-morning.jpg' };
    expect(read(readFlat, 'flat')).toEqual({ previous: track, current: track, next: track });
  });

  it('can contain all three tracks', () => {
    expect(read(readFlat, 'flat-three-tracks')).toEqual({
      previous: expect.objectContaining(less),
      current: expect.objectContaining({ ...morning, album: 'Windows' }),
      next: null,
    });
  });

  it('can be a plain string', () => {
    const tracks = readFlat('Nora Field - Slow Morning', new URL('https://radio.example/'));
    expect(tracks).toMatchObject({ current: morning });
  });
});

describe('a document of other programs', () => {
  const at = (document: unknown) => readDocument(document, new URL('https://radio.example/now'));
  const song = { title: 'Slow Morning', artist: 'Nora Field' };

  it('of RadioKing’s widget is one track, although it has a `next_track`, which is a time', () => {
    const widget = {
      id: 1,
      ...song,
      album: 'Windows',
      cover: 'https://x.test/a.jpg',
      started_at: '2026-11-27T15:00:00+0000',
      end_at: '2026-11-27T15:03:00+0000',
      next_track: '2026-11-27T15:03:00+0000',
      buy_link: null,
    };
    expect(at(widget)?.current).toMatchObject({
      ...song,
      album: 'Windows',
      cover: 'https://x.test/a.jpg',
    });
  });

  it.each([
    ['live-info', (slots: object) => ({ env: 'production', ...slots, AIRTIME_API_VERSION: '1.1' })],
    ['live-info-v2', (slots: object) => ({ station: {}, tracks: slots })],
  ])('of LibreTime’s %s has all three slots (airtime #130, libretime #799)', (_name, shape) => {
    const item = (track_title: string) => ({
      starts: '2026-11-27 15:00:00',
      type: 'track',
      name: `Nora Field - ${track_title}`,
      metadata: { track_title, artist_name: 'Nora Field', album_title: 'Windows' },
    });
    const slots = {
      previous: item('Less'),
      current: item('Slow Morning'),
      next: item('Second Cup'),
    };
    expect(at(shape(slots))).toEqual({
      previous: { title: 'Less', artist: 'Nora Field', album: 'Windows' },
      current: { title: 'Slow Morning', artist: 'Nora Field', album: 'Windows' },
      next: { title: 'Second Cup', artist: 'Nora Field', album: 'Windows' },
    });
    const untagged = { ...slots, current: { name: 'Nora Field - Slow Morning', metadata: {} } };
    expect(at(shape(untagged))?.current).toEqual(song);
  });

  it.each([
    ['Centova Cast', { type: 'result', data: [{ title: 'On air', track: song }] }],
    ['Live365', { 'current-track': song, 'last-played': [] }],
    ['RadioBOSS', { nowplaying: 'Nora Field - Slow Morning' }],
    ['Everest Panel', { nowplaying: song, listeners: 3 }],
    ['Zeno', { mount: 'abc', streamTitle: 'Nora Field - Slow Morning' }],
    ['Spinitron', { items: [{ id: 1, song: 'Slow Morning', artist: 'Nora Field' }] }],
    ['SomaFM', { id: 'groovesalad', songs: [{ ...song, album: 'Windows' }] }],
    ['capitals', { Title: 'Slow Morning', Artist: 'Nora Field' }],
    ['a wrapper', { success: true, data: song }],
  ])('of %s has the current track', (_name, document) => {
    expect(at(document)?.current).toMatchObject(song);
  });

  it('with an object of neither title nor artist under `current` is unknown, not silent', () => {
    expect(at({ current: { id: 3, show: 'Breakfast' } })).toBeNull();
    expect(at({ current: null })).toEqual({ current: null });
  });

  it('of AzuraCast names the streamer who is live and sends no title', () => {
    const document = {
      now_playing: { song: { title: '', artist: '', text: '' } },
      song_history: [],
      live: { is_live: true, streamer_name: 'DJ Nora' },
    };
    expect(at(document)?.current).toMatchObject({ title: 'DJ Nora' });
  });
});

describe('a text of any document', () => {
  it('is decoded once, and other text is unchanged', () => {
    expect(textOf('&amp;lt;b&amp;gt; &bogus; & &#38;amp;')).toBe('&lt;b&gt; &bogus; & &amp;');
    expect(textOf('Beyonc&eacute; &#146;n&#8217; Dvo&#345ák &hellip;')).toBe(
      'Beyoncé ’n’ Dvořák …',
    );
  });
});
