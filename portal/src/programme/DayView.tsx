import type { Programme } from '@stationhouse/sdk/client';
import { useState, type ComponentProps, type ReactNode } from 'react';
import { HOUR_MS } from '@stationhouse/platform-api/contract/time';
import { Button } from '../ui/Button.tsx';
import { EmptyState } from '../ui/Loaded.tsx';
import { Select } from '../ui/Select.tsx';
import { DayStrip } from './DayStrip.tsx';
import { ItemList } from './ItemList.tsx';

const WHOLE_DAY = 24;
const ZOOMS = [
  { value: String(WHOLE_DAY), label: 'The whole day' },
  { value: '6', label: '6 hours' },
  { value: '1', label: '1 hour' },
] as const;

/** On phones a whole day is too dense to begin with. */
const isNarrow = (): boolean => Boolean(globalThis.matchMedia?.('(max-width: 40rem)').matches);

/** The items of a day, or of the rest of it. */
export interface DayItems {
  items: Programme['items'];
  missed: Programme['missed'];
  audio_urls?: Readonly<Record<string, string>>;
}

interface DayViewProps {
  /** The choice of the day. */
  choice: ReactNode;
  zone: string;
  /** The time that is shown, in epoch ms. */
  start: number;
  end: number;
  /** The present moment, in epoch ms, if the day has it: it is marked, and the list begins there. */
  now?: number | undefined;
  /** Undefined: not loaded; the children say why. */
  day: DayItems | undefined;
  /** The items of another draft or day are shown until those of this one have come. */
  isOld?: boolean;
  hearSegue?: ComponentProps<typeof ItemList>['hearSegue'];
  blocks?: ComponentProps<typeof DayStrip>['blocks'];
  children?: ReactNode;
}

/** A day as a strip to zoom into, and its items as a list. */
export function DayView(props: DayViewProps) {
  const { choice, zone, start, end, now, day, isOld, hearSegue, blocks, children } = props;
  const [zoom, setZoom] = useState(() => (isNarrow() ? 6 : WHOLE_DAY));
  /** In hours after the start; null: where the day, or the present hour, begins. */
  const [offset, setOffset] = useState<number | null>(null);
  const [knownEnd, setKnownEnd] = useState(end);
  if (knownEnd !== end) {
    setKnownEnd(end);
    setOffset(null);
  }
  const present = now === undefined ? 0 : Math.floor((now - start) / HOUR_MS);
  const from = offset ?? present;
  const isWhole = zoom === WHOLE_DAY;
  // A day has 23 or 25 hours when the clock changes.
  const length = isWhole ? end - start : zoom * HOUR_MS;
  const spanStart = Math.min(start + from * HOUR_MS, Math.max(start, end - length));
  const spanEnd = Math.min(end, spanStart + length);
  const move = (by: number) => setOffset(Math.max(0, (spanStart - start) / HOUR_MS + by));
  const listStart = isWhole && now !== undefined ? now : spanStart;
  return (
    <section aria-label="A day" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-center gap-2">
        {choice}
        <Select
          aria-label="Zoom"
          className="w-40"
          value={String(zoom)}
          choices={ZOOMS}
          onChange={({ target }) => setZoom(Number(target.value))}
        />
        {isWhole ? null : (
          <>
            <Button
              kind="secondary"
              size="small"
              disabled={spanStart <= start}
              onClick={() => move(-zoom)}
            >
              Earlier
            </Button>
            <Button
              kind="secondary"
              size="small"
              disabled={spanEnd >= end}
              onClick={() => move(zoom)}
            >
              Later
            </Button>
          </>
        )}
      </div>
      {children}
      {day === undefined ? null : (
        <div aria-busy={isOld} className="flex flex-col gap-3">
          {day.items.length === 0 ? (
            <EmptyState title="Nothing airs on this day" />
          ) : (
            <DayStrip
              items={day.items}
              zone={zone}
              from={spanStart}
              to={spanEnd}
              now={now}
              blocks={blocks}
            />
          )}
          {day.missed.length === 0 ? null : <Missed count={day.missed.length} />}
          <ItemList
            key={`${spanStart} ${spanEnd}`}
            items={day.items.filter(
              ({ starts_at, ends_at }) =>
                Date.parse(ends_at) > listStart && Date.parse(starts_at) < spanEnd,
            )}
            audioUrls={day.audio_urls}
            hearSegue={hearSegue}
            zone={zone}
          />
        </div>
      )}
    </section>
  );
}

const Missed = ({ count }: { count: number }) => (
  <p className="text-small text-bad">
    {count === 1 ? '1 item is due but does not air' : `${count} items are due but do not air`}: the
    next one is due before the running item ends.
  </p>
);
