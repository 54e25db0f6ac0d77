import type { PlayProof } from '@stationhouse/sdk/proof';
import { clsx } from 'clsx';
import { useId } from 'react';
import { byDay, count, lateInWords, type PlacedAiring, type Times } from './proof-words.ts';

const CELL = 'py-1 text-end first:text-start print:py-0';

/** The airings of a proof, a table for each day. */
export function AiringsTables({ proof, times }: { proof: PlayProof; times: Times }) {
  return (
    <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,17rem),1fr))] gap-x-10 gap-y-8 print:block print:columns-3 print:gap-6">
      {byDay(proof.airings, times).map(({ name, airings }) => (
        <Day key={airings[0]?.place} name={name} airings={airings} times={times} />
      ))}
    </div>
  );
}

interface DayProps {
  name: string;
  airings: readonly PlacedAiring[];
  times: Times;
}

function Day({ name, airings, times }: DayProps) {
  const id = useId();
  const aired = airings.filter(({ aired_at }) => aired_at !== null).length;
  return (
    <section aria-labelledby={id} className="min-w-0 print:mb-3">
      <h3 id={id} className="font-semibold">
        {name === '' ? 'Without a time' : name}
      </h3>
      <p className="text-small text-muted">
        {count(aired)} of {count(airings.length)} aired
      </p>
      <table aria-labelledby={id} className="tabular mt-1 w-full text-small print:text-[7pt]">
        <thead>
          <tr className="border-b border-line text-muted">
            {['Due', 'Aired', 'Late', 'Listeners'].map((header) => (
              <th key={header} scope="col" className={clsx(CELL, 'font-semibold')}>
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {airings.map((airing) => (
            <Airing key={airing.place} airing={airing} times={times} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Airing({ airing, times }: { airing: PlacedAiring; times: Times }) {
  const { due_at, aired_at, late_seconds, missed, listeners } = airing;
  return (
    <tr className="border-b border-line last:border-0 print:break-inside-avoid">
      <td className={CELL}>{due_at === null ? 'Any time' : times.minute(due_at)}</td>
      {aired_at === null ? (
        <td colSpan={3} className="py-1 ps-4 text-end wrap-anywhere print:py-0">
          <strong className="font-semibold">Did not air.</strong> {missed}
        </td>
      ) : (
        <>
          <td className={CELL}>{times.second(aired_at)}</td>
          <td className={CELL}>{late_seconds === null ? '–' : lateInWords(late_seconds)}</td>
          <td className={CELL}>{listeners === null ? '–' : count(listeners)}</td>
        </>
      )}
    </tr>
  );
}
