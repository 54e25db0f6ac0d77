import type { PlayProof } from '@stationhouse/sdk/proof';
import Download from 'lucide-react/icons/download';
import Printer from 'lucide-react/icons/printer';
import { useEffect, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../ui/Button.tsx';
import { Card, Figure, Figures } from '../ui/Card.tsx';
import { formatExactly } from '../ui/dates.ts';
import { Notice } from '../ui/Notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import { AiringsTables } from './AiringsTables.tsx';
import type { Checked } from './check-proof.ts';
import { PlayedAt } from './PlayedAt.tsx';
import { count, KINDS, periodOf, timesOf } from './proof-words.ts';

/** Opens what is folded while the page is printed: paper can't be unfolded. */
function useOpenOnPaper(): void {
  useEffect(() => {
    let opened: HTMLDetailsElement[] = [];
    const open = () => {
      opened = [...document.querySelectorAll<HTMLDetailsElement>('details:not([open])')];
      for (const each of opened) each.open = true;
    };
    const close = () => {
      for (const each of opened) each.open = false;
    };
    addEventListener('beforeprint', open);
    addEventListener('afterprint', close);
    return () => {
      removeEventListener('beforeprint', open);
      removeEventListener('afterprint', close);
    };
  }, []);
}

/** A proof that was checked: the page to send to an advertiser. */
export function ProofView({ checked }: { checked: Checked & { state: 'genuine' } }) {
  const { proof, former, file } = checked;
  const times = useMemo(() => timesOf(proof.zone), [proof.zone]);
  useOpenOnPaper();
  return (
    <>
      <title>{`Proof of play · ${proof.station.name}`}</title>
      <header>
        <p className="text-muted">Proof of play</p>
        <h1 className="mt-1 text-page wrap-anywhere" dir="auto">
          {proof.station.name}
        </h1>
      </header>
      <Summary proof={proof} />
      <Notice kind="good" title="Signature checked in this browser">
        <p>
          Signed by <strong className="font-semibold wrap-anywhere">{proof.issuer}</strong> on{' '}
          {formatExactly(proof.made_at)}, and unchanged since.{' '}
          {former.length === 0
            ? 'It is the first proof of this spot.'
            : `It is number ${count(proof.number)} of this spot, and none before it is missing.`}
        </p>
      </Notice>
      <p className="flex flex-wrap gap-3 print:hidden">
        <Button onClick={() => saveFile(file.name, new Blob([file.content]))}>
          <Download aria-hidden="true" />
          Download the proof
        </Button>
        <Button kind="secondary" onClick={() => print()}>
          <Printer aria-hidden="true" />
          Print
        </Button>
      </p>
      <PlayedAt proof={proof} times={times} />
      <FormerProofs former={former} />
      <Card title="Airings" description={`Times are those of ${proof.zone}.`}>
        {proof.airings.length === 0 ? (
          <p>It was not due in this period.</p>
        ) : (
          <AiringsTables proof={proof} times={times} />
        )}
      </Card>
    </>
  );
}

function Summary({ proof }: { proof: PlayProof }) {
  const { spot, due, aired } = proof;
  const seconds = spot.seconds === null ? '' : `, ${spot.seconds} seconds`;
  return (
    <Card title={spot.title} description={`${KINDS[spot.kind]}${seconds}`}>
      <Figures>
        <Figure name="Period">{periodOf(proof)}</Figure>
        <Figure name="Due">{count(due)}</Figure>
        <Figure name="Aired">{count(aired)}</Figure>
      </Figures>
    </Card>
  );
}

/** The proofs of the same spot before this one. */
function FormerProofs({ former }: { former: readonly PlayProof[] }) {
  if (former.length === 0) return null;
  return (
    <Card title="Former proofs" description="Of the same spot. They are in the file, too.">
      <ul>
        {former.map((proof) => (
          <li
            key={proof.proof_id}
            className="flex flex-wrap items-center justify-between gap-x-6 border-t border-line py-1"
          >
            <Link
              to={`/proof?id=${proof.proof_id}`}
              className="link inline-flex min-h-11 items-center"
            >
              {periodOf(proof)}
            </Link>
            <span className="tabular text-small text-muted">
              {count(proof.aired)} of {count(proof.due)} aired
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
