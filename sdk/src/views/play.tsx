import type { ReactNode } from 'react';
import type { PlayerStatus } from '@stationhouse/platform-api/contract/locations/values';
import type { PlayerLocation } from '../client/location-players.ts';
import { comingOf } from './parts/coming-soon.tsx';
import { faultText, Icon } from './parts/controls.tsx';
import { Initial, Logo } from './parts/pictures.tsx';
import { Current } from './tv.tsx';
import { onWall, type PageViewProps } from './view-props.ts';

/** Labels that only a location player shows, in one language. */
export interface PlayWords {
  /** Above the pairing code. */
  pairing_code: string;
  pairing_step_code: string;
  pairing_step_scan: string;
  pairing_loading: string;
  /** The server cannot be reached. */
  no_connection: string;
  /** The browser forgets the pairing with the page. */
  not_kept: string;
  /** The button when the browser requires a tap, and how to avoid it. */
  tap: string;
  tap_hint: string;
  statuses: Record<PlayerStatus, string>;
  /** Opens the sheet with the settings of this player. */
  this_player: string;
}

/** The facts that the screen of a location player shows. */
export interface PlayScreen {
  /** Null: it is paired, or nothing is known yet. */
  pairing: { pairing_code: string } | null;
  location: Pick<PlayerLocation, 'name' | 'changes_at'> | null;
  status: PlayerStatus;
  /** Whether the server answered last. */
  isReached: boolean;
  /** Whether the browser keeps the pairing. */
  isKept: boolean;
  /** About the reserve; null: there is nothing to say. */
  reserve: string | null;
}

export interface PlayViewProps extends PageViewProps {
  labels: PlayWords;
  screen: PlayScreen;
  /** Opens the page on which a member pairs it. */
  qr?: ReactNode;
  /** Opens the settings of this player. */
  openSettings: () => void;
  /** Plays after the tap that the browser requires. */
  start: () => void;
}

/** The player of a location: a code until it is paired, then what is on air. Staff can change the volume alone. */
export function Play(given: PlayViewProps) {
  const props = onWall(given);
  const { screen, labels } = props;
  const station = props.snapshot.station ?? comingOf(props);
  return (
    <>
      <header>
        {station && <Logo station={station} placeholder={props.placeholder} />}
        {station && (
          <h1 dir="auto" Translate="no">
            {station.station_name}
          </h1>
        )}
        {screen.location && (
          <p className="place" dir="auto" Translate="no">
            {screen.location.name}
          </p>
        )}
      </header>
      {screen.location ? <Paired {...props} /> : <Unpaired {...props} />}
      {!screen.isKept && <p className="message">{labels.not_kept}</p>}
    </>
  );
}

function Unpaired({ screen, labels, words, qr, snapshot }: PlayViewProps) {
  const { pairing, isReached } = screen;
  const { error, load } = snapshot;
  return (
    <main className="pairing">
      {pairing ? (
        <>
          <section className="code-box">
            <h2>{labels.pairing_code}</h2>
            <p className="code" Translate="no">
              {[...pairing.pairing_code].map((letter, at) => (
                <span key={at}>{letter}</span>
              ))}
            </p>
          </section>
          {qr}
          <div className="steps">
            <p>{labels.pairing_step_code}</p>
            <p>{labels.pairing_step_scan}</p>
          </div>
        </>
      ) : (
        <p role="status" className="notice">
          {load === 'failed' && error ? faultText(error, words) : labels.pairing_loading}
        </p>
      )}
      {!isReached && (
        <p role="alert" className="fault">
          {labels.no_connection}
        </p>
      )}
    </main>
  );
}

function Paired(props: PlayViewProps) {
  const { screen, labels, snapshot } = props;
  const isBlocked = screen.status === 'blocked' || screen.status === 'silent';
  return (
    <>
      <main>
        {screen.status === 'closed' || !snapshot.station ? (
          <Resting {...props} />
        ) : (
          <Current {...props} />
        )}
        <div className={isBlocked ? 'controls start' : 'controls'}>
          {isBlocked && (
            <>
              <button type="button" onClick={props.start}>
                {labels.tap}
              </button>
              {screen.status === 'blocked' && <p>{labels.tap_hint}</p>}
            </>
          )}
          {!isBlocked && <Volume {...props} />}
        </div>
      </main>
      <footer>
        <Status {...props} />
        <button type="button" className="quiet-button" onClick={props.openSettings}>
          {labels.this_player}
        </button>
      </footer>
    </>
  );
}

/** While the location is closed, or its station is off air. */
function Resting(props: PlayViewProps) {
  const { screen, labels, snapshot, words } = props;
  const { station, error } = snapshot;
  const isClosed = screen.status === 'closed';
  return (
    <>
      <div className="art own">{station && <Rested {...props} />}</div>
      <section className="now">
        <p className="title long" key={screen.status}>
          {isClosed
            ? closedText(props)
            : error
              ? faultText(error, words)
              : labels.statuses[screen.status]}
        </p>
      </section>
    </>
  );
}

function Rested({ snapshot, placeholder }: PlayViewProps) {
  const { station } = snapshot;
  if (!station?.station_logo_url) return <Initial>{[...(station?.station_name ?? '')][0]}</Initial>;
  return <Logo station={station} placeholder={placeholder} />;
}

/** 'Closed until 08:00', with the day if that is another one. The browser is where the location is. */
function closedText({ screen, labels, words }: PlayViewProps): string {
  const at = screen.location?.changes_at;
  if (!at) return labels.statuses.closed;
  const opens = new Date(at);
  const isToday = opens.toDateString() === new Date().toDateString();
  const time = opens.toLocaleString(words.locale, {
    ...(!isToday && { weekday: 'long' }),
    hour: '2-digit',
    minute: '2-digit',
  });
  return words.closed_until.replace('{time}', time);
}

/** The lamp while it plays, and the status in words. */
function Status({ screen, labels, words, snapshot }: PlayViewProps) {
  const { status, reserve, isReached } = screen;
  const text = labels.statuses[status];
  return (
    <div className="status">
      <p role="status">
        {status === 'playing' && <b className="live">{words.live}</b>}
        <span key={text}>{text}</span>
      </p>
      {snapshot.station && reserve && <p key={reserve}>{reserve}</p>}
      {!isReached && status !== 'reserve' && <p>{labels.no_connection}</p>}
    </div>
  );
}

/** Moving it gives back a muted sound. */
function Volume({ snapshot: { volume, muted }, player, words }: PlayViewProps) {
  const isSilent = muted || volume === 0;
  return (
    <label className="level">
      <Icon name={isSilent ? 'muted' : 'sound'} />
      <input
        type="range"
        aria-label={words.volume}
        min="0"
        max="1"
        step="0.05"
        value={muted ? 0 : volume}
        onInput={({ currentTarget }) => {
          // oxlint-disable-next-line react/immutability -- the player is not React state
          Object.assign(player, { volume: Number(currentTarget.value), muted: false });
        }}
      />
    </label>
  );
}
