import { WEEKDAYS, type Weekday } from '@stationhouse/platform-api/contract/schedule/values';
import { dayName } from '@stationhouse/platform-api/contract/schedule/weekdays';
import { scaleBand, scaleLinear } from '@visx/scale';
import { useState } from 'react';
import { averageInWords } from './words.ts';
import { useWidth } from './use-width.ts';

export const HOURS: readonly number[] = Array.from({ length: 24 }, (_, hour) => hour);

/** '09:00' */
export const clockHour = (hour: number): string => `${String(hour % 24).padStart(2, '0')}:00`;

/** Average listeners in an hour of the week. */
export type WeekAverage = (day: Weekday, hour: number) => number;

const DAY_HEIGHT = 26;
const EDGE = { left: 40, bottom: 22 };
const NAMED_HOURS = [0, 6, 12, 18];

interface Hour {
  day: Weekday;
  hour: number;
}

/** 'Fri 18:00 to 19:00' */
export const hourInWords = ({ day, hour }: Hour): string =>
  `${dayName(day)} ${clockHour(hour)} to ${clockHour(hour + 1)}`;

/** The busiest hour of the week. */
export function busiest(average: WeekAverage): Hour {
  const all = WEEKDAYS.flatMap((day) => HOURS.map((hour) => ({ day, hour })));
  return all.reduce((most, one) =>
    average(one.day, one.hour) > average(most.day, most.hour) ? one : most,
  );
}

/** The hours of the week as a grid: the stronger the colour, the more listeners. */
export function WeekHours({ average }: { average: WeekAverage }) {
  const [box, width] = useWidth<HTMLDivElement>();
  const [shown, setShown] = useState<Hour>();
  const top = busiest(average);
  const one = shown ?? top;
  const x = scaleBand({ domain: [...HOURS], range: [EDGE.left, width], padding: 0.12 });
  const y = scaleBand({
    domain: [...WEEKDAYS],
    range: [0, DAY_HEIGHT * WEEKDAYS.length],
    padding: 0.12,
  });
  const strength = scaleLinear({ domain: [0, average(top.day, top.hour)], range: [0.12, 1] });
  const height = DAY_HEIGHT * WEEKDAYS.length;
  return (
    <div>
      <p aria-hidden="true" className="tabular flex min-h-6 justify-between gap-4 text-small">
        <span className="text-muted">
          {shown ? '' : 'Busiest: '}
          {hourInWords(one)}
        </span>
        <span className="font-semibold">{averageInWords(average(one.day, one.hour))}</span>
      </p>
      <div ref={box} className="mt-2">
        <svg
          role="img"
          aria-label={`Listeners on average by hour of the week. Busiest: ${hourInWords(top)}, with ${averageInWords(average(top.day, top.hour))}.`}
          width={width}
          height={height + EDGE.bottom}
          className="block"
        >
          {WEEKDAYS.map((day) => (
            <text
              key={day}
              x={0}
              y={(y(day) ?? 0) + y.bandwidth() / 2}
              dominantBaseline="central"
              className="fill-muted text-[0.8125rem]"
            >
              {dayName(day)}
            </text>
          ))}
          {WEEKDAYS.flatMap((day) =>
            HOURS.map((hour) => {
              const value = average(day, hour);
              return (
                <rect
                  key={`${day} ${hour}`}
                  x={x(hour)}
                  y={y(day)}
                  width={x.bandwidth()}
                  height={y.bandwidth()}
                  rx={Math.min(3, x.bandwidth() / 4)}
                  className={value === 0 ? 'fill-line' : 'fill-primary'}
                  opacity={value === 0 ? 0.6 : strength(value)}
                  onPointerEnter={() => setShown({ day, hour })}
                  onPointerDown={() => setShown({ day, hour })}
                />
              );
            }),
          )}
          {NAMED_HOURS.map((hour) => (
            <text key={hour} x={x(hour)} y={height + 16} className="fill-muted text-[0.8125rem]">
              {clockHour(hour)}
            </text>
          ))}
        </svg>
      </div>
    </div>
  );
}
