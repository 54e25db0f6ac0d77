import type { LocationHistory } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { STATUS_WORDS } from './status-words.ts';

type Day = LocationHistory['days'][number];
type Part = Day['parts'][number];

/** Its day, its bar, and how much of it was played. */
const ROW =
  'grid grid-cols-[1fr_auto] items-center gap-x-3 gap-y-1 sm:grid-cols-[5.5rem_minmax(0,1fr)_3.75rem]';
/** On phones the bar has a row of its own. */
const BAR = 'max-sm:order-last max-sm:col-span-2';
const HOURS = [0, 6, 12, 18, 24];
/** Shorter ones are not worth a line. */
const LISTED_MS = 60_000;

const isProblem = ({ status, is_open }: Part): boolean =>
  is_open && STATUS_WORDS[status].kind !== 'live';

const colourOf = (part: Part): string => {
  if (isProblem(part)) return 'bg-attention';
  if (part.status === 'reserve') return 'bg-good/55';
  return STATUS_WORDS[part.status].kind === 'live' ? 'bg-good' : 'bg-transparent';
};

/** The last days of a location: a bar from midnight to midnight for each, and in words when it was silent while open. */
export function StatusStrip({ days, zone }: { days: readonly Day[]; zone: string }) {
  const shown = days.slice(0, 1 + days.findLastIndex(({ parts }) => parts.length > 0));
  if (shown.length === 0)
    return <p className="text-muted">The strip begins once a screen is paired.</p>;
  return (
    <div className="flex flex-col gap-3">
      <div aria-hidden="true" className={clsx(ROW, 'text-small text-muted')}>
        <span className="max-sm:hidden" />
        <span className={clsx(BAR, 'tabular flex justify-between')}>
          {HOURS.map((hour) => (
            <span key={hour}>{hour}</span>
          ))}
        </span>
        <span className="max-sm:hidden" />
      </div>
      <ul className="flex flex-col gap-2">
        {shown.map((day) => (
          <DayRow key={day.day} day={day} zone={zone} />
        ))}
      </ul>
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
        <Key colour="bg-good">Played</Key>
        <Key colour="bg-good/55">Played its reserve</Key>
        <Key colour="bg-attention">Open without sound</Key>
        <Key colour="bg-sunken">Closed or not yet paired</Key>
      </p>
    </div>
  );
}

const Key = ({ colour, children }: { colour: string; children: string }) => (
  <span className="inline-flex items-center gap-1.5">
    <span aria-hidden="true" className={clsx('size-3 rounded-xs border border-line', colour)} />
    {children}
  </span>
);

function DayRow({ day, zone }: { day: Day; zone: string }) {
  const { played_percent, parts } = day;
  const [from, to] = [Date.parse(day.from), Date.parse(day.to)];
  const share = (ms: number) => `${(100 * ms) / (to - from)}%`;
  const problems = parts.filter(
    (part) => isProblem(part) && Date.parse(part.to) - Date.parse(part.from) >= LISTED_MS,
  );
  return (
    <li className="flex flex-col gap-1">
      <div className={ROW}>
        <span className="text-small">{dayInWords(day.day)}</span>
        <span
          aria-hidden="true"
          className={clsx(BAR, 'relative block h-4 overflow-hidden rounded-xs bg-sunken')}
        >
          {parts.map((part) => (
            <span
              key={part.from}
              className={clsx('absolute inset-y-0', colourOf(part))}
              style={{
                insetInlineStart: share(Date.parse(part.from) - from),
                width: share(Date.parse(part.to) - Date.parse(part.from)),
              }}
            />
          ))}
        </span>
        <span className="tabular text-end text-small font-semibold">
          {played_percent === null ? (
            <span className="font-normal text-muted">–</span>
          ) : (
            `${played_percent}%`
          )}
        </span>
      </div>
      {problems.length === 0 ? null : (
        <p className="tabular text-small text-muted">
          {problems
            .map(
              (part) =>
                `${timeInWords(part.from, zone)}–${timeInWords(part.to, zone)} ${STATUS_WORDS[part.status].name.toLowerCase()}`,
            )
            .join(', ')}
        </p>
      )}
    </li>
  );
}

const dayInWords = (day: string): string =>
  new Intl.DateTimeFormat('en-GB', {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    timeZone: 'UTC',
  }).format(new Date(day));

const timeInWords = (time: string, zone: string): string =>
  new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: zone }).format(
    new Date(time),
  );
