import { lettersOf } from '@stationhouse/platform-api/contract/stations/letters';
import type { ReactNode } from 'react';
import type { WallMessage } from '../client/generated/types.gen.ts';
import { isOn } from '../player/player.ts';
import {
  beginsAt,
  isClosed,
  isFirst,
  nowOf,
  onWall,
  trackOf,
  type PageViewProps,
} from './view-props.ts';
import { comingOf } from './parts/coming-soon.tsx';
import { Bars } from './parts/bars.tsx';
import { Art, Logo } from './parts/pictures.tsx';
import { StartRing } from './parts/start-ring.tsx';
import { faultText, Icon, OnAir } from './parts/controls.tsx';

/** From the first number of characters a title is set smaller, from the second smaller still. */
const LONG = 26;
const VERY_LONG = 70;
/** From more letters on, a station's name is set smaller. */
const LONG_NAME = 40;

/** Labels that only a wall shows, in one language. */
export interface TvWords {
  /** The button's label when the browser needs a press before there is sound. */
  tv_start: string;
  /** The station was on air and is not any more. */
  tv_off_air: string;
  tv_off_air_text: string;
  /** The server cannot be reached. */
  tv_failed_text: string;
  /** There is no station: what is shown instead, and that this may change. */
  tv_sample: string;
  tv_missing_text: string;
}

export interface TvProps extends PageViewProps {
  labels: TvWords;
  /** The time of day as text; null on the server, which does not know the wall's time. */
  time: string | null;
  /** The station's own line: beside the song, or for a moment in its place. */
  message?: WallMessage | null;
  /** A QR code that opens the station on a phone. */
  qr?: ReactNode;
  /** Shown above a station that is not the requested one. */
  notice?: ReactNode;
}

/**
 * A station on a wall, readable from five metres and worked by one button. The button is always the same
 * element, so a remote control's focus is never lost.
 */
export function Tv({ labels, time, message, qr, notice, ...given }: TvProps) {
  const props = onWall(given);
  const { station, load } = props.snapshot;
  const isOnAir = station && load === 'loaded';
  const hasNeighbours = isOnAir && !isClosed(props.snapshot);
  const named = station ?? props.coming;
  return (
    <>
      <header>
        {named && <Logo station={named} placeholder={props.placeholder} />}
        {station && (
          <h1 className={nameSizeOf(station.station_name)} dir="auto" Translate="no">
            {station.station_name}
          </h1>
        )}
        <p key={time} className="clock">
          {time}
        </p>
      </header>
      <main
        className={!isOnAir ? 'quiet' : message?.shown === 'always' ? 'with-message' : undefined}
      >
        {notice}
        {isOnAir && <Current {...props} message={message} />}
        {!isOnAir && <Quiet {...props} labels={labels} />}
        {comingOf(props) ? null : <TvControls {...props} labels={labels} />}
        {isOnAir && message?.shown === 'always' && (
          <p key={message.text} className="message" dir="auto">
            {message.text}
          </p>
        )}
      </main>
      <footer>
        {hasNeighbours && (
          <Neighbour {...props} slot="previous" heading={props.words.previous_track} />
        )}
        {hasNeighbours && !beginsAt(props.snapshot) && (
          <Neighbour {...props} slot="next" heading={props.words.next_track} />
        )}
        {isOnAir && qr}
      </footer>
    </>
  );
}

/** The class that sets a long name smaller. */
export const nameSizeOf = (name: string): string | undefined =>
  lettersOf(name) > LONG_NAME ? 'long-name' : undefined;

/** The class that sets a text the smaller the longer it is. */
export function sizeOf(text: string): string {
  const letters = lettersOf(text);
  return letters < LONG ? 'title' : letters < VERY_LONG ? 'title long' : 'title very-long';
}

/** The track on air with its cover, in the largest type. */
export function Current({ message, ...props }: PageViewProps & Pick<TvProps, 'message'>) {
  const now = nowOf(props);
  const { title, artist } = now;
  const begins = beginsAt(props.snapshot);
  return (
    <>
      <Art now={now} station={props.snapshot.station} placeholder={props.placeholder}>
        <StartRing at={begins} />
      </Art>
      {message?.shown === 'between_songs' ? (
        <section key="message" className="now said">
          <p key={message.text} className={sizeOf(message.text)} dir="auto">
            {message.text}
          </p>
        </section>
      ) : (
        <section key="now" className="now">
          {!isClosed(props.snapshot) && (
            <h2>
              {now.heading}
              <Bars on={props.snapshot.state === 'playing'} />
            </h2>
          )}
          <p key={`title ${title}`} className={sizeOf(title)} dir="auto" Translate="no">
            {title}
          </p>
          <p key={`artist ${artist}`} className="artist" dir="auto" Translate="no">
            {artist}
          </p>
        </section>
      )}
    </>
  );
}

function Neighbour({
  slot,
  heading,
  ...props
}: PageViewProps & { slot: 'previous' | 'next'; heading: string }) {
  const { title, artist } = trackOf(props, slot);
  if (slot === 'previous' && isFirst(props.snapshot)) return null;
  const isPause = !!props.snapshot.tracks?.[slot]?.closed_until;
  return (
    <section className={`neighbour ${slot}`}>
      <h2>{heading}</h2>
      <p key={`${title} ${artist}`} className="song" Translate="no">
        <span className={sizeOf(title)} dir="auto">
          {title}
        </span>
        {!isPause && ' '}
        {!isPause && (
          <span className="artist" dir="auto">
            {artist}
          </span>
        )}
      </p>
    </section>
  );
}

/** Shown while no music plays. Calm, since the viewers can do nothing about it. */
function Quiet({ labels, ...props }: PageViewProps & { labels: TvWords }) {
  const { snapshot, words } = props;
  const { load, station, error } = snapshot;
  const coming = comingOf(props);
  if (coming) {
    return (
      <div key="coming" role="status" className="notice">
        <h1 className="title" dir="auto" Translate="no">
          {coming.station_name}
        </h1>
        <p>{words.coming_soon}</p>
        <p>{labels.tv_missing_text}</p>
      </div>
    );
  }
  const isOffAir = load === 'missing' && station;
  // The station's name is the page's heading when it is known.
  const Heading = station ? 'h2' : 'h1';
  return (
    <div key={load} role="status" className="notice">
      <Heading className="title">
        {isOffAir ? labels.tv_off_air : error && faultText(error, words)}
      </Heading>
      <p>{isOffAir ? labels.tv_off_air_text : labels.tv_failed_text}</p>
    </div>
  );
}

/** The button with the lamp, or with the reason why the music does not play. */
function TvControls({ labels, ...props }: PageViewProps & { labels: TvWords }) {
  const { snapshot, player, words } = props;
  const { state, error, load } = snapshot;
  const on = isOn(state);
  const isBlocked = error?.code === 'autoplay_blocked';
  return (
    <div className={isBlocked ? 'controls start' : 'controls'}>
      <button
        type="button"
        className={error ? 'wide' : on ? 'on' : undefined}
        aria-label={error ? undefined : on ? words.pause : words.play}
        onClick={() => void (error ? player.retry() : on ? player.pause() : player.play())}
      >
        {isBlocked ? labels.tv_start : error ? words.retry : <Icon name={on ? 'pause' : 'play'} />}
      </button>
      <OnAir {...props} />
      {error && load === 'loaded' && <p role="alert">{faultText(error, words)}</p>}
    </div>
  );
}
