import type { ProgrammeItem } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { memo, useMemo, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { HOUR_MS } from '@stationhouse/platform-api/contract/time';
import { formatLength } from '../uploads/file-facts.ts';
import { fillOf } from './washes.ts';
import { clockTime } from './zone-times.ts';

/** The strip in its own units: as high as its 56 pixels, with marks of 20. */
const HEIGHT = 56;
const MARK_HEIGHT = 20;

/** Marks have a line around them, so that short ones are seen. Thin on phones, where radio IDs would else be one bar. */
const MARK_LINE = '[stroke-width:1] sm:[stroke-width:2]';

/** The items between the songs are marks above and below, so that a day of hundreds still shows its music. */
const KINDS = {
  music: { name: 'Music', look: 'bg-edge/35', drawn: 'fill-edge/35', lane: [0, HEIGHT] },
  radio_id: {
    name: 'Radio ID',
    look: 'bg-ink',
    drawn: `fill-ink stroke-ink ${MARK_LINE}`,
    lane: [0, MARK_HEIGHT],
  },
  announcement: {
    name: 'Announcement',
    look: 'bg-primary',
    drawn: `fill-primary stroke-primary ${MARK_LINE}`,
    lane: [HEIGHT - MARK_HEIGHT, HEIGHT],
  },
  commercial_spot: {
    name: 'Commercial spot',
    look: 'bg-good',
    drawn: `fill-good stroke-good ${MARK_LINE}`,
    lane: [HEIGHT - MARK_HEIGHT, HEIGHT],
  },
  pause: { name: 'Closed', look: 'bg-bad/35', drawn: 'fill-bad/35', lane: [0, HEIGHT] },
} as const;

const KIND_LOOKS = Object.entries(KINDS);

export const kindName = (kind: ProgrammeItem['kind']): string => KINDS[kind].name;

/** The colour of a kind, as in the strip. */
export const kindLook = (kind: ProgrammeItem['kind']): string => KINDS[kind].look;

/** Between narrower songs there is no gap, as a part of the strip. */
const GAP_FROM = 0.01;

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
  /** The parts of the day in the order of the week, so that they have its colours. */
  blocks?: readonly { name: string }[] | undefined;
}

/** A span of a day as a strip of coloured items. The one under the mouse, or chosen by arrow keys, is put into words. */
export function DayStrip({ items, zone, from, to, now, blocks }: DayStripProps) {
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
  const parts = useMemo(() => dayPartsOf(items, blocks), [items, blocks]);
  const span = shown.find((one) => itemKey(one.item) === chosen);
  const item = span?.item;
  const choose = (one: Span | undefined) => setChosen(one && itemKey(one.item));
  const move = (event: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (step === undefined || shown.length === 0) return;
    event.preventDefault();
    const at = span === undefined ? -1 : shown.indexOf(span);
    const next = at < 0 ? 0 : Math.min(shown.length - 1, Math.max(0, at + step));
    choose(shown[next]);
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
    choose(nearest);
  };
  return (
    <div className="@container flex flex-col gap-2">
      <ul aria-label="Colours" className="flex flex-wrap gap-x-4 gap-y-1 text-small text-muted">
        {parts.map((name, part) =>
          items.some(({ day_part }) => day_part === name) ? (
            <li key={`part ${name}`} className="flex items-center gap-1.5">
              <svg aria-hidden="true" className="size-3 rounded-small">
                <rect width="100%" height="100%" className={fillOf(part)} />
              </svg>
              {name}
            </li>
          ) : null,
        )}
        {KIND_LOOKS.filter(([kind]) =>
          kind === 'pause'
            ? isClosed
            : kind !== 'music' || shown.some(({ item }) => isOutside(item)),
        ).map(([, { name, look }]) => (
          <li key={name} className="flex items-center gap-1.5">
            <span className={clsx('size-3 rounded-small', look)} />
            {name}
          </li>
        ))}
      </ul>
      <Covers shown={shown} from={from} to={to} />
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
        <Marks shown={shown} parts={parts} from={from} to={to} />
        {span === undefined ? null : <Outline span={span} from={from} to={to} />}
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
            {item.segue_seconds > 0
              ? ` The item before fades out under it within ${item.segue_seconds} s.`
              : ''}
          </>
        )}
      </p>
    </div>
  );
}

/** Music of no part of the day. */
const isOutside = ({ kind, day_part }: ProgrammeItem): boolean =>
  kind === 'music' && day_part === null;

/** The parts of a day in the order of the week, or else in which they air: the same part always has the same colour. */
const dayPartsOf = (
  items: readonly ProgrammeItem[],
  blocks: readonly { name: string }[] = [],
): string[] => [
  ...new Set([
    ...blocks.map(({ name }) => name),
    ...items.flatMap(({ day_part }) => day_part ?? []),
  ]),
];

interface MarksProps {
  shown: readonly Span[];
  /** The parts of the day, whose music has colours. */
  parts: readonly string[];
  from: number;
  to: number;
}

/** All items of the strip: a path for each kind, as hundreds of elements would slow a finger that moves over them. */
const Marks = memo(function Marks({ shown, parts, from, to }: MarksProps) {
  const seconds = (time: number) => Math.round(Math.min(to, Math.max(from, time)) - from) / 1_000;
  const pathOf = (
    kind: ProgrammeItem['kind'],
    look: string = KINDS[kind].drawn,
    isOf = (item: ProgrammeItem) => item.kind === kind,
  ) => {
    const [top, bottom] = KINDS[kind].lane;
    const rectangles = shown
      .filter(({ item }) => isOf(item))
      .map(({ starts, ends }) => {
        const start = seconds(starts);
        return `M${start} ${top}H${seconds(ends)}V${bottom}H${start}Z`;
      });
    return (
      <path key={look} d={rectangles.join('')} className={look} vectorEffect="non-scaling-stroke" />
    );
  };
  const gaps = shown
    .filter((one) => fillsTheStrip(one.item) && one.ends - one.starts >= GAP_FROM * (to - from))
    .map(({ ends }) => `M${seconds(ends)} 0V${HEIGHT}`)
    .join('');
  // Wedges: the item before becomes quieter under the next one.
  const segues = shown
    .filter(({ item }) => item.segue_seconds > 0)
    .map(({ item, starts }) => {
      const start = seconds(starts);
      return `M${start} 0L${start + item.segue_seconds} ${HEIGHT}H${start}Z`;
    })
    .join('');
  return (
    // A layer of its own, so that the outline that moves over it does not paint it again.
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${(to - from) / 1_000} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full will-change-transform"
    >
      {pathOf('music', KINDS.music.drawn, isOutside)}
      {parts.map((part, at) => pathOf('music', fillOf(at), ({ day_part }) => day_part === part))}
      {pathOf('pause')}
      <path d={gaps} className="fill-none stroke-surface" vectorEffect="non-scaling-stroke" />
      <path d={segues} className="fill-surface/60" />
      {(['radio_id', 'announcement', 'commercial_spot'] as const).map((kind) => pathOf(kind))}
    </svg>
  );
});

/** The covers of the hours above the strip: decoration, as the strip puts every item into words. */
const Covers = memo(function Covers({ shown, from, to }: Omit<MarksProps, 'parts'>) {
  const share = Math.min(0.12, (0.9 * HOUR_MS) / (to - from));
  const covered = shown.filter(
    ({ item, starts }) =>
      item.cover_url !== null && starts >= from && starts + share * (to - from) <= to,
  );
  if (covered.length === 0) return null;
  const width = `${share * 100}%`;
  return (
    <div aria-hidden="true" className="relative h-9">
      {covered.map(({ item, starts }) => (
        <span
          key={itemKey(item)}
          style={{ insetInlineStart: `${((starts - from) / (to - from)) * 100}%`, width }}
          className="absolute bottom-0 max-w-9"
        >
          <img
            src={item.cover_url ?? undefined}
            alt=""
            loading="lazy"
            onError={({ currentTarget }) => {
              currentTarget.hidden = true;
            }}
            className="aspect-square w-full rounded-small object-cover"
          />
        </span>
      ))}
    </div>
  );
});

/** The outline of the chosen item. One that is too narrow for an outline is filled. */
function Outline({
  span: { item, starts, ends },
  from,
  to,
}: Pick<MarksProps, 'from' | 'to'> & { span: Span }) {
  const place = (time: number) => Math.min(1, Math.max(0, (time - from) / (to - from)));
  const width = place(ends) - place(starts);
  const [top, bottom] = KINDS[item.kind].lane;
  return (
    <span
      style={{
        insetInlineStart: `${place(starts) * 100}%`,
        width: `${width * 100}%`,
        top,
        height: bottom - top,
      }}
      className={clsx(
        'pointer-events-none absolute z-3 min-w-0.5',
        fillsTheStrip(item) && width < GAP_FROM ? 'bg-ink' : 'outline-2 outline-ink',
        fillsTheStrip(item) && '-outline-offset-2',
      )}
    />
  );
}

/** Tells items apart: speech over music may begin with its song. */
export const itemKey = ({ starts_at, item_id }: ProgrammeItem): string => `${starts_at} ${item_id}`;

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
