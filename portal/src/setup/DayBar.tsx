import {
  DAY_ENERGIES,
  MAX_WISHED_DAY_PARTS,
  type DayEnergy,
} from '@stationhouse/platform-api/contract/setup/values';
import {
  ENERGY_DETAILS,
  type WishedDayPart,
} from '@stationhouse/platform-api/contract/setup/music-wishes';
import { clsx } from 'clsx';
import Plus from 'lucide-react/icons/plus';
import Trash from 'lucide-react/icons/trash-2';
import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { Button } from '../ui/Button.tsx';
import { Select } from '../ui/Select.tsx';
import {
  barOf,
  dayOf,
  move,
  percent,
  placeAt,
  rangeOf,
  removePart,
  splitLongest,
  STEP,
  timeAt,
  USUAL_DAY,
  type DayBar as Bar,
} from './day-bar.ts';

/** Washes with dark text on them in both themes. */
export const ENERGY_WASHES: Record<DayEnergy, string> = {
  calm: 'bg-[oklch(0.9_0.045_225)]',
  bright: 'bg-[oklch(0.87_0.12_85)]',
  late: 'bg-[oklch(0.82_0.085_290)]',
};

const CHOICES = DAY_ENERGIES.map((value) => ({ value, label: ENERGY_DETAILS[value].name }));

/** Marks under the bar. */
const MARKS = ['06:00', '12:00', '18:00', '00:00'] as const;
const markAt = (time: (typeof MARKS)[number]) =>
  percent(((Number(time.slice(0, 2)) + 19) % 24) * 60);

interface DayBarProps {
  day: readonly WishedDayPart[];
  onChange: (day: WishedDayPart[]) => void;
}

/** How the day should sound: a bar of 24 hours whose parts are dragged, or moved with the arrow keys. */
export function DayBar({ day, onChange }: DayBarProps) {
  const bar = barOf(day);
  const change = (next: Bar) => onChange(dayOf(next));
  const hasRoom = bar.energies.length < MAX_WISHED_DAY_PARTS && splitLongest(bar) !== bar;
  return (
    <fieldset className="flex min-w-0 flex-col gap-3">
      <legend className="text-small font-semibold">Your day</legend>
      {/* Room below it for the time of an edge that is moved. */}
      <p className={clsx('text-small text-muted', day.length > 0 && 'mb-4')}>
        {day.length === 0
          ? 'The music keeps the same energy all day, unless you split the day.'
          : 'Drag the edges, or move them with the arrow keys.'}
      </p>
      <Track bar={bar} onChange={change} />
      {day.length === 0 ? (
        <Button
          kind="secondary"
          size="small"
          className="self-start"
          onClick={() => onChange([...USUAL_DAY])}
        >
          Split the day
        </Button>
      ) : (
        <>
          <ul className="flex flex-col gap-2">
            {bar.energies.map((energy, n) => (
              <Part
                // Parts have no id of their own.
                key={`${n} ${bar.energies.length}`}
                hours={`${timeAt(bar.bounds[n] ?? 0)}–${timeAt(bar.bounds[n + 1] ?? 0)}`}
                energy={energy}
                onEnergy={(chosen) => change({ ...bar, energies: bar.energies.with(n, chosen) })}
                onRemove={() => change(removePart(bar, n))}
              />
            ))}
          </ul>
          {hasRoom ? (
            <Button
              kind="secondary"
              size="small"
              className="self-start"
              onClick={() => change(splitLongest(bar))}
            >
              <Plus aria-hidden="true" />
              Add a part
            </Button>
          ) : null}
        </>
      )}
    </fieldset>
  );
}

function Track({ bar, onChange }: { bar: Bar; onChange: (bar: Bar) => void }) {
  const track = useRef<HTMLDivElement>(null);
  const drag = (index: number, { clientX }: PointerEvent) => {
    const box = track.current?.getBoundingClientRect();
    if (box) onChange(move(bar, index, placeAt((clientX - box.left) / box.width)));
  };
  return (
    <div className="mx-2">
      <div ref={track} className="relative h-14 rounded-card bg-sunken">
        <div className="absolute inset-0 overflow-hidden rounded-card border border-edge">
          {bar.energies.map((energy, n) => {
            const [from = 0, to = 0] = bar.bounds.slice(n);
            return (
              <span
                key={n}
                style={{ insetInlineStart: percent(from), width: percent(to - from) }}
                className={clsx(
                  '@container absolute inset-y-0 grid place-items-center overflow-hidden text-small font-semibold text-[#17122b] forced-colors:border',
                  ENERGY_WASHES[energy],
                )}
              >
                {/* A part that is too narrow for its name has it in the list below. */}
                <span className="@max-[3rem]:hidden">{ENERGY_DETAILS[energy].name}</span>
              </span>
            );
          })}
        </div>
        {bar.bounds.map((place, n) => (
          <Edge
            key={n}
            bar={bar}
            index={n}
            place={place}
            onDrag={(event) => drag(n, event)}
            onMove={(to) => onChange(move(bar, n, to))}
          />
        ))}
      </div>
      <div aria-hidden="true" className="tabular relative mt-1 h-5 text-small text-muted">
        {MARKS.map((time) => (
          <span
            key={time}
            style={{ insetInlineStart: markAt(time) }}
            className="absolute -translate-x-1/2"
          >
            {time}
          </span>
        ))}
      </div>
    </div>
  );
}

interface EdgeProps {
  bar: Bar;
  index: number;
  place: number;
  onDrag: (event: PointerEvent) => void;
  onMove: (place: number) => void;
}

/** Keys and the steps that they move an edge by. */
const KEYS: Record<string, number> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  PageDown: -4,
  PageUp: 4,
};

function nameOf({ energies }: Bar, index: number): string {
  const [before, after] = [energies[index - 1], energies[index]];
  if (after === undefined) return 'End of the day';
  if (before === undefined) return 'Beginning of the day';
  return `From ${before} to ${after}`;
}

/** The edge of a part, as a slider. */
function Edge({ bar, index, place, onDrag, onMove }: EdgeProps) {
  const { min, max } = rangeOf(bar, index);
  const press = (event: KeyboardEvent) => {
    const steps = KEYS[event.key];
    const to = { Home: min, End: max }[event.key] ?? (steps && place + steps * STEP);
    if (to === undefined) return;
    event.preventDefault();
    onMove(to);
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={nameOf(bar, index)}
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={place}
      aria-valuetext={timeAt(place)}
      style={{ insetInlineStart: percent(place) }}
      onKeyDown={press}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        event.currentTarget.focus();
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event);
      }}
      className="group absolute -inset-y-1 flex w-6 -translate-x-1/2 cursor-ew-resize touch-none justify-center rounded-small"
    >
      <span className="w-1.5 rounded-full border border-surface bg-primary group-hover:w-2 group-focus-visible:w-2" />
      <span className="tabular pointer-events-none absolute -top-6 hidden rounded-small bg-primary px-1.5 text-small font-semibold text-on-primary group-focus:block group-active:block">
        {timeAt(place)}
      </span>
    </div>
  );
}

interface PartProps {
  hours: string;
  energy: DayEnergy;
  onEnergy: (energy: DayEnergy) => void;
  onRemove: () => void;
}

function Part({ hours, energy, onEnergy, onRemove }: PartProps) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-x-3">
      <span className="tabular flex items-center gap-2.5 whitespace-nowrap">
        <span
          aria-hidden="true"
          className={clsx(
            'size-3.5 flex-none rounded-full border border-edge',
            ENERGY_WASHES[energy],
          )}
        />
        {hours}
      </span>
      <Select
        aria-label={`Energy, ${hours}`}
        choices={CHOICES}
        value={energy}
        onChange={({ target }) => {
          const chosen = DAY_ENERGIES.find((each) => each === target.value);
          if (chosen) onEnergy(chosen);
        }}
        className="w-28 sm:w-32"
      />
      <button
        type="button"
        aria-label={`Remove ${hours}`}
        onClick={onRemove}
        className="-me-2 grid size-11 cursor-pointer place-items-center rounded-card text-muted hover:bg-sunken hover:text-ink"
      >
        <Trash aria-hidden="true" className="size-5" />
      </button>
    </li>
  );
}
