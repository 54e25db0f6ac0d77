import type { ProgrammeItem } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { memo, useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { formatLength } from '../uploads/file-facts.ts';
import { clockTime } from './zone-times.ts';

/** Thin on phones, where a day of radio IDs would else be one bar. */
const MARK = 'z-1 min-w-px sm:min-w-0.5';

/** The items between the songs are marks above and below, so that a day of hundreds still shows its music. */
const KINDS = {
  music: { name: 'Music', look: 'bg-edge/35', lane: 'inset-y-0' },
  radio_id: { name: 'Radio ID', look: 'bg-on-air', lane: `top-0 h-5 ${MARK}` },
  announcement: { name: 'Announcement', look: 'bg-primary', lane: `bottom-0 h-5 ${MARK}` },
  commercial_spot: { name: 'Commercial spot', look: 'bg-good', lane: `bottom-0 h-5 ${MARK}` },
  pause: { name: 'Closed', look: 'bg-bad/35', lane: 'inset-y-0' },
} as const;

const KIND_LOOKS = Object.entries(KINDS);

export const kindName = (kind: ProgrammeItem['kind']): string => KINDS[kind].name;

/** The colour of a kind, as in the strip. */
export const kindLook = (kind: ProgrammeItem['kind']): string => KINDS[kind].look;

/** Between narrower songs there is no gap, in hundredths of the strip. */
const GAP_FROM = 1;

/** Songs and silence are as high as the strip; the others are marks. */
const fillsTheStrip = ({ kind }: Pick<ProgrammeItem, 'kind'>): boolean =>
  kind === 'music' || kind === 'pause';

/** A mark is hit from this far, in pixels. */
const REACH = 5;

/** An item, and where it is drawn, in epoch ms. */
interface Span {
  item: ProgrammeItem;
  starts: number;
  ends: number;
}

interface DayStripProps {
  items: readonly ProgrammeItem[];
  zone: string;
  /** The span that is drawn, in epoch ms. */
  from: number;
  to: number;
  /** A moment to mark, in epoch ms. */
  now?: number | undefined;
}

/** A span of a day as a strip of coloured items. The one under the mouse, or chosen by arrow keys, is put into words. */
export function DayStrip({ items, zone, from, to, now }: DayStripProps) {
  const [chosen, setChosen] = useState<string>();
  const shown = useMemo(
    () =>
      items
        .map((item) => ({
          item,
          starts: Date.parse(item.starts_at),
          ends: Date.parse(item.ends_at),
        }))
        .filter(({ starts, ends }) => ends > from && starts < to),
    [items, from, to],
  );
  const isClosed = shown.some(({ item: { kind } }) => kind === 'pause');
  const span = shown.find(({ item: { starts_at } }) => starts_at === chosen);
  const item = span?.item;
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || shown.length === 0) return;
    event.preventDefault();
    const at = span === undefined ? -1 : shown.indexOf(span);
    const next = at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + step));
    setChosen(shown[next]?.item.starts_at);
  };
  /** The nearest mark, or the song. */
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    const at = from + ((clientX - left) / width) * (to - from);
    const away = ({ starts, ends }: Span) => Math.max(0, starts - at, at - ends);
    const [nearest] = shown
      .filter((one) => away(one) <= (fillsTheStrip(one.item) ? 0 : (REACH / width) * (to - from)))
      .sort(
        (a, b) =>
          Number(fillsTheStrip(a.item)) - Number(fillsTheStrip(b.item)) || away(a) - away(b),
      );
    setChosen(nearest?.item.starts_at);
  };
  return (
    <div className="@container flex flex-col gap-2">
      <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
        {KIND_LOOKS.filter(([kind]) => kind !== 'pause' || isClosed).map(([, { name, look }]) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={clsx('size-3 rounded-small', look)} />
            {name}
          </li>
        ))}
      </ul>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys choose an item */}
      <div
        role="group"
        aria-label="Items; the arrow keys choose one"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- hundreds of items are one stop of the Tab key
        tabIndex={0}
        onKeyDown={move}
        onPointerDown={point}
        onPointerMove={point}
        onPointerLeave={({ pointerType }) => {
          // A finger that is lifted leaves, too, and the words are then still to be read.
          if (pointerType === 'mouse') setChosen(undefined);
        }}
        // A finger that moves along the strip chooses; one that moves up or down scrolls the page.
        className="relative h-14 touch-pan-y overflow-hidden rounded-small bg-sunken"
      >
        <Marks shown={shown} from={from} to={to} />
        {span === undefined ? null : <Mark span={span} from={from} to={to} isChosen />}
        {now === undefined || now < from || now >= to ? null : (
          <span
            data-now
            style={{ insetInlineStart: `${((now - from) / (to - from)) * 100}%` }}
            className="pointer-events-none absolute inset-y-0 z-2 w-0.5 bg-ink outline outline-surface"
          />
        )}
      </div>
      <Scale zone={zone} from={from} to={to} />
      <p role="status" className="min-h-16 text-small @xl:min-h-6">
        {item === undefined ? (
          <span className="text-muted">
            Point at an item, or tap it, for its times and why it airs.
          </span>
        ) : (
          <>
            <span className="tabular font-semibold">
              {clockTime(item.starts_at, zone)}–{clockTime(item.ends_at, zone)}
            </span>{' '}
            {kindName(item.kind)}: {itemName(item)} (
            {formatLength((Date.parse(item.ends_at) - Date.parse(item.starts_at)) / 1_000)}
            {item.is_cut ? ', faded out' : ''}). {item.reason}
          </>
        )}
      </p>
    </div>
  );
}

interface MarksProps {
  shown: readonly Span[];
  from: number;
  to: number;
}

/** All items of the strip, hundreds on a day: they are not drawn again while a finger moves over them. */
const Marks = memo(function Marks({ shown, from, to }: MarksProps) {
  return (
    // A layer of its own, so that the outline that moves over them does not paint them again.
    <div className="absolute inset-0 will-change-transform">
      {shown.map((span) => (
        <Mark key={span.item.starts_at} span={span} from={from} to={to} isChosen={false} />
      ))}
    </div>
  );
});

interface MarkProps extends Omit<MarksProps, 'shown'> {
  span: Span;
  /** Draws the outline of the chosen item instead. */
  isChosen: boolean;
}

function Mark({ span: { item, starts, ends }, from, to, isChosen }: MarkProps) {
  const place = (time: number) => Math.min(100, Math.max(0, ((time - from) / (to - from)) * 100));
  const width = place(ends) - place(starts);
  const { look, lane } = KINDS[item.kind];
  return (
    <span
      style={{ insetInlineStart: `${place(starts)}%`, width: `${width}%` }}
      className={clsx(
        'absolute',
        lane,
        isChosen ? 'pointer-events-none z-3 outline-2 outline-ink' : look,
        isChosen && fillsTheStrip(item) && '-outline-offset-2',
        !isChosen && width >= GAP_FROM && 'border-e border-surface',
      )}
    />
  );
}

/** 'Miles Davis – So What'. */
export const itemName = ({ artist, title }: Pick<ProgrammeItem, 'artist' | 'title'>): string =>
  artist === null ? title : `${artist} – ${title}`;

function Scale({ zone, from, to }: Pick<DayStripProps, 'zone' | 'from' | 'to'>) {
  const quarters = [0, 0.25, 0.5, 0.75, 1];
  return (
    <p aria-hidden="true" className="tabular -mt-1 flex justify-between text-small text-muted">
      {quarters.map((part) => (
        <span key={part}>
          {clockTime(new Date(from + (to - from) * part).toISOString(), zone, { seconds: false })}
        </span>
      ))}
    </p>
  );
}
