// The bare types: every door of the SDK leads to a browser's, and the API's compiler, which reads this
// file too, knows none.
import type { NowPlaying, PublicStation } from '../../sdk/src/client/generated/types.gen.ts';

/** The pages that a station has (specification §2, route table). */
export type PageView = 'full' | 'embed' | 'tv' | 'tv-static';

/** What the server knows when it answers with a station's page. */
export interface StationPage {
  /**
   * `station`: it is on air. `missing`: no such station, or not active. `no-slug`: the address names
   * none. `failed`: the server could not find out; the page tries again by itself.
   */
  kind: 'station' | 'missing' | 'no-slug' | 'failed';
  /** Present when `kind` is `station`. */
  station?: PublicStation;
  /** Absent where the tracks are not known yet: their cards say 'Loading...' until they are. */
  now_playing?: NowPlaying;
  slug: string | null;
  /** How the station is shown; `embed` is the compact player (`embed=true`). */
  view: PageView;
  /** The language of what the page itself says, as `languageOf` (sdk) reads it. */
  lang: string;
  /** The page's query string, where an embed's options stand. A leading `?` is fine. */
  query: string;
  /** Origin of the API, without a slash at its end; empty means the page's own. */
  api_base: string;
  /** Where 'powered by' leads. */
  home_url: string;
  /** The current year, for the copyright line. */
  year: number;
  /** Absolute address of the page itself. */
  page_url: string;
  /**
   * Path of the station at the host that was asked, without a slash at its end: empty on a host of its
   * own. Manifest, icons and offline screen lie under it. Absent where the address is another station's.
   */
  app_path?: string;
}

/** A page ready to be sent. */
export interface RenderedPage {
  html: string;
  /** Sources for the policy's `style-src`, each with its quotes: `'sha256-…'`. */
  style_hashes: string[];
  /** The same for `script-src`, beside `'self'`. */
  script_hashes: string[];
  /** Values for `Link` headers: what the browser may fetch before it has read the page. */
  preload: string[];
}

/** Draws a whole document. Pure, and safe for any text in a station or a track. */
export declare function renderStationPage(page: StationPage): RenderedPage;

/** What the offline screen says, and whose it is. */
export interface OfflinePage {
  station_name: string;
  lang: string;
  /** A picture as a `data:` address: offline, nothing else can be loaded. */
  icon: string;
}

/** Draws the screen that a listener sees without the internet: one document that needs nothing else. */
export declare function renderOfflinePage(page: OfflinePage): RenderedPage;

/** The service worker of every station's page, as a script. */
export declare const STATION_WORKER: string;
