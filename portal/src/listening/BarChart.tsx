import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useState } from 'react';
import { useWidth } from './use-width.ts';

/** A bar: its name below the axis, and in full. */
export interface ChartBar {
  key: string;
  /** Empty: no name below the bar. */
  short: string;
  name: string;
  value: number;
  /** The value in words. */
  words: string;
}

const HEIGHT = 220;
const EDGE = { top: 8, right: 4, bottom: 28 };

/** The width of a digit, and of the gap between the numbers of the axis and the bars, in px. */
const DIGIT = 8;
const GAP = 12;

/** Names below the bars need this much, in px. */
const NAME_WIDTH = 56;

const LABEL = { fontSize: 13, fontFamily: 'inherit', fill: 'var(--muted)' };

interface BarChartProps {
  /** For screen readers: what it shows, and its highest bar. */
  label: string;
  bars: readonly ChartBar[];
  formatTick: (value: number) => string;
}

/** Values over time. A pointer on a bar shows its value; the table below has all of them. */
export function BarChart({ label, bars, formatTick }: BarChartProps) {
  const [box, width] = useWidth<HTMLDivElement>();
  const [shown, setShown] = useState<string>();
  const most = Math.max(...bars.map(({ value }) => value), 1e-9);
  const y = scaleLinear({
    domain: [0, most],
    range: [HEIGHT - EDGE.bottom, EDGE.top],
    nice: 4,
  });
  const ticks = y.ticks(4);
  const start = Math.max(...ticks.map((tick) => formatTick(tick).length)) * DIGIT + GAP;
  const x = scaleBand({
    domain: bars.map(({ key }) => key),
    range: [start, width - EDGE.right],
    padding: 0.25,
  });
  const floor = y(0);
  const every = Math.ceil(NAME_WIDTH / Math.max(1, x.step()));
  // Counted from the last, which is today.
  const named = bars.filter((_, index) => (bars.length - 1 - index) % every === 0);
  const one = bars.find(({ key }) => key === shown) ?? bars.at(-1);
  return (
    <div>
      <p aria-hidden="true" className="tabular flex min-h-6 justify-between gap-4 text-small">
        <span className="text-muted">{one?.name}</span>
        <span className="font-semibold">{one?.words}</span>
      </p>
      <div ref={box} className="mt-2">
        <svg
          role="img"
          aria-label={label}
          width={width}
          height={HEIGHT}
          className="block overflow-visible"
        >
          {ticks.map((tick) => (
            <line
              key={tick}
              x1={start}
              x2={width - EDGE.right}
              y1={y(tick)}
              y2={y(tick)}
              className="stroke-line"
            />
          ))}
          <AxisLeft
            scale={y}
            left={start}
            tickValues={ticks}
            tickFormat={(value) => formatTick(Number(value))}
            hideAxisLine
            hideTicks
            tickLabelProps={{ ...LABEL, dx: '-0.25em', dy: '0.33em', textAnchor: 'end' }}
          />
          {bars.map(({ key, value }) => {
            const top = y(value);
            const left = x(key) ?? 0;
            return (
              <g key={key} onPointerEnter={() => setShown(key)} onPointerDown={() => setShown(key)}>
                {/* The whole column takes the pointer. */}
                <rect
                  x={left - (x.step() - x.bandwidth()) / 2}
                  y={EDGE.top}
                  width={x.step()}
                  height={floor - EDGE.top}
                  className="fill-transparent"
                />
                <Bar
                  x={left}
                  y={top}
                  width={x.bandwidth()}
                  height={Math.max(0, floor - top)}
                  rx={Math.min(3, x.bandwidth() / 4)}
                  className={
                    one === undefined || key === one.key ? 'fill-primary' : 'fill-primary/45'
                  }
                />
              </g>
            );
          })}
          <AxisBottom
            scale={x}
            top={floor}
            tickValues={named.map(({ key }) => key)}
            tickFormat={(key) => bars.find((bar) => bar.key === key)?.short ?? ''}
            stroke="var(--edge)"
            hideTicks
            tickLabelProps={(key) =>
              // The last name would stand out of a narrow chart.
              every > 1 && key === bars.at(-1)?.key
                ? { ...LABEL, textAnchor: 'end', dx: x.bandwidth() / 2, dy: '0.25em' }
                : { ...LABEL, textAnchor: 'middle', dy: '0.25em' }
            }
          />
        </svg>
      </div>
    </div>
  );
}
