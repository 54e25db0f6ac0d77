import type { ReactNode } from 'react';
import { isOn } from '../player/player.ts';
import { trackOf, type PageFaceProps } from './view-props.ts';
import { Cover } from './parts/cover.tsx';
import { faultText } from './parts/fault.tsx';
import { Icon } from './parts/icons.tsx';
import { Logo } from './parts/logo.tsx';
import { OnAir } from './parts/on-air.tsx';

/** From this many characters a title is set smaller, from the second on smaller still (ours). */
const LONG = 26;
const VERY_LONG = 70;

/** All that a screen on a wall says and a player does not, in one language. */
export interface TvWords {
  /** The one button, where the browser wants a press before there is sound. */
  tv_start: string;
  /** A station that was on air and is not. */
  tv_off_air: string;
  tv_off_air_text: string;
  /** The server is away. */
  tv_failed_text: string;
  /** Where there is no station: what is shown in its place, and that it need not stay so. */
  tv_sample: string;
  tv_missing_text: string;
}

export interface TvProps extends PageFaceProps {
  said: TvWords;
  /** The time of day in words; null on the server, which does not know the wall's. */
  time: string | null;
  /** How to get the station onto a phone. */
  qr?: ReactNode;
  /** Stands above what is shown, where that is not the station that was asked for. */
  notice?: ReactNode;
}

/**
 * A station on a wall: to be read from five metres and worked by one button. That button is the same
 * element whatever happens, so that a remote control's focus never falls off it.
 */
export function Tv({ said, time, qr, notice, ...face }: TvProps) {
  const { station, load } = face.snapshot;
  const isOnAir = station && load === 'loaded';
  return (
    <>
      <header>
        {station && <Logo station={station} placeholder={face.placeholder} />}
        {station && <h1 dir="auto">{station.station_name}</h1>}
        <p className="clock">{time}</p>
      </header>
      <main className={isOnAir ? undefined : 'quiet'}>
        {notice}
        {isOnAir && <Current {...face} />}
        {!isOnAir && <Quiet {...face} said={said} />}
        <TvControls {...face} said={said} />
      </main>
      <footer>
        {isOnAir && <Neighbour {...face} slot="previous" heading={face.words.previous_track} />}
        {isOnAir && <Neighbour {...face} slot="next" heading={face.words.next_track} />}
        {isOnAir && qr}
      </footer>
    </>
  );
}

function Current(face: PageFaceProps) {
  const { title, artist, cover } = trackOf(face, 'current');
  const size = title.length < LONG ? '' : title.length < VERY_LONG ? ' long' : ' very-long';
  return (
    <>
      <Cover src={cover} placeholder={face.placeholder} first />
      <section className="now">
        <h2>{face.words.now_playing}</h2>
        <p className={`title${size}`} dir="auto">
          {title}
        </p>
        <p className="artist" dir="auto">
          {artist}
        </p>
      </section>
    </>
  );
}

function Neighbour({
  slot,
  heading,
  ...face
}: PageFaceProps & { slot: 'previous' | 'next'; heading: string }) {
  const { title, artist } = trackOf(face, slot);
  return (
    <section className="neighbour">
      <h2>{heading}</h2>
      <p className="title" dir="auto">
        {title}
      </p>
      <p className="artist" dir="auto">
        {artist}
      </p>
    </section>
  );
}

/** What stands in the music's place while there is none to come. It is calm: nothing here is anybody's fault. */
function Quiet({
  snapshot: { load, station, error },
  words,
  said,
}: PageFaceProps & { said: TvWords }) {
  const isOffAir = load === 'missing' && station;
  // The station's name is the page's heading, where it is known.
  const Heading = station ? 'h2' : 'h1';
  return (
    <div role="status" className="notice">
      <Heading className="title">
        {isOffAir ? said.tv_off_air : error && faultText(error, words)}
      </Heading>
      <p>{isOffAir ? said.tv_off_air_text : said.tv_failed_text}</p>
    </div>
  );
}

/** The one button with the lamp, or with what keeps the music from playing. */
function TvControls({ said, ...face }: PageFaceProps & { said: TvWords }) {
  const { snapshot, player, words } = face;
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
        {isBlocked ? said.tv_start : error ? words.retry : <Icon name={on ? 'pause' : 'play'} />}
      </button>
      <OnAir {...face} />
      {error && load === 'loaded' && <p role="alert">{faultText(error, words)}</p>}
    </div>
  );
}
