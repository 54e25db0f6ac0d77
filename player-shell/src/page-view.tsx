import {
  BRAND,
  Embed,
  Full,
  playerError,
  readOptions,
  type EmbedOptions,
  type PlayerControls,
  type PlayerSnapshot,
  type Words,
} from '@stationhouse/sdk/shell';
import { Install } from './install.tsx';
import type { ListenerWords } from './page-words.ts';
import type { Qr } from './qr.ts';
import { Share } from './share.tsx';
import type { StationPage } from './station-page.ts';

/**
 * A listener's page: what the server knows of the station, and what the browser need not load to draw the
 * same. The words are in the page's language.
 */
export interface ListenerPage extends StationPage {
  /** Of the page's code, as `/assets/version.json` names it. */
  version: string;
  words: Words;
  said: ListenerWords;
  /** Leads to the station's page; null where there is none to lead to. */
  qr: Qr | null;
}

interface PageFaceProps {
  page: ListenerPage;
  snapshot: PlayerSnapshot;
  player: PlayerControls;
}

/** The page's body, drawn by the server and by the browser from the same facts. */
export function PageFace({ page, snapshot, player }: PageFaceProps) {
  const face = {
    snapshot,
    player,
    placeholder: page.api_base + BRAND.placeholder_cover,
    words: page.words,
  };
  if (page.view !== 'embed') {
    return (
      <Full
        {...face}
        homeUrl={page.home_url}
        year={page.year}
        actions={<Share page={page} />}
        offer={<Install>{page.said.install}</Install>}
      />
    );
  }
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
