import { AIRED_KINDS } from '@stationhouse/platform-api/contract/schedule/values';
import type { PlayLogFilters, ProgrammeItem } from '@stationhouse/sdk/client';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Card } from '../ui/Card.tsx';
import { ExportButton } from '../ui/ExportButton.tsx';
import { Field } from '../ui/Field.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { Select } from '../ui/Select.tsx';
import { ShowMore } from '../ui/ShowMore.tsx';
import { Table, type Column } from '../ui/Table.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { useRested } from '../ui/use-rested.ts';
import { itemKey, itemName, kindName } from './DayStrip.tsx';
import { playLogQuery, type ProgrammeSource } from './queries.ts';
import { clockTime, dateIn } from './zone-times.ts';

/** How long the search must rest, in ms. */
const PAUSE_MS = 250;

interface PlayLogProps {
  source: ProgrammeSource;
  zone: string;
}

/** The items that aired on a day, and the reason of each. */
export function PlayLog({ source, zone }: PlayLogProps) {
  const [day, setDay] = useState(() => dateIn(zone, Date.now()));
  const [kind, setKind] = useState('');
  const [search, setSearch] = useState('');
  const words = useRested(search.trim(), PAUSE_MS);
  const filters: PlayLogFilters = {
    from: day,
    ...(words !== '' && { search: words }),
    ...(kind !== '' && { kind: kind as ProgrammeItem['kind'] }), // One of the choices.
  };
  const query = useInfiniteQuery(playLogQuery(source, filters));
  return (
    <Card
      title="Play log"
      description={`What aired, in the station’s time zone (${zone.replaceAll('_', ' ')}).`}
      aside={
        <ExportButton
          name={`play-log-${day}.csv`}
          load={() => source.playLogCsv(filters)}
          failure="Failed to export the play log"
        />
      }
    >
      <div className="grid gap-4 sm:grid-cols-3">
        <Field label="Day">
          <TextInput
            type="date"
            value={day}
            max="9999-12-31"
            onChange={({ target }) => {
              if (target.value !== '') setDay(target.value);
            }}
          />
        </Field>
        <Field label="Kind">
          <Select
            value={kind}
            choices={[
              { value: '', label: 'Everything' },
              ...AIRED_KINDS.map((value) => ({ value, label: kindName(value) })),
            ]}
            onChange={({ target }) => setKind(target.value)}
          />
        </Field>
        <Field label="Search">
          <TextInput
            type="search"
            value={search}
            onChange={({ target }) => setSearch(target.value)}
            placeholder="Title or artist"
            autoComplete="off"
          />
        </Field>
      </div>
      <Loaded query={query} failure="Failed to load the play log.">
        {({ pages }) => (
          <>
            <Table
              caption="What aired"
              columns={columnsIn(zone)}
              rows={pages.flatMap(({ data }) => data)}
              rowKey={itemKey}
              empty={
                <EmptyState title="Nothing aired">
                  Choose another day, or change the search.
                </EmptyState>
              }
            />
            <ShowMore query={query} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

const columnsIn = (zone: string): readonly Column<ProgrammeItem>[] => [
  {
    header: 'Time',
    cell: ({ starts_at }) => (
      <time dateTime={starts_at} className="tabular whitespace-nowrap">
        {clockTime(starts_at, zone)}
      </time>
    ),
  },
  {
    header: 'Item',
    free: true,
    cell: (item) => <span className="font-semibold">{itemName(item)}</span>,
  },
  { header: 'Kind', cell: ({ kind }) => kindName(kind) },
  {
    header: 'Why',
    free: true,
    cell: ({ reason, is_cut }) => (is_cut ? `${reason} Faded out before its end.` : reason),
  },
];
