import { COPYRIGHT_YEAR } from '@stationhouse/platform-api/contract/limits';
import { BRAND } from '@stationhouse/platform-api/contract/brand';
import type { ReactNode } from 'react';
import { trackOf, type PageFaceProps } from './view-props.ts';
import { Controls } from './parts/controls.tsx';
import { Cover } from './parts/cover.tsx';
import { Logo } from './parts/logo.tsx';
import { Marquee } from './parts/marquee.tsx';
import { StationNotice } from './parts/station-notice.tsx';

interface FullProps extends PageFaceProps {
  /** Where 'powered by' leads. */
  homeUrl: string;
  /** The current year, told by the server so that both drawings of the page agree. */
  year: number;
  /** What a listener can do with the station, beside its name. */
  actions?: ReactNode;
  /** The same for what may come later: it stands in the footer, where it moves nothing. */
  offer?: ReactNode;
}

/** The station's hosted page (specification §2, Station player page). */
export function Full({ homeUrl, year, actions, offer, ...face }: FullProps) {
  const { station, load } = face.snapshot;
  const isLoaded = station && load === 'loaded';
  return (
    <div className="page">
      {isLoaded && (
        <header className="brand">
          <Logo station={station} placeholder={face.placeholder} />
          <h1 dir="auto">{station.station_name}</h1>
          {actions}
        </header>
      )}
      <main>{isLoaded ? <Studio {...face} /> : <StationNotice {...face} heading="h1" />}</main>
      <footer>
        <p>
          © {year > COPYRIGHT_YEAR ? `${COPYRIGHT_YEAR}–${year}` : COPYRIGHT_YEAR}{' '}
          {station?.station_name ?? BRAND.name}
        </p>
        {offer}
        <a href={homeUrl}>{BRAND.powered_by}</a>
      </footer>
    </div>
  );
}

/** The current track, large, with the controls; the ones before and after it beside. */
function Studio(face: PageFaceProps) {
  const track = trackOf(face, 'current');
  return (
    <>
      <Cover src={track.cover} placeholder={face.placeholder} first />
      <section className="now">
        <h2>{face.words.now_playing}</h2>
        <Marquee text={track.title} />
        <p className="artist" dir="auto">
          {track.artist}
        </p>
        <Controls {...face} />
      </section>
      <div className="around">
        <TrackCard {...face} slot="previous" heading={face.words.previous_track} />
        <TrackCard {...face} slot="next" heading={face.words.next_track} />
      </div>
    </>
  );
}

interface TrackCardProps extends PageFaceProps {
  slot: 'previous' | 'next';
  heading: string;
}

function TrackCard({ slot, heading, ...face }: TrackCardProps) {
  const track = trackOf(face, slot);
  return (
    <section className="card">
      <Cover src={track.cover} placeholder={face.placeholder} />
      <div>
        <h2>{heading}</h2>
        <Marquee text={track.title} />
        <p className="artist" dir="auto">
          {track.artist}
        </p>
      </div>
    </section>
  );
}
