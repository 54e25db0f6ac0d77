import {
  KEEP_SESSIONS_DAYS,
  MIN_COUNTED_SECONDS,
} from '@stationhouse/platform-api/contract/listening/values';
import type { ListeningDay, ListeningSession } from '@stationhouse/sdk/client';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clockTime, dateAfter, dateIn, dayInWords } from '../programme/zone-times.ts';
import { openClient } from '../api/client.ts';
import { ExportButton } from '../ui/ExportButton.tsx';
import { Field } from '../ui/Field.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table, type Column } from '../ui/Table.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { listeningQuery, sessionsQuery } from './queries.ts';
import { ScrollingTable } from './ScrollingTable.tsx';
import { countryName, lengthInWords, PLAYER_NAMES } from './words.ts';

/** This column is left out where no country is known. */
const COUNTRY = 'Country';

interface SessionsProps {
  zone: string;
  /** In the zone, as '2026-11-24'. */
  today: string;
}

/** The sessions that a day's hours are made of, and their sum. */
export function Sessions({ zone, today }: SessionsProps) {
  const [day, setDay] = useState(today);
  const [asked, setAsked] = useState<'station' | 'utc'>('station');
  const query: ListeningDay = { day, zone: asked };
  const shownZone = asked === 'utc' ? 'UTC' : zone;
  const sessions = useInfiniteQuery(sessionsQuery(query));
  const hours = useQuery(listeningQuery({ by: 'day', from: day, to: day, zone: asked }));
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap items-end gap-4">
        <Field label="Day">
          <TextInput
            type="date"
            value={day}
            min={dateAfter(today, 1 - KEEP_SESSIONS_DAYS)}
            max={today}
            onChange={({ target }) => {
              if (target.value !== '') setDay(target.value);
            }}
          />
        </Field>
        {zone === 'UTC' ? null : (
          <Field label="Day begins in">
            <Select
              value={asked}
              choices={[
                { value: 'station', label: zone.replaceAll('_', ' ') },
                { value: 'utc', label: 'UTC, as your package counts' },
              ]}
              onChange={({ target }) => setAsked(target.value === 'utc' ? 'utc' : 'station')}
            />
          </Field>
        )}
        <ExportButton
          name={`sessions-${day}.csv`}
          load={async () => (await openClient()).me.station.listening.sessionsCsv(query)}
          failure="Failed to export the sessions"
        >
          Export the day as CSV
        </ExportButton>
      </div>
      <Loaded query={sessions} failure="Failed to load the sessions">
        {({ pages }) => {
          const rows = pages.flatMap(({ data }) => data);
          return (
            <>
              {rows.length > 0 && hours.data ? (
                <p role="status">
                  The sessions that count add up to{' '}
                  <span className="tabular font-semibold">{lengthInWords(hours.data.seconds)}</span>{' '}
                  on {dayInWords(`${day}T12:00:00Z`, 'UTC')}.
                </p>
              ) : null}
              <ScrollingTable label="Sessions of the day">
                <Table
                  caption="Sessions of the day"
                  columns={columnsIn(shownZone, day).filter(
                    ({ header }) =>
                      header !== COUNTRY || rows.some(({ country }) => country !== null),
                  )}
                  rows={rows}
                  rowKey={(session) => String(rows.indexOf(session))}
                  compact
                  empty={
                    <EmptyState title="No sessions on this day">
                      Choose another day. Sessions are kept for {KEEP_SESSIONS_DAYS} days.
                    </EmptyState>
                  }
                />
              </ScrollingTable>
              <ShowMore query={sessions} />
            </>
          );
        }}
      </Loaded>
    </div>
  );
}

const columnsIn = (zone: string, day: string): readonly Column<ListeningSession>[] => [
  {
    header: 'Began',
    card: 'title',
    cell: ({ began_at }) => (
      <time dateTime={began_at} className="tabular whitespace-nowrap">
        {dateIn(zone, Date.parse(began_at)) === day ? '' : `${dayInWords(began_at, zone)}, `}
        {clockTime(began_at, zone)}
      </time>
    ),
  },
  { header: 'Where', card: 'text', cell: ({ player }) => PLAYER_NAMES[player] },
  {
    header: COUNTRY,
    cell: ({ country }) => countryName(country ?? ''),
  },
  {
    header: 'Counts',
    card: 'text-value',
    cell: ({ counts }) => (counts ? 'Yes' : `No, under ${MIN_COUNTED_SECONDS} s`),
  },
  {
    header: 'Listened',
    card: 'title-value',
    numeric: true,
    cell: ({ seconds }) => lengthInWords(seconds),
  },
];
