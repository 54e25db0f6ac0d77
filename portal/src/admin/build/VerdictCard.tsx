import type { SpokenId, StationSchedule } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { describe } from '../../api/failures.ts';
import { voiceHint, voiceLabel } from '../../api/voice-words.ts';
import { ItemSound } from '../../programme/ItemList.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { useAdminDialog } from '../admin-address.ts';
import type { DraftFault } from '../schedule/draft-faults.ts';
import { Faults } from '../schedule/Faults.tsx';
import { ProblemList } from '../schedule/Preview.tsx';
import type { Draft } from '../schedule/use-draft.ts';
import { LINE_SECONDS, linesInWords, type SpeakLines } from '../voices/use-speak-lines.ts';
import { isDoneWith, PutOnAir } from './PutOnAir.tsx';
import { withoutWords, type Wish } from './verdict.ts';
import { nameOfRest } from './WeekCard.tsx';

interface VerdictCardProps {
  schedule: StationSchedule;
  draft: Draft;
  wishes: readonly Wish[];
  speech: SpeakLines;
  /** They keep the draft from being computed. */
  faults: readonly DraftFault[];
  /** The operator has a playlist for it; undefined: not known yet. */
  hasPlaylist: boolean | undefined;
  /** The simulation of the draft; undefined: not there yet. */
  check: { problems: StationSchedule['problems'] } | undefined;
  checkError: unknown;
  /** Simulates it again, after a failure. */
  onCheck: () => void;
}

const SIGNS = {
  met: { icon: CircleCheck, look: 'text-good', words: 'In the programme' },
  preparing: { icon: Clock, look: 'text-muted', words: 'Being prepared' },
  theirs: { icon: Clock, look: 'text-muted', words: 'Waits for the customer' },
  missing: { icon: TriangleAlert, look: 'text-attention', words: 'Missing' },
} as const;

type State = Wish['state'];

/** The state of the rules, as a line of the verdict. */
function rulesOf(props: VerdictCardProps): { state: State; found: string } {
  const { faults, hasPlaylist, check, checkError } = props;
  if (hasPlaylist === undefined) return { state: 'preparing', found: 'Loading...' };
  if (!hasPlaylist) return { state: 'missing', found: 'There is no playlist yet.' };
  if (faults.length > 0) return { state: 'missing', found: 'The music is not complete.' };
  if (checkError) return { state: 'missing', found: describe(checkError).detail };
  if (check === undefined) return { state: 'preparing', found: 'Checking 60 days...' };
  return check.problems.length === 0
    ? { state: 'met', found: 'They hold for 60 days.' }
    : { state: 'missing', found: 'They do not hold.' };
}

/** The wishes beside the programme, line by line. The button that puts it on air is above them, always in sight. */
export function VerdictCard(props: VerdictCardProps) {
  const { schedule, draft, wishes, speech, faults, check } = props;
  const rules = rulesOf(props);
  const missing = wishes.filter(({ state }) => state === 'missing');
  const isPreparing = [...wishes, rules].some(({ state }) => state === 'preparing');
  const isDone = isDoneWith(schedule, draft);
  const head = headOf({ missing, isPreparing, rules: rules.state, isDone });
  const { icon: Sign, look } = SIGNS[head.state];
  return (
    <Card
      title={
        <span className="flex items-start gap-2.5">
          <Sign aria-hidden="true" className={clsx('mt-0.5 size-6 flex-none', look)} />
          <span role="status" className="min-w-0">
            {head.words}
          </span>
        </span>
      }
    >
      <PutOnAir
        schedule={schedule}
        draft={draft}
        missing={missing}
        reason={
          rules.state === 'missing'
            ? 'The rules have to hold before it can air.'
            : isPreparing
              ? 'In a moment: something is being prepared.'
              : null
        }
      />
      <ul aria-label="Asked for, and in the programme" className="flex flex-col">
        {wishes.map((wish) => (
          <Line key={`${wish.part} ${wish.asked}`} {...wish}>
            {wish.part === 'radio_ids' ? (
              <SpokenLines userId={schedule.station.user_id} speech={speech} />
            ) : null}
            <Mend wish={wish} draft={draft} />
          </Line>
        ))}
        <Line asked="The rules of the music" {...rules}>
          {props.hasPlaylist && faults.length > 0 ? (
            <div className="text-small">
              <Faults
                faults={faults.map((fault) =>
                  fault.field === 'playlists' ? { ...fault, name: nameOfRest(draft.week) } : fault,
                )}
                onShow={draft.show}
              />
            </div>
          ) : null}
          {props.checkError ? (
            <Button kind="secondary" size="small" onClick={props.onCheck}>
              Check again
            </Button>
          ) : null}
          {check && check.problems.length > 0 ? (
            <ProblemList problems={check.problems} onMend={draft.mend} />
          ) : null}
        </Line>
      </ul>
    </Card>
  );
}

interface Heading {
  state: State;
  words: string;
}

function headOf({
  missing,
  isPreparing,
  rules,
  isDone,
}: {
  missing: readonly Wish[];
  isPreparing: boolean;
  rules: State;
  isDone: boolean;
}): Heading {
  if (isDone && (isPreparing || missing.length === 0)) {
    return { state: 'met', words: 'The programme is built' };
  }
  if (rules === 'missing') return { state: 'missing', words: 'It cannot air like this yet' };
  if (isPreparing) return { state: 'preparing', words: 'Being prepared' };
  return missing.length > 0
    ? { state: 'missing', words: `Missing: ${withoutWords(missing)}` }
    : { state: 'met', words: 'Ready: everything asked for is in it' };
}

interface LineProps extends Pick<Wish, 'asked' | 'found' | 'state'> {
  children?: ReactNode;
}

function Line({ asked, found, state, children }: LineProps) {
  const { icon: Sign, look, words } = SIGNS[state];
  return (
    <li className="flex gap-2.5 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <Sign aria-hidden="true" className={clsx('mt-0.5 size-5 flex-none', look)} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1.5">
        <div className="w-full">
          <p className="font-semibold wrap-anywhere">
            {asked}
            <span className="sr-only">: {words}</span>
          </p>
          <p className="tabular text-small wrap-anywhere text-muted">{found}</p>
        </div>
        {children}
      </div>
    </li>
  );
}

/** The change that brings a missing wish in, in place. */
function Mend({ wish: { mend, state, field }, draft }: { wish: Wish; draft: Draft }) {
  if (state !== 'missing') return null;
  if (mend) {
    return (
      <Button kind="secondary" size="small" onClick={() => draft.set(mend.change)}>
        {mend.label}
      </Button>
    );
  }
  if (field === undefined) return null;
  return (
    <p className="flex flex-wrap gap-x-4 text-small">
      <button type="button" className="link cursor-pointer" onClick={() => draft.show(field)}>
        Choose a playlist
      </button>
      <Link to="/admin/playlists" className="link">
        Make one
      </Link>
    </p>
  );
}

/** Each text of the setup form: to be heard, or to be spoken. */
function SpokenLines({ userId, speech }: { userId: string; speech: SpeakLines }) {
  const { open } = useAdminDialog();
  const { isLoaded, isPossible, lines, left, voice, speak, isSpeaking, problem } = speech;
  if (!isLoaded) return null;
  const isGettingReady = left.some(({ take }) => take?.state === 'getting_ready');
  const isMachine = voice?.is_draft === true && lines.some(isSpokenBy(voice.id));
  return (
    <>
      <ol aria-label="Lines" className="flex w-full flex-col gap-1">
        {lines.map((line) => (
          <SpokenLine key={line.id} line={line} />
        ))}
      </ol>
      {problem === null || isSpeaking || left.length === 0 ? null : (
        <p role="alert" className="text-small">
          {problem}
        </p>
      )}
      {!isPossible && left.length > 0 ? (
        <p className="text-small">There is no voice. Record the lines, or upload recordings.</p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {!isPossible || left.length === 0 || isSpeaking || isGettingReady ? null : (
          <Button kind="secondary" size="small" onClick={() => speak()}>
            {left.every(({ take }) => take?.state === 'ready')
              ? `Use ${linesInWords(left.length)}`
              : `Speak ${linesInWords(left.length)} (about ${left.length * LINE_SECONDS} s)`}
          </Button>
        )}
        {lines.length === 0 ? null : (
          <Button kind="quiet" size="small" onClick={() => open('radio-ids', userId)}>
            Spell or record<span className="sr-only"> the radio IDs</span>
          </Button>
        )}
      </div>
      {isMachine ? (
        <details className="text-small text-muted">
          <summary className="min-h-6 cursor-pointer">{voiceLabel(voice)}</summary>
          {voiceHint(voice)}
        </details>
      ) : null}
    </>
  );
}

const isSpokenBy =
  (voiceId: string) =>
  ({ accepted }: SpokenId): boolean =>
    accepted?.voice_id === voiceId;

function SpokenLine({ line: { script, take, accepted } }: { line: SpokenId }) {
  const state = accepted ? 'met' : take?.state === 'getting_ready' ? 'preparing' : 'missing';
  const url = accepted?.audio_url ?? take?.audio_url ?? undefined;
  const { icon: Sign, look } = SIGNS[state];
  return (
    <li className="flex items-center gap-2 rounded-small bg-sunken p-1.5">
      {url === undefined ? (
        <span className="grid size-11 flex-none place-items-center">
          <Sign aria-hidden="true" className={clsx('size-5', look)} />
        </span>
      ) : (
        <ItemSound name={script} url={url} />
      )}
      <span className="min-w-0 flex-1 text-small wrap-anywhere whitespace-pre-line">
        {script}
        {accepted ? null : (
          <span className="block text-muted">
            {take?.state === 'getting_ready'
              ? 'Being spoken...'
              : take?.state === 'ready'
                ? 'Spoken, not used yet'
                : (take?.message ?? 'Not spoken')}
          </span>
        )}
      </span>
    </li>
  );
}
