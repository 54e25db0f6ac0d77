import { PREVIEW_DAYS } from '@stationhouse/platform-api/contract/schedule/values';
import { DAY_MS, HOUR_MS } from '@stationhouse/platform-api/contract/time';
import type {
  PromiseFigures,
  ScheduleDraft,
  ScheduleProblem,
  StationSchedule,
} from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type ReactNode } from 'react';
import { openClient } from '../../api/client.ts';
import { describe } from '../../api/failures.ts';
import { DayView } from '../../programme/DayView.tsx';
import { dateIn, dayInWords, startOfDay } from '../../programme/zone-times.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Figure, Figures } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { useRested } from '../../ui/use-rested.ts';
import { formatLength } from '../../uploads/file-facts.ts';
import { Asked, type Lack } from './Asked.tsx';
import type { DraftFault } from './draft-faults.ts';
import { Faults } from './Faults.tsx';
import { previewQuery, promiseQuery } from './queries.ts';
import type { Draft } from './use-draft.ts';
import { weekOf } from './week.ts';

/** How long a draft must rest before it is computed, in ms: a day at once, 60 days a little later. */
export const PAUSE_MS = 300;
export const LONG_PAUSE_MS = 900;

interface PreviewProps {
  schedule: StationSchedule;
  draft: Draft;
  /** They keep the draft from being computed. */
  faults: readonly DraftFault[];
  /** Wishes of the customer that the draft lacks. */
  lacks: readonly Lack[];
}

/** The items that the draft would air, computed as on air, while it is edited. */
export function Preview({ schedule, draft, faults, lacks }: PreviewProps) {
  const { id: stationId, user_id } = schedule.station;
  return (
    <Card
      title="Preview"
      description="Exactly what airs if you publish this now, with the unsaved changes."
    >
      {faults.length > 0 ? (
        <Notice kind="bad" title="Not complete yet">
          <Faults faults={faults} onShow={draft.show} />
        </Notice>
      ) : (
        <>
          <Promise
            stationId={stationId}
            draft={draft.draft}
            onMend={draft.mend}
            onShow={draft.show}
            asked={
              lacks.length === 0 ? null : (
                <Asked lacks={lacks} draft={draft} userId={user_id} stationId={stationId} />
              )
            }
          />
          <Day stationId={stationId} draft={draft.draft} />
        </>
      )}
    </Card>
  );
}

interface PromiseProps {
  stationId: string;
  draft: ScheduleDraft;
  onMend: Draft['mend'];
  onShow: Draft['show'];
  /** Wishes that the draft lacks; null: none. */
  asked: ReactNode;
}

/** The figures of the next days, and all problems with what would mend them. */
function Promise({ stationId, draft, onMend, onShow, asked }: PromiseProps) {
  const rested = useRested(draft, LONG_PAUSE_MS);
  const { data, error, isFetching } = useQuery(promiseQuery(stationId, rested));
  const isOld = isFetching || rested !== draft;
  if (error) return <Failure error={error} />;
  if (!data) return <Checking />;
  return (
    <div aria-busy={isOld} className="flex flex-col gap-4">
      {isOld ? (
        <Checking />
      ) : (
        <Problems problems={data.problems} onMend={onMend} onShow={onShow} asked={asked} />
      )}
      {data.figures === null ? null : <PromiseWords figures={data.figures} />}
    </div>
  );
}

/** As high as the answer of a good draft, so that the figures do not move while an admin edits. */
const Checking = () => (
  <Notice kind="neutral" title="Checking 60 days…">
    The figures follow in a moment.
  </Notice>
);

function Failure({ error }: { error: unknown }) {
  const { title, detail } = describe(error, 'The preview failed');
  return (
    <Notice kind="bad" title={title}>
      {detail}
    </Notice>
  );
}

interface ProblemsProps extends Pick<PromiseProps, 'onMend' | 'onShow' | 'asked'> {
  problems: readonly ScheduleProblem[];
}

function Problems({ problems, asked, ...acts }: ProblemsProps) {
  if (problems.length > 0) return <ProblemList problems={problems} {...acts} />;
  if (asked !== null) {
    return (
      <>
        <Notice kind="attention" title="Ready to publish, without all that was asked for">
          All rules hold for 60 days.
        </Notice>
        {asked}
      </>
    );
  }
  return (
    <Notice kind="good" title="Ready to publish">
      All rules hold for 60 days.
    </Notice>
  );
}

interface ProblemListProps {
  problems: readonly ScheduleProblem[];
  onMend: Draft['mend'];
  /** Leads to a field of the page, if it has them all. */
  onShow?: Draft['show'];
}

/** The problems of a draft, each with the changes that would mend it. */
export function ProblemList({ problems, onMend, onShow }: ProblemListProps) {
  return (
    <ul aria-label="Problems" className="flex flex-col gap-2">
      {problems.map(({ code, field, message, playlist_id, mends }) => (
        <li key={`${code} ${field} ${playlist_id} ${message}`}>
          <Notice kind="bad" title={message}>
            {field === null || onShow === undefined ? null : (
              <button type="button" className="link cursor-pointer" onClick={() => onShow(field)}>
                Go to this field
              </button>
            )}
            {mends.length === 0 ? null : (
              <ul className="mt-1.5 flex flex-col items-start gap-1.5">
                {mends.map((one) => (
                  <li key={one.message} className="flex flex-wrap items-center gap-2">
                    {one.message}
                    {one.change === null ? null : (
                      <Button
                        kind="secondary"
                        size="small"
                        onClick={() => one.change && onMend(one.change)}
                      >
                        Do this
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
            )}
          </Notice>
        </li>
      ))}
    </ul>
  );
}

const oneDigit = (number: number) => number.toLocaleString('en-GB', { maximumFractionDigits: 1 });

type Lateness = PromiseFigures['radio_ids'];

function latenessInWords(lateness: Lateness): string {
  if (lateness === null) return 'None';
  const { median_seconds, worst_seconds, missed } = lateness;
  const late = `${formatLength(median_seconds)} usually, ${formatLength(worst_seconds)} at worst`;
  return missed === 0 ? late : `${late}; ${missed} missed`;
}

function PromiseWords({ figures }: { figures: PromiseFigures }) {
  const { shortest_repeat_minutes: repeat } = figures;
  return (
    <Figures narrow>
      <Figure name="Radio IDs late by">{latenessInWords(figures.radio_ids)}</Figure>
      <Figure name="Breaks late by">{latenessInWords(figures.breaks)}</Figure>
      <Figure name="A title again after">
        {repeat === null ? 'No repeats' : `${oneDigit(repeat / 60)} h at least`}
      </Figure>
      <Figure name="Music in an hour">{oneDigit(figures.music_minutes_per_hour)} min</Figure>
      <Figure name="Speech in an hour">{oneDigit(figures.speech_minutes_per_hour)} min</Figure>
      <Figure name="Spots in an hour">{oneDigit(figures.spot_minutes_per_hour)} min</Figure>
    </Figures>
  );
}

const hearSegue = async (item_id: string, next_item_id: string): Promise<Blob> =>
  (await openClient()).admin.schedules.segue({ item_id, next_item_id });

/** One of the next days as a strip to zoom into, and its items as a list. */
function Day({ stationId, draft }: { stationId: string; draft: ScheduleDraft }) {
  const rested = useRested(draft, PAUSE_MS);
  const { zone } = rested;
  const { blocks } = useMemo(() => weekOf(rested.day_parts), [rested.day_parts]);
  // The moment at which the page was opened, so that each answer is about the same span.
  const [opened] = useState(() => Date.now());
  const [ahead, setAhead] = useState(0);
  const dayStart = startOfDay(zone, dateIn(zone, opened + ahead * DAY_MS));
  const start = Math.max(opened, dayStart);
  const end = startOfDay(zone, dateIn(zone, dayStart + DAY_MS + 2 * HOUR_MS));
  const hours = Math.max(1, Math.ceil((end - start) / HOUR_MS));
  const from = ahead === 0 ? null : new Date(start).toISOString();
  const { data, error, isPlaceholderData } = useQuery(
    previewQuery(stationId, { draft: rested, from, hours }),
  );
  const days = Array.from({ length: PREVIEW_DAYS }, (_, at) => ({
    value: String(at),
    label: at === 0 ? 'Today' : dayInWords(opened + at * DAY_MS, zone),
  }));
  return (
    <div className="border-t border-line pt-5">
      <DayView
        choice={
          <Select
            aria-label="Day"
            className="w-40"
            value={String(ahead)}
            choices={days}
            onChange={({ target }) => setAhead(Number(target.value))}
          />
        }
        zone={zone}
        start={start}
        end={end}
        day={error ? undefined : data}
        isOld={isPlaceholderData}
        hearSegue={hearSegue}
        blocks={blocks}
      >
        {error ? <Failure error={error} /> : null}
        {data || error ? null : <p className="text-small text-muted">Computing the day…</p>}
      </DayView>
    </div>
  );
}
