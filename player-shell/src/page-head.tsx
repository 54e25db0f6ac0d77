import {
  BRAND,
  EMBED_DEFAULTS,
  OPTION_NAMES,
  paletteOf,
  type Look,
  type PublicStation,
} from '@stationhouse/sdk/shell';
import type { ReactNode } from 'react';
import { jsonForScript } from './page-document.tsx';
import { documentWords } from './page-words.ts';
import type { StationPage } from './page-types.ts';

interface PageHeadProps {
  page: StationPage;
  title: string;
  /** The favicon: the lamp off and lit. */
  icon: string;
  iconOnAir: string;
  children: ReactNode;
}

/** The head for search engines, link previews, installers and the browser's toolbar. */
export function PageHead({ page, title, icon, iconOnAir, children }: PageHeadProps) {
  const { station } = page;
  const look: Look = station ?? page.coming ?? {};
  const description = station ? descriptionOf(page, station) : title;
  const isApp = station && page.view !== 'embed' && page.app_path !== undefined;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {(page.view === 'embed' || !station) && <meta name="robots" content="noindex" />}
      <link rel="icon" type="image/svg+xml" href={icon} data-on-air={iconOnAir} />
      {isApp ? (
        <>
          {/* The same as in the manifest, which this would override in an installed page. */}
          <meta
            name="theme-color"
            content={station.accent_colour ?? EMBED_DEFAULTS.play_button_color}
          />
          <link rel="manifest" href={`${page.app_path}/manifest.webmanifest`} />
          <link rel="apple-touch-icon" href={`${page.app_path}/apple-touch-icon.png`} />
          <meta name="apple-mobile-web-app-title" content={station.station_name} />
        </>
      ) : (
        <>
          <meta
            name="theme-color"
            media="(prefers-color-scheme: light)"
            content={paletteOf(look, look.theme === 'dark').paper}
          />
          <meta
            name="theme-color"
            media="(prefers-color-scheme: dark)"
            content={paletteOf(look, look.theme !== 'light').paper}
          />
        </>
      )}
      {station && <Preview page={page} station={station} description={description} />}
      {children}
    </head>
  );
}

function descriptionOf({ lang, now_playing }: StationPage, station: PublicStation): string {
  const words = documentWords(lang);
  const track = now_playing?.current;
  const text = words.description(station.station_name);
  return track ? `${text} ${words.on_now(track)}` : text;
}

interface PreviewProps {
  page: StationPage;
  station: PublicStation;
  description: string;
}

/** The station's preview on other sites, and the address of its player. */
function Preview({ page, station, description }: PreviewProps) {
  const { station_name, station_url, stream_url } = station;
  const picture = pictureOf(page, station);
  const player = `${page.page_url}?embed=true`;
  const oembed = `${page.api_base}/v1/oembed?url=${encodeURIComponent(lookedAt(page))}&format=json`;
  return (
    <>
      <link rel="canonical" href={station_url} />
      <link rel="alternate" type="application/json+oembed" href={oembed} title={station_name} />
      <meta property="og:type" content="music.radio_station" />
      <meta property="og:site_name" content={station.is_white_label ? station_name : BRAND.name} />
      <meta property="og:title" content={station_name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={station_url} />
      <meta property="og:audio" content={stream_url} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:alt" content={station_name} />
      <meta name="twitter:card" content="player" />
      <meta name="twitter:player" content={player} />
      <meta name="twitter:player:width" content={String(EMBED_DEFAULTS.width)} />
      <meta name="twitter:player:height" content={String(EMBED_DEFAULTS.height)} />
      {page.view === 'full' && (
        <script
          type="application/ld+json"
          dangerouslySetInnerHTML={{
            __html: jsonForScript({
              '@context': 'https://schema.org',
              '@type': 'RadioStation',
              name: station_name,
              url: station_url,
              image: picture,
            }),
          }}
        />
      )}
    </>
  );
}

/** The page's address with its own look and language. The values are checked when they are read. */
function lookedAt({ page_url, query }: StationPage): string {
  const asked = new URLSearchParams(query);
  const look = new URLSearchParams();
  for (const name of [...OPTION_NAMES, 'lang']) {
    const value = asked.get(name);
    if (value !== null) look.set(name, value);
  }
  return look.size > 0 ? `${page_url}?${look}` : page_url;
}

/** The address of sleeve art, which the server has as PNG, too (platform-api, sleeves.ts). */
const SLEEVE = /(\/covers\/sleeve\/[^/]+)\.svg$/;

/**
 * The station's logo, or the current cover, as an absolute address for other sites. These do not show SVG,
 * so the PNG of a sleeve replaces its SVG, and the station's icon replaces any other.
 */
function pictureOf(page: StationPage, station: PublicStation): string {
  const icon = `${page.page_url}/icon-512.png`;
  const written = station.station_logo_url ?? page.now_playing?.current?.cover;
  if (!written || !URL.canParse(written, page.page_url)) return icon;
  const { href, protocol, pathname } = new URL(written.replace(SLEEVE, '$1.png'), page.page_url);
  const isShown = /^https?:$/.test(protocol) && !pathname.endsWith('.svg');
  return isShown ? href : icon;
}
