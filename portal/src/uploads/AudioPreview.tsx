import { clsx } from 'clsx';
import Pause from 'lucide-react/icons/pause';
import Play from 'lucide-react/icons/play';
import type { KeyboardEvent, ReactNode } from 'react';
import { formatLength } from './file-facts.ts';
import { usePreview, type Preview } from './use-preview.ts';

const FAILED = 'This file could not be played. Check your connection and press play again.';

interface AudioPreviewProps {
  name: string;
  url: string;
  /** Loudness over time, from 0 to 1. */
  peaks?: readonly number[] | undefined;
  /** Without it the browser finds out on playing. */
  duration_seconds?: number | undefined;
  /** Shown opposite the length. */
  children?: ReactNode;
}

/** A player for one sound file. It loads nothing before it plays, and only one plays at a time. */
export function AudioPreview(props: AudioPreviewProps) {
  // A new URL is a new sound, so start again.
  return <Player key={props.url} {...props} />;
}

function Player({ name, url, peaks = [], duration_seconds, children }: AudioPreviewProps) {
  const preview = usePreview();
  const { element, isPlaying, hasFailed, position, toggle } = preview;
  const length = duration_seconds ?? preview.length;
  return (
    <div className="flex min-w-0 grow basis-48 items-start gap-3">
      {/* oxlint-disable-next-line jsx-a11y/media-has-caption -- members upload no captions */}
      <audio ref={element} src={url} preload="none" />
      <PlayButton name={name} isPlaying={isPlaying} onPress={toggle} />
      <div className="@container min-w-0 grow">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 @xl:grid-cols-[minmax(0,1fr)_24rem] @xl:grid-rows-[auto_auto_auto]">
          <p className="font-semibold wrap-anywhere">{name}</p>
          <Position name={name} peaks={peaks} length={length} preview={preview} />
          <p className="tabular flex flex-wrap justify-between gap-x-3 text-small text-muted @xl:justify-start @xl:gap-x-6">
            <span>
              {formatLength(position)}
              {length > 0 ? ` / ${formatLength(length)}` : ''}
            </span>
            <span>{children}</span>
          </p>
          <p role="status" className="text-small font-medium text-bad empty:hidden">
            {hasFailed ? FAILED : ''}
          </p>
        </div>
      </div>
    </div>
  );
}

interface PlayButtonProps {
  name: string;
  isPlaying: boolean;
  onPress: () => void;
  /** One of many in a list. */
  quiet?: boolean;
  /** The one thing to press, as on a station's page. */
  large?: boolean;
}

/** Plays or pauses a sound. */
export function PlayButton({ name, isPlaying, onPress, quiet, large }: PlayButtonProps) {
  const Sign = isPlaying ? Pause : Play;
  return (
    <button
      type="button"
      aria-label={`${isPlaying ? 'Pause' : 'Play'} ${name}`}
      onClick={onPress}
      className={clsx(
        'grid flex-none cursor-pointer place-items-center rounded-full',
        large ? 'size-15' : 'size-11',
        quiet
          ? 'bg-sunken text-ink hover:bg-line'
          : 'bg-primary text-on-primary hover:bg-primary-raised',
      )}
    >
      <Sign aria-hidden="true" className={clsx('fill-current', large ? 'size-7' : 'size-5')} />
    </button>
  );
}

interface PositionProps {
  name: string;
  peaks: readonly number[];
  /** In seconds; 0 while it is unknown. */
  length: number;
  preview: Preview;
}

/** Keeps Enter on the slider from submitting the form. */
function keepForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** The waveform as a slider. */
export function Position({ name, peaks, length, preview: { position, seek } }: PositionProps) {
  return (
    <div className="relative my-1 rounded-small @xl:col-start-2 @xl:row-span-3 @xl:row-start-1 @xl:my-0 @xl:self-center has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus">
      <Waveform peaks={peaks} played={length > 0 ? Math.min(1, position / length) : 0} />
      <input
        type="range"
        aria-label={`Position in ${name}`}
        aria-valuetext={`${formatLength(position)} of ${formatLength(length)}`}
        min={0}
        max={length}
        step={length / 100}
        value={position}
        disabled={length === 0}
        onChange={({ currentTarget }) => seek(currentTarget.valueAsNumber)}
        onKeyDown={keepForm}
        className="absolute inset-0 size-full cursor-pointer opacity-0 disabled:cursor-default"
      />
    </div>
  );
}

/** Sizes in the units of the drawing. */
const HEIGHT = 32;
const PITCH = 3;
const BAR = 2;
const MIN_BAR_HEIGHT = 2;

/** The most bars that a phone can show apart. */
const MAX_BARS = 60;

/** Reduces the peaks to at most `MAX_BARS`: the loudest of each group. */
function bars(peaks: readonly number[]): number[] {
  const group = Math.max(1, Math.ceil(peaks.length / MAX_BARS));
  return Array.from({ length: Math.ceil(peaks.length / group) }, (_, at) =>
    Math.max(...peaks.slice(at * group, (at + 1) * group)),
  );
}

function path(heights: readonly number[]): string {
  return heights
    .map((peak, at) => {
      const height = Math.max(MIN_BAR_HEIGHT, Math.min(1, peak) * HEIGHT);
      return `M${at * PITCH} ${(HEIGHT - height) / 2}h${BAR}v${height}h-${BAR}z`;
    })
    .join('');
}

interface WaveformProps {
  /** From 0 to 1; empty for a flat line. */
  peaks: readonly number[];
  /** The part that has been played, from 0 to 1. */
  played: number;
}

/** The waveform and the position. Hidden from screen readers. */
function Waveform({ peaks, played }: WaveformProps) {
  const heights = bars(peaks.length > 0 ? peaks : Array.from({ length: MAX_BARS }, () => 0));
  const count = Math.round(heights.length * played);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${heights.length * PITCH - 1} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-8 w-full"
    >
      <path d={path(heights)} className="fill-edge" />
      <path d={path(heights.slice(0, count))} className="fill-primary" />
    </svg>
  );
}
