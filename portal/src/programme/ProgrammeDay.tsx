import { PREVIEW_DAYS } from '@stationhouse/platform-api/contract/schedule/values';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, Loading, Skeleton } from '../ui/Loaded.tsx';
import { Select } from '../ui/Select.tsx';
import { DayView } from './DayView.tsx';
import { dayQuery, type ProgrammeSource } from './queries.ts';
import { dateAfter, dateIn, dayInWords, startOfDay } from './zone-times.ts';

interface ProgrammeDayProps {
  source: ProgrammeSource;
  zone: string;
  /** In epoch ms. */
  now: number;
}

/** The programme of today, or of one of the next days. */
export function ProgrammeDay({ source, zone, now }: ProgrammeDayProps) {
  const [ahead, setAhead] = useState(0);
  const today = dateIn(zone, now);
  const date = dateAfter(today, ahead);
  const { data, error, isFetching, refetch } = useQuery(dayQuery(source, zone, date));
  const start = startOfDay(zone, date);
  return (
    <DayView
      choice={
        <Select
          aria-label="Day"
          className="w-40"
          value={String(ahead)}
          choices={Array.from({ length: PREVIEW_DAYS }, (_, at) => ({
            value: String(at),
            label: at === 0 ? 'Today' : dayInWords(startOfDay(zone, dateAfter(today, at)), zone),
          }))}
          onChange={({ target }) => setAhead(Number(target.value))}
        />
      }
      zone={zone}
      start={start}
      end={startOfDay(zone, dateAfter(date, 1))}
      now={ahead === 0 ? now : undefined}
      day={data}
    >
      {data ? null : error ? (
        <ErrorState
          title="Failed to load the programme"
          failure={error}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading>
          <Skeleton className="h-56 w-full" />
        </Loading>
      )}
    </DayView>
  );
}
