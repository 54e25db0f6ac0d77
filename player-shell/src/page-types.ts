// Imports the types directly: the API's compiler reads this file too, and has no DOM types.
import type { NowPlaying, PublicStation } from '../../sdk/src/client/generated/types.gen.ts';

/** The views of a station's page (specification §2, route table). */
export type PageView = 'full' | 'embed' | 'tv' | 'tv-static' | 'play';

/** The data of a station's page on the server. */
export interface StationPage {
  /**
   * `station`: it is on air. `coming`: it is being built. `missing`: no such station, or not active. `no-slug`: the address has no slug.
   * `failed`: the server could not find out, and the page retries automatically.
   */
  kind: 'station' | 'coming' | 'missing' | 'no-slug' | 'failed';
  /** Set when `kind` is `station`. */
  station?: PublicStation;
  /** Set when `kind` is `coming`: the form of its sleeve in a square of 100, and its turn in degrees. */
  form?: { path: string; turn: number };
  /** Set when `kind` is `coming`. */
  coming?: Pick<PublicStation, 'station_name' | 'station_logo_url'> &
    Partial<
      Pick<
        PublicStation,
        'accent_colour' | 'theme' | 'background_url' | 'is_white_label' | 'logo_shape' | 'dark_logo'
      >
    > & {
      /** When its set-up was sent, and until when it is promised on air (ISO 8601); none once that is over. */
      asked_at?: string | undefined;
      on_air_by?: string | undefined;
    };
  /** Absent while the tracks are not known; their cards then show 'Loading...'. */
  now_playing?: NowPlaying;
  slug: string | null;
  /** The view; `embed` is the compact player (`embed=true`). */
  view: PageView;
  /** The language of the page's own texts, from `languageOf` (sdk). */
  lang: string;
  /** The page's query string, with an embed's options. A leading `?` is allowed. */
  query: string;
  /** Origin of the API, without a trailing slash; empty means the page's own. */
  api_base: string;
  /** Link of 'powered by'. */
  home_url: string;
  /** The current year, for the copyright line of a page without a station. */
  year: number;
  /** Absolute address of the page. */
  page_url: string;
  /**
   * Path of the station on the requested host, without a trailing slash: empty on a host of its own.
   * Manifest, icons and offline screen are below it. Absent when the address is another station's.
   */
  app_path?: string;
}

/** A rendered page. */
export interface RenderedPage {
  html: string;
  /** Sources for the policy's `style-src`, with quotes: `'sha256-…'`. */
  style_hashes: string[];
  /** The same for `script-src`, beside `'self'`. */
  script_hashes: string[];
  /** Values for `Link` headers: what the browser can fetch before it has parsed the page. */
  preload: string[];
}

/** Renders a whole document. Pure, and safe for any text in a station or a track. */
export declare function renderStationPage(page: StationPage): RenderedPage;

/** The data of the offline screen. */
export interface OfflinePage extends Pick<
  PublicStation,
  'accent_colour' | 'theme' | 'station_logo_url' | 'logo_shape'
> {
  station_name: string;
  lang: string;
  /** The icon of the document, as a `data:` URL, since nothing can be loaded while offline. */
  icon: string;
  /** The logo in its own shape, likewise. */
  logo: string;
  /** The station's own sleeve, as a `data:` URL. */
  sleeve: string;
}

/** Renders the screen that a listener sees when offline, as one self-contained document. */
export declare function renderOfflinePage(page: OfflinePage): RenderedPage;

/** The stylesheet with the station's colours for the static TV view; empty without a look. */
export declare function staticLookCss(
  look: Pick<PublicStation, 'accent_colour' | 'theme' | 'logo_shape' | 'dark_logo'>,
): string;

/** The source of the service worker of every station's page. */
export declare const STATION_WORKER: string;
