import {
  formOf,
  isWordmark,
  paletteOf,
  signOf,
  tileOf,
} from '@stationhouse/platform-api/contract/site/colours';
import { formOfStation } from '@stationhouse/platform-api/contract/site/sleeve';
import { lettersOf } from '@stationhouse/platform-api/contract/stations/letters';
import type { Station } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { Picture } from '../../ui/Picture.tsx';
import { QrCode } from '../../ui/QrCode.tsx';
import { withoutScheme } from '../PlayEverywhere.tsx';

/** White, in both colour schemes. */
const PAPER = '#ffffff';

/** The width of a line of the name, in parts of the card's width (portal.css). */
const NAME_WIDTH = 76;
/** The height of all lines, in the same parts. */
const NAME_HEIGHT = 22;
/** The mean width of a letter of the heading face, in ems. */
const LETTER = 0.58;
/** Smaller than this, no word is kept whole. */
const SMALL = 6;

/** The largest size of a name in parts of the card's width in which it needs at most four lines. */
function nameSize(name: string): number {
  const words = name.split(/\s+/);
  for (let size = 18; ; size -= 0.5) {
    const room = NAME_WIDTH / (LETTER * size);
    const isSmall = size <= SMALL;
    const lines = linesOf(words, room, isSmall);
    if ((lines <= 4 && lines * size <= NAME_HEIGHT) || size <= 3) return size;
  }
}

/** How many lines words need. @param room letters in a line. A longer word that must stay whole needs endlessly many */
function linesOf(words: readonly string[], room: number, mayBreak: boolean): number {
  let [lines, used] = [1, 0];
  for (const word of words) {
    const letters = lettersOf(word);
    // Scripts in squares break between any two.
    const isBroken = mayBreak || letters > [...word].length;
    if (letters > room && !isBroken) return Infinity;
    if (used > 0 && used + 1 + letters > room) [lines, used] = [lines + 1, 0];
    used += letters + (used > 0 ? 1 : 0);
    for (; used > room; used -= Math.floor(room)) lines += 1;
  }
  return lines;
}

/** The size of an address in parts of the card's width, in which it needs two lines at most. */
const addressSize = (address: string): number =>
  Math.min(5, Math.max(158 / address.length, Math.min(3.6, 290 / address.length)));

/**
 * A card for a table, in A6, or in A4 as a poster. Sizes are parts of its width, so that screen and paper agree. Its
 * picture ends before the edge, which no printer in an office reaches.
 */
export function TableCard({ station, className = '' }: { station: Station; className?: string }) {
  const { station_name, station_logo_url, station_url } = station;
  const { ink } = paletteOf(station, false);
  const { sign, on_sign } = signOf(station);
  const { path, turn } = formOfStation(station.public_id);
  const tile = tileOf(station, PAPER);
  const isNamed = station_logo_url !== null && isWordmark(station);
  const address = withoutScheme(station_url);
  const logo =
    station_logo_url === null ? null : (
      // Around the picture: round corners of its own would cut it.
      <span
        style={{ background: tile }}
        className={clsx(
          'table-card-logo',
          isNamed ? 'table-card-wordmark' : tile !== 'transparent' && 'table-card-disc',
        )}
      >
        <Picture
          src={station_logo_url}
          alt=""
          width={240}
          height={120}
          fit="contain"
          loading="eager"
          style={{ background: 'none' }}
        />
      </span>
    );
  return (
    <div className={clsx('table-card', className)} style={{ color: ink }}>
      <div className="table-card-sleeve" style={{ background: sign, color: on_sign }}>
        <svg
          viewBox="0 0 100 100"
          preserveAspectRatio="xMidYMid slice"
          aria-hidden="true"
          className="table-card-art"
        >
          <path
            d={path}
            transform={`rotate(${turn} 50 50)`}
            fill={formOf(station)}
            fillRule="evenodd"
          />
        </svg>
        {logo}
        <p className="table-card-small">You are listening to</p>
        <p
          className={isNamed ? 'sr-only' : 'table-card-name'}
          dir="auto"
          style={{ fontSize: `${nameSize(station_name)}cqw` }}
        >
          {station_name}
        </p>
      </div>
      <div className="table-card-scan">
        <QrCode
          text={station_url}
          label={`QR code of ${address}`}
          border={0}
          className="table-card-code"
        />
        <p className="table-card-call">Scan to listen on your phone</p>
      </div>
      <p className="table-card-foot" style={{ fontSize: `${addressSize(address)}cqw` }}>
        {address}
      </p>
    </div>
  );
}
