import { version } from '@stationhouse/sdk/package.json';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router-dom';
import { hasCode } from '../api/failures.ts';
import { Queries } from '../api/Queries.tsx';
import { Button, ButtonLink } from '../ui/Button.tsx';
import { Head } from '../ui/Head.tsx';
import { EmptyState, ErrorState, Loading, Skeleton } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { saveFile } from '../ui/save-file.ts';
import { useHydrated } from '../ui/use-hydrated.ts';
import { checkById, checkFile, type Checked, type ProofFile } from './check-proof.ts';
import { CheckFile } from './CheckFile.tsx';
import { proofHead } from './head.ts';
import { ProofView } from './ProofView.tsx';

/** Paper is white and its text black, in both colour schemes. */
const ON_PAPER =
  'print:[page:proof] print:[color-scheme:light] print:[--background:#fff] print:[--surface:#fff] print:[--sunken:#fff] ' +
  'print:[--ink:#000] print:[--muted:#000] print:[--good:#000] print:[--good-wash:#fff] print:[--primary:#000] print:text-[9pt]';

/** `/proof`: shows and checks a proof of play, from its link or a file. It needs no account. */
export function ProofPage() {
  return (
    <Queries>
      <Proof />
    </Queries>
  );
}

/** The page, within the query cache. */
export function Proof() {
  const [params] = useSearchParams();
  const isHydrated = useHydrated();
  const id = params.get('id');
  return (
    <main className={`container-page py-8 sm:py-12 print:p-0 ${ON_PAPER}`}>
      <meta name="robots" content="noindex" />
      <div className="mx-auto flex max-w-5xl flex-col gap-6 print:max-w-none print:gap-3">
        {isHydrated ? (
          id === null ? (
            <ChosenFile />
          ) : (
            <SentProof key={id} id={id} />
          )
        ) : (
          <Unchecked>
            <Waiting />
          </Unchecked>
        )}
        <p className="text-small text-muted print:hidden">
          <a href="/docs/proof-of-play" className="link inline-flex min-h-11 items-center">
            How proofs of play work, and other ways to check them
          </a>
        </p>
      </div>
    </main>
  );
}

const Waiting = () => (
  <Loading text="Checking the proof...">
    <Skeleton className="h-64 w-full" />
  </Loading>
);

/** The page as long as there is no genuine proof. */
function Unchecked({ children }: { children: ReactNode }) {
  return (
    <>
      <Head {...proofHead} />
      <header>
        <h1 className="text-page">Proof of play</h1>
        {/* The script is loaded as soon as this is seen. */}
        <p data-live className="mt-4 max-w-[38em] text-lead text-muted">
          It says when a spot aired on a radio station, where it played and how many listened. It is
          signed, and your own browser checks that it is genuine.
        </p>
      </header>
      {children}
    </>
  );
}

/** The proof that the address names. */
function SentProof({ id }: { id: string }) {
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['proof', id],
    queryFn: () => checkById(id),
    staleTime: Infinity,
  });
  if (data?.state === 'genuine') return <ProofView checked={data} />;
  return (
    <Unchecked>
      {data ? (
        <Refusal checked={data} />
      ) : error === null ? (
        <Waiting />
      ) : hasCode(error, 'proof_not_found', 'validation_failed') ? (
        <EmptyState
          title="There is no proof at this address"
          action={<ButtonLink to="/proof">Check a file</ButtonLink>}
        >
          Check that the link is complete, or ask for it again.
        </EmptyState>
      ) : (
        <ErrorState
          title="The proof could not be checked"
          failure={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
    </Unchecked>
  );
}

/** A file of the user, once it is chosen. */
function ChosenFile() {
  const { data, error, isPending, mutate, reset } = useMutation({ mutationFn: checkFile });
  if (data?.state === 'genuine') {
    return (
      <>
        <ProofView checked={data} />
        <Button kind="secondary" className="self-start print:hidden" onClick={reset}>
          Check another file
        </Button>
      </>
    );
  }
  return (
    <Unchecked>
      {data ? <Refusal checked={data} /> : null}
      {error ? <ErrorState title="The file could not be checked" failure={error} /> : null}
      <CheckFile busy={isPending} onChosen={mutate} />
    </Unchecked>
  );
}

/** Why a proof is not shown. Screen readers announce it. */
function Refusal({ checked }: { checked: Exclude<Checked, { state: 'genuine' }> }) {
  return (
    <div role="alert">
      {checked.state === 'refused' ? (
        <Notice kind="bad" title="This proof is not genuine">
          <p>
            Line {checked.line} of the file: {checked.message}
          </p>
        </Notice>
      ) : (
        <Unsupported file={checked.file} />
      )}
    </div>
  );
}

/** The package comes from this server: others could publish one of the same name elsewhere. */
const command = (file: string): string =>
  `npx ${location.origin}/sdk/${version}/stationhouse-sdk-${version}.tgz verify ${quoted(file)} --from ${location.origin}`;

/** The name of a file in a command. */
const quoted = (name: string): string => (/^[\w.-]+$/.test(name) ? name : JSON.stringify(name));

/** The browser has no Ed25519, or no WebCrypto, which needs https: another one, or the command, checks the file. */
function Unsupported({ file }: { file: ProofFile }) {
  const advice =
    globalThis.isSecureContext === false
      ? 'Open this page with https.'
      : 'Open this page in the newest Chrome, Edge, Firefox or Safari.';
  return (
    <Notice kind="attention" title="This browser can’t check the signature">
      <p>{advice} Or download the proof, and check it with this command, which needs Node:</p>
      <pre className="my-3 rounded-small bg-surface p-3 font-mono wrap-anywhere whitespace-pre-wrap">
        <code>{command(file.name)}</code>
      </pre>
      <Button
        kind="secondary"
        size="small"
        onClick={() => saveFile(file.name, new Blob([file.content]))}
      >
        Download the proof
      </Button>
    </Notice>
  );
}
