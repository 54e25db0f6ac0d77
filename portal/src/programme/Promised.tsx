import { PROMISE_NAMES, type PromiseKind } from '@stationhouse/platform-api/contract/proof/values';
import type { Promises } from '@stationhouse/sdk/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { Select } from '../ui/Select.tsx';
import { Table, type Column } from '../ui/Table.tsx';
import { promisesQuery, type PromisesSource } from './queries.ts';

/** The months that can be chosen: a year back. */
const MONTHS = 12;

/** The last months in UTC, the newest first: '2026-11' and 'November 2026'. */
function lastMonths(now: number): { value: string; label: string }[] {
  const date = new Date(now);
  return Array.from({ length: MONTHS }, (_, ago) => {
    const month = new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago));
    return {
      value: month.toISOString().slice(0, 7),
      label: month.toLocaleDateString('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' }),
    };
  });
}

/** As promised: the items that were due in a month, those that aired, and the figures of the preview beside them. */
export function Promised({ source }: { source: PromisesSource }) {
  const [months] = useState(() => lastMonths(Date.now()));
  const [month, setMonth] = useState(months[0]?.value ?? '');
  const query = useQuery(promisesQuery(source, month));
  return (
    <Card
      title="As promised"
      description="Everything that was due at a time, and how it was kept. Only days that are over are counted."
    >
      <Field label="Month" className="max-w-xs">
        <Select value={month} choices={months} onChange={({ target }) => setMonth(target.value)} />
      </Field>
      <Loaded query={query} failure="Failed to load the promises">
        {(promises) => <Kept promises={promises} />}
      </Loaded>
    </Card>
  );
}

type Row = Promises['rows'][number];

function Kept({ promises }: { promises: Promises }) {
  const { rows, figures, preview } = promises;
  const columns = columnsBeside(preview);
  return (
    <>
      <Table
        caption="Promises of the month"
        columns={columns}
        rows={rows}
        rowKey={({ kind }) => kind}
        wide
        empty={
          <EmptyState title="Nothing was due">
            Announcements, radio IDs and other items with a time are counted here once a day is
            over.
          </EmptyState>
        }
      />
      {figures ? (
        <p className="text-small text-muted">
          An hour had {minutes(figures.music_minutes_per_hour)} of music
          {preview ? ` (preview: ${minutes(preview.music_minutes_per_hour)})` : ''},{' '}
          {minutes(figures.speech_minutes_per_hour)} of speech and{' '}
          {minutes(figures.spot_minutes_per_hour)} of spots.
          {figures.shortest_repeat_minutes === null
            ? ''
            : ` The same song came again after ${hours(figures.shortest_repeat_minutes)} at the earliest.`}
        </p>
      ) : null}
    </>
  );
}

/** @param preview the figures of the preview */
const columnsBeside = (preview: Promises['preview']): readonly Column<Row>[] => [
  {
    header: 'Promise',
    cell: ({ kind }) => <span className="font-semibold">{PROMISE_NAMES[kind]}</span>,
  },
  { header: 'Due', numeric: true, cell: ({ due }) => due.toLocaleString('en-GB') },
  { header: 'Aired', numeric: true, cell: ({ aired }) => aired.toLocaleString('en-GB') },
  { header: 'Usually late by', numeric: true, cell: ({ late }) => inWords(late?.median_seconds) },
  { header: 'At most', numeric: true, cell: ({ late }) => inWords(late?.worst_seconds) },
  {
    header: 'By the preview',
    numeric: true,
    cell: ({ kind }) => inWords(previewOf(preview, kind)?.median_seconds),
  },
  {
    header: 'Missed',
    free: true,
    cell: ({ missed }) =>
      missed.length === 0
        ? 'None'
        : missed.map(({ reason, count }) => (
            <span key={reason} className="block">
              {count}: {reason}
            </span>
          )),
  },
];

const previewOf = (preview: Promises['preview'], kind: PromiseKind) =>
  kind === 'radio_id' ? preview?.radio_ids : kind === 'break' ? preview?.breaks : null;

const minutes = (count: number): string => `${count} min`;

const hours = (count: number): string =>
  count < 60 ? minutes(Math.round(count)) : `${Math.round(count / 6) / 10} h`;

/** '0 s', '45 s', '3 min 20 s'. */
function inWords(seconds: number | undefined): string {
  if (seconds === undefined) return '–';
  const whole = Math.round(seconds);
  if (whole < 60) return `${whole} s`;
  return whole % 60 === 0 ? `${whole / 60} min` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}
