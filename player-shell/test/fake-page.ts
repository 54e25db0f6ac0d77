import { NOW_PLAYING, STATION } from '../../sdk/test/fake-player.ts';
import type { StationPage } from '../src/page-types.ts';

/** The data of a station's page on the server. */
export const pageWith = (changes: Partial<StationPage> = {}): StationPage => ({
  kind: 'station',
  station: STATION,
  now_playing: NOW_PLAYING,
  slug: 'demo',
  view: 'full',
  lang: 'en',
  query: '',
  api_base: 'https://radio.example',
  home_url: 'https://radio.example/',
  year: 2026,
  page_url: 'https://radio.example/demo',
  app_path: '/demo',
  ...changes,
});

/** The page of a wall whose station is missing. */
export const MISSING_WALL = pageWith({
  kind: 'missing',
  station: undefined,
  now_playing: undefined,
  view: 'tv',
});
