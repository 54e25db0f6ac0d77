import { BRAND, EMBED_DEFAULTS, type PublicStation } from '@stationhouse/sdk/shell';
import type { ReactNode } from 'react';
import { jsonForScript } from './page-document.ts';
import { documentWords } from './page-words.ts';
import type { StationPage } from './station-page.ts';

interface PageHeadProps {
  page: StationPage;
  title: string;
  /** The lamp, dark and lit. */
  icon: string;
  iconOnAir: string;
  children: ReactNode;
}

/** What search engines, link previews, installers and the browser's frame read. */
export function PageHead({ page, title, icon, iconOnAir, children }: PageHeadProps) {
  const { station } = page;
  const description = station ? descriptionOf(page, station) : title;
  return (
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>{title}</title>
      <meta name="description" content={description} />
      {(page.view === 'embed' || !station) && <meta name="robots" content="noindex" />}
      <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbf8f3" />
      <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0f0a24" />
      <link rel="icon" type="image/svg+xml" href={icon} data-on-air={iconOnAir} />
      {station && page.view !== 'embed' && page.app_path !== undefined && (
        <>
          <link rel="manifest" href={`${page.app_path}/manifest.webmanifest`} />
          <link rel="apple-touch-icon" href={`${page.app_path}/apple-touch-icon.png`} />
          <meta name="apple-mobile-web-app-title" content={station.station_name} />
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

/** What other sites show of the station, and where they find a player for it. */
function Preview({ page, station, description }: PreviewProps) {
  const { station_name, station_url, stream_url } = station;
  const picture = pictureOf(page, station);
  const player = `${page.page_url}?embed=true`;
  const oembed = `${page.api_base}/v1/oembed?url=${encodeURIComponent(page.page_url)}&format=json`;
  return (
    <>
      <link rel="canonical" href={station_url} />
      <link rel="alternate" type="application/json+oembed" href={oembed} title={station_name} />
      <meta property="og:type" content="music.radio_station" />
      <meta property="og:site_name" content={BRAND.name} />
      <meta property="og:title" content={station_name} />
      <meta property="og:description" content={description} />
      <meta property="og:url" content={station_url} />
      <meta property="og:audio" content={stream_url} />
      {picture && <meta property="og:image" content={picture} />}
      {picture && <meta property="og:image:alt" content={station_name} />}
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
              ...(picture && { image: picture }),
            }),
          }}
        />
      )}
    </>
  );
}

/** The station's logo, else the cover of what is on now; absolute, as other sites need it. */
function pictureOf(page: StationPage, station: PublicStation): string | undefined {
  const written = station.station_logo_url ?? page.now_playing?.current?.cover;
  if (!written || !URL.canParse(written, page.page_url)) return undefined;
  const { href, protocol } = new URL(written, page.page_url);
  return protocol === 'https:' || protocol === 'http:' ? href : undefined;
}
