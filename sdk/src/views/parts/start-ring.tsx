import { COMING_SECONDS } from '@stationhouse/platform-api/contract/stations/values';
import { useEffect, useState } from 'react';

const SECOND_MS = 1_000;
/** The ring is empty this long before the song, and full with it. */
const WHOLE_MS = COMING_SECONDS * SECOND_MS;

/**
 * A ring that closes until the first song of a new station begins, around the time that is left; the text beside it says when.
 * @param at ISO 8601; undefined once the station plays
 */
export function StartRing({ at }: { at: string | undefined }) {
  return at && <Ring key={at} at={at} />;
}

const until = (at: string): number => Math.max(Date.parse(at) - Date.now(), 0);

function Ring({ at }: { at: string }) {
  const [whole] = useState(() => until(at));
  const [left, setLeft] = useState(whole);
  useEffect(() => {
    const timer = setInterval(() => setLeft(until(at)), SECOND_MS);
    return () => clearInterval(timer);
  }, [at]);
  const seconds = Math.ceil(left / SECOND_MS);
  return (
    <svg className="start-ring" viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="42" pathLength="1" />
      <circle
        className="passed"
        cx="50"
        cy="50"
        r="42"
        pathLength="1"
        style={{ animation: `close ${WHOLE_MS}ms ${whole - WHOLE_MS}ms linear both` }}
      />
      <text x="50" y="50">
        {Math.floor(seconds / 60)}:{`${seconds % 60}`.padStart(2, '0')}
      </text>
    </svg>
  );
}
