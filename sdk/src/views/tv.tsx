import type { ReactNode } from 'react';
import { isOn } from '../player/player.ts';
import { trackOf, type PageViewProps } from './view-props.ts';
import { Cover, Logo } from './parts/pictures.tsx';
import { faultText, Icon, OnAir } from './parts/controls.tsx';

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

export interface TvProps extends PageViewProps {
  labels: TvWords;
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
export function Tv({ labels, time, qr, notice, ...props }: TvProps) {
  const { station, load } = props.snapshot;
  const isOnAir = station && load === 'loaded';
  return (
    <>
      <header>
        {station && <Logo station={station} placeholder={props.placeholder} />}
        {station && <h1 dir="auto">{station.station_name}</h1>}
        <p className="clock">{time}</p>
      </header>
      <main className={isOnAir ? undefined : 'quiet'}>
        {notice}
        {isOnAir && <Current {...props} />}
        {!isOnAir && <Quiet {...props} labels={labels} />}
        <TvControls {...props} labels={labels} />
      </main>
      <footer>
        {isOnAir && <Neighbour {...props} slot="previous" heading={props.words.previous_track} />}
        {isOnAir && <Neighbour {...props} slot="next" heading={props.words.next_track} />}
        {isOnAir && qr}
      </footer>
    </>
  );
}

function Current(props: PageViewProps) {
  const { title, artist, cover } = trackOf(props, 'current');
  const size = title.length < LONG ? '' : title.length < VERY_LONG ? ' long' : ' very-long';
  return (
    <>
      <Cover src={cover} placeholder={props.placeholder} first />
      <section className="now">
        <h2>{props.words.now_playing}</h2>
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
  ...props
}: PageViewProps & { slot: 'previous' | 'next'; heading: string }) {
  const { title, artist } = trackOf(props, slot);
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
  labels,
}: PageViewProps & { labels: TvWords }) {
  const isOffAir = load === 'missing' && station;
  // The station's name is the page's heading, where it is known.
  const Heading = station ? 'h2' : 'h1';
  return (
    <div role="status" className="notice">
      <Heading className="title">
        {isOffAir ? labels.tv_off_air : error && faultText(error, words)}
      </Heading>
      <p>{isOffAir ? labels.tv_off_air_text : labels.tv_failed_text}</p>
    </div>
  );
}

/** The one button with the lamp, or with what keeps the music from playing. */
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
