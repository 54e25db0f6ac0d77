import { WEEKDAYS, type Weekday } from '@stationhouse/platform-api/contract/schedule/values';
import { dayName } from '@stationhouse/platform-api/contract/schedule/weekdays';
import { clsx } from 'clsx';
import Copy from 'lucide-react/icons/copy';
import { useState, type PointerEvent } from 'react';
import { washOf } from '../../programme/washes.ts';
import { Menu } from '../../ui/Menu.tsx';
import { copyDay, DAY_MINUTES, paint, timeOf, type Week } from './week.ts';

/** Painted hours begin and end at multiples of this, in minutes. */
const STEP = 30;

const HOUR = 60;
const HOURS = [0, 3, 6, 9, 12, 15, 18, 21];
const percent = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;

interface WeekGridProps {
  week: Week;
  /** The block that is painted; null clears. */
  brush: number | null;
  onChange: (week: Week) => void;
}

interface Selection {
  day: Weekday;
  from: number;
  to: number;
}

/** The week as seven columns, on which a mouse paints hours. The list of blocks beside it does the same by keyboard. */
export function WeekGrid({ week, brush, onChange }: WeekGridProps) {
  const [selection, setSelection] = useState<Selection & { start: number }>();
  const minuteAt = (event: PointerEvent<HTMLElement>): number => {
    const { top, height } = event.currentTarget.getBoundingClientRect();
    const minute = ((event.clientY - top) / height) * DAY_MINUTES;
    return Math.min(DAY_MINUTES - STEP, Math.max(0, Math.floor(minute / STEP) * STEP));
  };
  return (
    <div className="grid grid-cols-[2.5rem_repeat(7,minmax(0,1fr))] gap-x-1 gap-y-1.5">
      <span />
      {WEEKDAYS.map((day) => (
        <DayHead key={day} day={day} onCopy={(to) => onChange(copyDay(week, day, to))} />
      ))}
      <div aria-hidden="true" className="relative text-small text-muted">
        {HOURS.map((hour) => (
          <span
            key={hour}
            style={{ top: percent(hour * 60) }}
            className="tabular absolute end-1.5 -translate-y-1/2 first:translate-y-0"
          >
            {hour}
          </span>
        ))}
      </div>
      {WEEKDAYS.map((day) => (
        <div
          key={day}
          role="presentation"
          data-day={day}
          className="@container relative h-96 cursor-crosshair overflow-hidden rounded-small bg-sunken select-none"
          onPointerDown={(event) => {
            // A finger scrolls the page.
            if (event.pointerType === 'touch' || event.button !== 0) return;
            event.currentTarget.setPointerCapture?.(event.pointerId);
            const start = minuteAt(event);
            setSelection({ day, start, from: start, to: start + STEP });
          }}
          onPointerMove={(event) => {
            if (selection?.day !== day) return;
            const at = minuteAt(event);
            const { start } = selection;
            setSelection({
              day,
              start,
              from: Math.min(start, at),
              to: Math.max(start, at) + STEP,
            });
          }}
          onPointerUp={() => {
            if (selection?.day !== day) return;
            const { from, to } = selection;
            onChange(paint(week, { day, from, to }, brush));
            setSelection(undefined);
          }}
          onPointerCancel={() => setSelection(undefined)}
        >
          {HOURS.slice(1).map((hour) => (
            <span
              key={hour}
              style={{ top: percent(hour * 60) }}
              className="absolute inset-x-0 border-t border-line"
            />
          ))}
          {week.ranges
            .filter((range) => range.day === day)
            .map(({ from, to, block }) => (
              <span
                key={from}
                style={{ top: percent(from), height: percent(to - from) }}
                className={clsx(
                  'absolute inset-x-0 overflow-hidden border-b border-surface px-0.5 text-[0.6875rem] leading-4 font-semibold text-[#17122B]',
                  washOf(block),
                )}
              >
                {/* A narrow column and less than an hour are too small for words; the list of blocks has them. */}
                <span className={to - from < HOUR ? 'sr-only' : '@max-[3.75rem]:sr-only'}>
                  {week.blocks[block]?.name}
                </span>
              </span>
            ))}
          {selection?.day === day ? (
            <span
              style={{
                top: percent(selection.from),
                height: percent(selection.to - selection.from),
              }}
              className="tabular absolute inset-x-0 rounded-small border-2 border-focus bg-surface/70 px-1 text-[0.75rem] font-semibold"
            >
              {timeOf(selection.from)}–{timeOf(selection.to)}
            </span>
          ) : null}
        </div>
      ))}
    </div>
  );
}

const WORKDAYS: readonly Weekday[] = ['mon', 'tue', 'wed', 'thu', 'fri'];
const WEEKEND: readonly Weekday[] = ['sat', 'sun'];

function DayHead({ day, onCopy }: { day: Weekday; onCopy: (to: readonly Weekday[]) => void }) {
  const to = (days: readonly Weekday[]) => days.filter((other) => other !== day);
  return (
    <Menu
      trigger={
        <button
          type="button"
          aria-label={`Copy ${dayName(day)}`}
          className="flex min-h-9 cursor-pointer items-center justify-center gap-1 rounded-small text-small font-semibold hover:bg-sunken"
        >
          {dayName(day)}
          <Copy aria-hidden="true" className="hidden size-3 text-muted sm:block" />
        </button>
      }
      items={[
        { label: 'Copy to every day', onSelect: () => onCopy(to(WEEKDAYS)) },
        { label: 'Copy to Mon to Fri', onSelect: () => onCopy(to(WORKDAYS)) },
        { label: 'Copy to Sat and Sun', onSelect: () => onCopy(to(WEEKEND)) },
      ]}
    />
  );
}
