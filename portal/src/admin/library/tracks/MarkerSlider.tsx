import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { formatLength } from '../../../uploads/file-facts.ts';
import type { Part } from './close-up.ts';

/** Seconds of an arrow key, and of the page keys. */
const STEP = 0.2;
const PAGE = 1;

const STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -STEP,
  ArrowDown: -STEP,
  ArrowRight: STEP,
  ArrowUp: STEP,
  PageDown: -PAGE,
  PageUp: PAGE,
};

interface MarkerSliderProps {
  name: string;
  /** The value in words. */
  text: string;
  /** What is shown, in seconds of the track. */
  part: Part;
  /** Where the marker may be. */
  limits: Part;
  position: number;
  /** Bars in this part have the colour of the marker. */
  marked: Part;
  /** Amplitudes over the part, from 0 to 1. */
  bars: readonly number[];
  /** The position of the sound; null: it is not heard here. */
  played: number | null;
  onMove: (seconds: number) => void;
}

/** A close-up of a waveform with one marker: a slider for keys and screen readers, dragged anywhere in the waveform. */
export function MarkerSlider(props: MarkerSliderProps) {
  const { name, text, part, limits, position, marked, bars, played, onMove } = props;
  const input = useRef<HTMLInputElement>(null);
  const move = (seconds: number) => onMove(Math.min(limits.to, Math.max(limits.from, seconds)));
  const placeOf = (seconds: number): string =>
    `${(Math.min(1, Math.max(0, (seconds - part.from) / (part.to - part.from))) * 100).toFixed(3)}%`;

  function drag(event: PointerEvent) {
    const { currentTarget, clientX, pointerId, pointerType, type, button, buttons } = event;
    // Other buttons open menus.
    if (type === 'pointermove' ? (buttons & 1) === 0 : button !== 0) return;
    if (type === 'pointerdown') {
      currentTarget.setPointerCapture(pointerId);
      // A finger may be about to scroll, which must move nothing.
      if (pointerType === 'touch') return;
    }
    input.current?.focus({ preventScroll: true });
    const { left, width } = currentTarget.getBoundingClientRect();
    move(part.from + ((clientX - left) / width) * (part.to - part.from));
  }
  function step(event: KeyboardEvent) {
    const seconds = STEPS[event.key];
    if (seconds !== undefined) move(position + seconds);
    // The browser's own steps are longer, and Enter would submit a form around it.
    if (seconds !== undefined || event.key === 'Enter') event.preventDefault();
  }

  return (
    <div>
      <div
        onPointerDown={drag}
        onPointerMove={drag}
        onPointerUp={drag}
        className="relative touch-pan-y cursor-ew-resize rounded-small bg-sunken select-none has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus forced-colors:border"
      >
        <Bars bars={bars} part={part} marked={marked} />
        {played === null || played < part.from || played > part.to ? null : (
          <span
            aria-hidden="true"
            style={{ insetInlineStart: placeOf(played) }}
            className="absolute inset-y-0 w-px bg-muted forced-colors:bg-[GrayText]"
          />
        )}
        <span
          aria-hidden="true"
          style={{ insetInlineStart: placeOf(position) }}
          className="absolute inset-y-0 w-0.5 -translate-x-1/2 bg-ink forced-colors:bg-[Highlight]"
        >
          <span className="absolute -top-1 start-1/2 size-3.5 -translate-x-1/2 rounded-full border-2 border-surface bg-ink forced-colors:bg-[Highlight]" />
          <span className="absolute start-1/2 -bottom-1 size-3.5 -translate-x-1/2 rounded-full border-2 border-surface bg-ink forced-colors:bg-[Highlight]" />
        </span>
        <input
          ref={input}
          type="range"
          aria-label={name}
          aria-valuetext={text}
          min={limits.from}
          max={limits.to}
          step="any"
          value={position}
          onChange={({ currentTarget }) => move(currentTarget.valueAsNumber)}
          onKeyDown={step}
          className="pointer-events-none absolute inset-0 size-full opacity-0"
        />
      </div>
      <p aria-hidden="true" className="tabular mt-1 flex justify-between text-small text-muted">
        <span>{formatLength(part.from)}</span>
        <span>{formatLength(part.to)}</span>
      </p>
    </div>
  );
}

/** Sizes in the units of the drawing. */
const HEIGHT = 64;
const PITCH = 3;
const BAR = 2;
const MIN_BAR_HEIGHT = 2;

function pathOf(heights: readonly number[], isDrawn: (at: number) => boolean): string {
  return heights
    .map((peak, at) => {
      if (!isDrawn(at)) return '';
      const height = Math.max(MIN_BAR_HEIGHT, Math.min(1, peak) * HEIGHT);
      return `M${at * PITCH} ${(HEIGHT - height) / 2}h${BAR}v${height}h-${BAR}z`;
    })
    .join('');
}

function Bars({ bars, part, marked }: Pick<MarkerSliderProps, 'bars' | 'part' | 'marked'>) {
  const isMarked = (at: number): boolean => {
    const seconds = part.from + ((at + 0.5) * (part.to - part.from)) / bars.length;
    return seconds >= marked.from && seconds < marked.to;
  };
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${bars.length * PITCH - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-20 w-full py-2"
    >
      <path
        d={pathOf(bars, (at) => !isMarked(at))}
        className="fill-edge forced-colors:fill-[GrayText]"
      />
      <path d={pathOf(bars, isMarked)} className="fill-primary forced-colors:fill-[CanvasText]" />
    </svg>
  );
}
