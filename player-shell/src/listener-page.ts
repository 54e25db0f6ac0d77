import {
  playerError,
  readOptions,
  type EmbedOptions,
  type OptionName,
  type PlayerSnapshot,
  type Words,
} from '@stationhouse/sdk/shell';
import type { ListenerWords } from './page-words.ts';
import type { Qr } from './qr.ts';
import type { StationPage } from './page-types.ts';

/** A listener's page as the server hands it to the browser, so that both draw the same. */
export interface ListenerPage extends StationPage {
  /** Version of the page's code, the same as in `/assets/version.json`. */
  version: string;
  /** In the page's language. */
  words: Words;
  labels: ListenerWords;
  /** Addresses of the fonts that are fetched after the first paint, by family. */
  fonts: Record<string, string>;
  /** Leads to the station's page; null without a station. */
  qr: Qr | null;
}

/** Reads an embed's options from its page's query string. A frame cannot see the page around it. */
export function optionsIn({
  query,
}: Pick<StationPage, 'query'>): (name: OptionName) => string | null {
  const written = new URLSearchParams(query);
  return (name) => {
    const text = written.get(name);
    return text === 'site' ? 'auto' : text;
  };
}

/** The look of an embed, from its page's query string. */
export const embedOptions = (page: StationPage): EmbedOptions => readOptions(optionsIn(page));

/** Whether it pauses the other players of a page around it, and is paused by them. */
export const isExclusive = ({ query }: StationPage): boolean =>
  new URLSearchParams(query).get('exclusive') !== 'false';

/** The snapshot that the server draws from: nothing has been pressed yet. */
export function firstSnapshot(page: StationPage): PlayerSnapshot {
  const { station = null, now_playing: tracks = null } = page;
  const idle: PlayerSnapshot = {
    state: 'idle',
    paused: true,
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
      return idle;
    case 'coming':
    case 'missing':
      return { ...idle, load: 'missing', error: playerError('station_not_found') };
    case 'no-slug':
      return { ...idle, load: 'missing', error: playerError('no_slug') };
    case 'failed':
      return { ...idle, load: 'failed', error: playerError('station_load_failed') };
  }
}
