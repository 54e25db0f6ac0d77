import type { ReactNode } from 'react';
import type { StationPage } from './station-page.ts';

interface PageHeadProps {
  page: StationPage;
  title: string;
  /** The lamp, dark and lit. */
  icon: string;
  iconOnAir: string;
  children: ReactNode;
}

/** What search engines, link previews and the browser's frame read. */
export function PageHead({ page, title, icon, iconOnAir, children }: PageHeadProps) {
  const { station } = page;
  const track = page.now_playing?.current;
  const picture = station?.station_logo_url ?? track?.cover;
  const description = station
    ? `Listen to ${title} live.${track ? ` Now playing: ${track.title} by ${track.artist}.` : ''}`
    : title;
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
      {station && (
        <>
          <link rel="canonical" href={station.station_url} />
          <meta property="og:type" content="music.radio_station" />
          <meta property="og:title" content={title} />
          <meta property="og:description" content={description} />
          <meta property="og:url" content={station.station_url} />
          <meta property="og:audio" content={station.stream_url} />
          {picture && <meta property="og:image" content={picture} />}
          <meta name="twitter:card" content="summary" />
        </>
      )}
      {children}
    </head>
  );
}
