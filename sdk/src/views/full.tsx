import { BRAND } from '@stationhouse/platform-api/contract/site/brand';
import { lettersOf } from '@stationhouse/platform-api/contract/stations/letters';
import { useEffect, useState, type ReactNode } from 'react';
import {
  beginsAt,
  isClosed,
  isFirst,
  nowOf,
  onDarkPage,
  themeOf,
  trackOf,
  type PageViewProps,
} from './view-props.ts';
import { appLinks } from './parts/app-links.tsx';
import { ComingSoon, comingOf } from './parts/coming-soon.tsx';
import { Controls } from './parts/controls.tsx';
import { Bars } from './parts/bars.tsx';
import { Art, Cover, PageLogo } from './parts/pictures.tsx';
import { StartRing } from './parts/start-ring.tsx';
import { Marquee } from './parts/marquee.tsx';
import { StationNotice } from './parts/station-notice.tsx';

interface FullProps extends PageViewProps {
  /** Link of 'powered by'. */
  homeUrl: string;
  /** The current year, for a page whose station did not begin yet. From the server, so that both draw the same. */
  year: number;
  /** An action that may appear later. It is in the footer, where it moves nothing. */
  offer?: ReactNode;
  /** Below the tracks. */
  more?: ReactNode;
  /** Below the name of a station that is coming. */
  soon?: ReactNode;
}

/** From these numbers of letters a name is set smaller. */
const LONG_NAME = 22;
const VERY_LONG_NAME = 48;
const LONGEST_NAME = 90;

/** The class that sets a name the smaller the longer it is. */
function sizeOf(name: string): string | undefined {
  const letters = lettersOf(name);
  if (letters > LONGEST_NAME) return 'longest';
  return letters > VERY_LONG_NAME ? 'very-long' : letters > LONG_NAME ? 'long' : undefined;
}

/** The station's hosted page (specification §2, Station player page). */
export function Full({ homeUrl, year, offer, more, soon, ...given }: FullProps) {
  const props = themeOf(given) === 'dark' ? onDarkPage(given) : given;
  const { station, load } = props.snapshot;
  const isLoaded = station && load === 'loaded';
  const named = station ?? props.coming;
  const coming = comingOf(props);
  const apps = appLinks(station);
  return (
    <div className={isLoaded ? 'page front' : 'page'}>
      {named?.background_url && <img className="backdrop" src={named.background_url} alt="" />}
      {isLoaded && (
        <header className="brand">
          <PageLogo station={station} placeholder={props.placeholder} />
          <h1 className={sizeOf(station.station_name)} dir="auto" Translate="no">
            {station.station_name}
          </h1>
        </header>
      )}
      <main>
        {isLoaded ? (
          <>
            <Studio {...props} />
            {more}
          </>
        ) : coming ? (
          <ComingSoon {...props} station={coming}>
            {soon}
          </ComingSoon>
        ) : load === 'loading' ? (
          <div className="notice" role="status">
            {props.words.loading_station}
          </div>
        ) : (
          <StationNotice {...props} heading="h1" />
        )}
      </main>
      <footer>
        <p Translate="no">
          © {station?.first_year ?? year} {named?.station_name ?? BRAND.name}
        </p>
        {isLoaded && apps.some((app) => app) && <p className="apps">{apps}</p>}
        {offer}
        {!named?.is_white_label && <a href={homeUrl}>{BRAND.powered_by}</a>}
      </footer>
    </div>
  );
}

/** The current track, large, with the controls, and beside it the previous and the next track. */
function Studio(props: PageViewProps) {
  const track = nowOf(props);
  const begins = beginsAt(props.snapshot);
  return (
    <>
      <Art now={track} station={props.snapshot.station} placeholder={props.placeholder}>
        <StartRing at={begins} />
      </Art>
      <section className="now">
        {!isClosed(props.snapshot) && (
          <h2>
            {track.heading}
            <Bars on={props.snapshot.state === 'playing'} />
          </h2>
        )}
        <Marquee text={track.title} />
        <p key={track.artist} className="artist" dir="auto" Translate="no">
          {track.artist}
        </p>
        <Controls {...props} />
      </section>
      {!isClosed(props.snapshot) && (
        <div className="around">
          <TrackCard {...props} slot="previous" heading={props.words.previous_track} />
          {!begins && <TrackCard {...props} slot="next" heading={props.words.next_track} />}
        </div>
      )}
    </>
  );
}

interface TrackCardProps extends PageViewProps {
  slot: 'previous' | 'next';
  heading: string;
}

function TrackCard({ slot, heading, ...props }: TrackCardProps) {
  const track = trackOf(props, slot);
  // Nothing competes with the large picture: the small ones are fetched once it is on the screen.
  const [isDrawn, setDrawn] = useState(false);
  // oxlint-disable-next-line react/set-state-in-effect -- the first rendering is the server's, and the browser's must be the same
  useEffect(() => setDrawn(true), []);
  if (slot === 'previous' && isFirst(props.snapshot)) return null;
  return (
    <section className="card">
      {isDrawn ? (
        <Cover src={track.cover} placeholder={props.placeholder} />
      ) : (
        <span className="cover" part="cover" />
      )}
      <div>
        <h2>{heading}</h2>
        <Marquee text={track.title} />
        <p key={track.artist} className="artist" dir="auto" Translate="no">
          {track.artist}
        </p>
      </div>
    </section>
  );
}
