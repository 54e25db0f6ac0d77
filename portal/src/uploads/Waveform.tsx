/** Height of the drawing; each bar is two wide, with one between. */
const HEIGHT = 32;
const PITCH = 3;
const BAR = 2;
/** Silence is a line too. */
const LEAST = 2;

/** More bars than these would melt together on a phone. */
const MOST_BARS = 60;

/** As many of them as can be told apart: the loudest of each group stands for it. */
function bars(peaks: readonly number[]): number[] {
  const group = Math.max(1, Math.ceil(peaks.length / MOST_BARS));
  return Array.from({ length: Math.ceil(peaks.length / group) }, (_, at) =>
    Math.max(...peaks.slice(at * group, (at + 1) * group)),
  );
}

function path(heights: readonly number[]): string {
  return heights
    .map((peak, at) => {
      const height = Math.max(LEAST, Math.min(1, peak) * HEIGHT);
      return `M${at * PITCH} ${(HEIGHT - height) / 2}h${BAR}v${height}h-${BAR}z`;
    })
    .join('');
}

interface WaveformProps {
  /** How loud it is over its length, from 0 to 1; none: a flat line. */
  peaks: readonly number[];
  /** How much has been played, from 0 to 1. */
  played: number;
}

/** The shape of a sound, and how far it has come. For the eye alone. */
export function Waveform({ peaks, played }: WaveformProps) {
  const heights = bars(peaks.length > 0 ? peaks : Array.from({ length: MOST_BARS }, () => 0));
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
