import { useState } from 'react';

/**
 * A ring that closes until the first song of a new station begins; the text beside it says when.
 * @param at ISO 8601; undefined once the station plays
 */
export function StartRing({ at }: { at: string | undefined }) {
  return at && <Ring key={at} at={at} />;
}

function Ring({ at }: { at: string }) {
  const [left] = useState(() => Math.max(Date.parse(at) - Date.now(), 0));
  return (
    <svg className="start-ring" viewBox="0 0 100 100" aria-hidden="true">
      <circle cx="50" cy="50" r="46" pathLength="1" />
      <circle
        className="passed"
        cx="50"
        cy="50"
        r="46"
        pathLength="1"
        style={{ animationDuration: `${left}ms` }}
      />
    </svg>
  );
}
