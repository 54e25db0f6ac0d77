import type { ReactNode } from 'react';
import type { PublicStation, WallMessage } from '../client/generated/types.gen.ts';
import { playerError, type PlayerErrorCode } from '../player/player-errors.ts';
import { isClosed, isFirst, nowOf, onWall, trackOf, type PageViewProps } from './view-props.ts';
import { Logo, NowCover } from './parts/pictures.tsx';
import { faultText } from './parts/controls.tsx';
import { nameSizeOf, sizeOf } from './tv.tsx';
import type { Words } from './words.ts';

/** The error for each code of a MediaError (HTML, MediaError); the first is for unknown codes. */
const FAULTS: readonly PlayerErrorCode[] = [
  'stream_error',
  'aborted',
  'network',
  'decode',
  // Browsers say so of any answer that is not sound.
  'unavailable',
];

interface StaticTvProps extends Omit<PageViewProps, 'player'> {
  /** A QR code that opens the station on a phone. */
  qr?: ReactNode;
}

/**
 * The station for televisions without module support (specification §2, Static TV view). Drawn once, with
 * one button that a short ES5 script handles (player-shell, tv-static-button.js). The button's attributes
 * hold all that the script needs.
 */
export function StaticTv(props: StaticTvProps) {
  const { snapshot, placeholder, words, coming, qr } = onWall(props);
  const { station, error, load } = snapshot;
  if (!station && coming) {
    return (
      <main>
        <div className="brand">
          <Logo station={coming} placeholder={placeholder} />
          <h1 dir="auto" Translate="no">
            {coming.station_name}
          </h1>
        </div>
        <p>{words.coming_soon}</p>
      </main>
    );
  }
  if (!station) {
    // The title says already that the station was not found.
    const isSaid = error === null || error.code === 'station_not_found';
    const fault = isSaid ? words.not_found_text : faultText(error, words);
    return (
      <main>
        <h1>{load === 'failed' ? fault : words.not_found_title}</h1>
        {load !== 'failed' && <p>{fault}</p>}
      </main>
    );
  }
  // This page never updates, so unknown tracks stay unknown.
  const tracks = snapshot.tracks ?? { previous: null, current: null, next: null };
  const shown = { snapshot: { ...snapshot, tracks }, words, placeholder };
  const { wall_message: message, zone } = station;
  return (
    <main className={message && 'said'}>
      <div className="brand">
        <Logo station={station} placeholder={placeholder} />
        {/* The script writes the time, which the server does not know. */}
        <p id="clock" data-zone={zone} />
        <h1 className={nameSizeOf(station.station_name)} dir="auto" Translate="no">
          {station.station_name}
        </h1>
      </div>
      <StaticTrack {...shown} slot="current" heading={isClosed(snapshot) ? '' : words.now_playing}>
        {message && <StaticMessage message={message} />}
        <StaticControls station={station} words={words} isOpen={!isClosed(snapshot)} />
      </StaticTrack>
      {qr}
      {!isClosed(snapshot) && (
        <>
          <StaticTrack {...shown} slot="previous" heading={words.previous_track} />
          <StaticTrack {...shown} slot="next" heading={words.next_track} />
        </>
      )}
    </main>
  );
}

interface StaticTrackProps extends Omit<PageViewProps, 'player'> {
  slot: 'previous' | 'current' | 'next';
  heading: string;
  children?: ReactNode;
}

function StaticTrack({ slot, heading, children, ...props }: StaticTrackProps) {
  const now = slot === 'current' ? nowOf(props) : { ...trackOf(props, slot), isStation: false };
  const { title, artist } = now;
  if (slot === 'previous' && isFirst(props.snapshot)) return null;
  return (
    <div className={slot}>
      {slot === 'current' && (
        <NowCover now={now} station={props.snapshot.station} placeholder={props.placeholder} />
      )}
      <div className="words">
        {heading && <h2>{heading}</h2>}
        <p className={sizeOf(title)} dir="auto" Translate="no">
          {title}
        </p>
        <p className="artist" dir="auto" Translate="no">
          {artist}
        </p>
        {children}
      </div>
    </div>
  );
}

/** The station's own line. The script shows one that has a time while it is due. */
function StaticMessage({ message: { text, from, until } }: { message: WallMessage }) {
  return (
    <p
      id="message"
      dir="auto"
      hidden={from !== null || until !== null}
      data-from={from ?? '00:00'}
      data-until={until ?? '24:00'}
    >
      {text}
    </p>
  );
}

function StaticControls({
  station,
  words,
  isOpen,
}: {
  station: PublicStation;
  words: Words;
  /** Not closed: only then its sound is LIVE. */
  isOpen: boolean;
}) {
  const say = (code: PlayerErrorCode) => faultText(playerError(code), words);
  return (
    <div className="controls">
      <button
        type="button"
        id="toggle"
        hidden
        data-stream={station.stream_url}
        data-play={words.play}
        data-pause={words.pause}
        data-retry={words.retry}
        data-faults={JSON.stringify(FAULTS.map(say))}
        data-blocked={say('autoplay_blocked')}
      >
        {words.play}
      </button>
      <b id="live" hidden>
        {isOpen && words.live}
      </b>
      <p id="fault" role="alert" />
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- a music station has no words to caption */}
      <audio id="sound" preload="none" />
    </div>
  );
}
