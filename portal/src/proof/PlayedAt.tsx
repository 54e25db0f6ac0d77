import type { PlayProof, ProvenLocation } from '@stationhouse/sdk/proof';
import { Card } from '../ui/Card.tsx';
import { count, silencesOf, type Times } from './proof-words.ts';

/** How often each location played the spot, and why not. */
export function PlayedAt({ proof, times }: { proof: PlayProof; times: Times }) {
  if (proof.locations.length === 0) return null;
  return (
    <Card
      title="Where it played"
      description="A location counts when its player played from the start of the spot to its end."
    >
      <ul className="grid gap-x-10 md:grid-cols-2 print:grid-cols-2 print:gap-x-6">
        {proof.locations.map((location) => (
          <li key={location.id} className="border-t border-line py-3 print:py-1">
            <Place location={location} proof={proof} times={times} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface PlaceProps {
  location: ProvenLocation;
  proof: PlayProof;
  times: Times;
}

function Place({ location, proof, times }: PlaceProps) {
  const { name, played, not_playing } = location;
  const total = played + not_playing.length;
  return (
    <>
      <p className="flex items-baseline justify-between gap-4">
        <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
        <span className="tabular flex-none">
          {count(played)} of {count(total)}
        </span>
      </p>
      {not_playing.length === 0 ? null : (
        <details className="text-small print:text-[7pt]">
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-small text-muted underline underline-offset-4 print:min-h-0 md:pointer-fine:min-h-6">
            {not_playing.length === 1
              ? 'It did not play once'
              : `It did not play ${count(not_playing.length)} times`}
          </summary>
          <ul className="space-y-2 pb-1">
            {silencesOf(not_playing, proof.airings, times).map((silence) => (
              <li key={silence.reason}>
                <strong className="font-semibold">
                  {silence.reason}: {count(silence.count)}
                </strong>
                <br />
                <span className="tabular text-muted">{silence.times.join('; ')}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}
