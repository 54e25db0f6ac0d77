import {
  BRAND,
  ENGLISH,
  Embed,
  Full,
  playerError,
  readOptions,
  type EmbedOptions,
  type PlayerControls,
  type PlayerSnapshot,
} from '@stationhouse/sdk/shell';
import type { StationPage } from './station-page.ts';

interface PageFaceProps {
  page: StationPage;
  snapshot: PlayerSnapshot;
  player: PlayerControls;
}

/** The page's body, drawn by the server and by the browser from the same facts. */
export function PageFace({ page, snapshot, player }: PageFaceProps) {
  const face = {
    snapshot,
    player,
    placeholder: page.api_base + BRAND.placeholder_cover,
    words: ENGLISH,
  };
  if (page.view !== 'embed') return <Full {...face} homeUrl={page.home_url} year={page.year} />;
  return <Embed {...face} options={embedOptions(page)} heading="h1" />;
}

/** How an embed is to look, as its address says. */
export function embedOptions({ query }: StationPage): EmbedOptions {
  const parameters = new URLSearchParams(query);
  return readOptions((name) => parameters.get(name));
}

/** The player's first snapshot, as the server sees it: nobody has pressed play. */
export function firstSnapshot(page: StationPage): PlayerSnapshot {
  const { station = null, now_playing: tracks = null } = page;
  const nobody: PlayerSnapshot = {
    state: 'idle',
    muted: false,
    volume: 1,
    error: null,
    cause: null,
    load: 'loaded',
    station,
    tracks,
  };
  switch (page.kind) {
    case 'station':
      return nobody;
    case 'missing':
      return { ...nobody, load: 'missing', error: playerError('station_not_found') };
    case 'no-slug':
      return {
        ...nobody,
        load: 'missing',
        error: playerError('no_slug'),
      };
    case 'failed':
      return {
        ...nobody,
        load: 'failed',
        error: playerError('station_load_failed'),
      };
  }
}
