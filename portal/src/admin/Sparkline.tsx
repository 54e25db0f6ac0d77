import { formatDate } from '../ui/dates.ts';

/** The drawing's own units; it is stretched to the width of its card. */
const WIDTH = 120;
const HEIGHT = 32;
/** Room for the line's width at the top and bottom. */
const EDGE = 3;

interface SparklineProps {
  /** One value per day, oldest first; the last is today's. */
  values: readonly number[];
  /** The day of the first value. */
  since: string;
  /** A value in words, for screen readers: '€1,204'. */
  format: (value: number) => string;
}

/** A figure over the last days, as a line. Empty until two days are recorded. */
export function Sparkline({ values, since, format }: SparklineProps) {
  const [first, last] = [values[0], values.at(-1)];
  // Reserves the space, so that nothing moves.
  if (first === undefined || last === undefined || values.length < 2) {
    return <span className="block h-8" />;
  }
  const [least, most] = [Math.min(...values), Math.max(...values)];
  const points = values.map((value, at) => {
    const x = (at / (values.length - 1)) * WIDTH;
    const height = most === least ? 0.5 : (value - least) / (most - least);
    return `${x.toFixed(1)} ${(HEIGHT - EDGE - height * (HEIGHT - 2 * EDGE)).toFixed(1)}`;
  });
  const line = `M${points.join('L')}`;
  return (
    <svg
      role="img"
      aria-label={`From ${format(first)} on ${formatDate(`${since}T12:00:00Z`)} to ${format(last)} today; at least ${format(least)}, at most ${format(most)}.`}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-8 w-full overflow-visible"
    >
      <path d={`${line}V${HEIGHT}H0z`} className="fill-primary opacity-8" />
      <path
        d={line}
        vectorEffect="non-scaling-stroke"
        strokeWidth="2"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="fill-none stroke-primary"
      />
    </svg>
  );
}
