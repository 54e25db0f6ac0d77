import { INSERTION_LEAD_SECONDS } from '@stationhouse/platform-api/contract/schedule/values';
import type { ProgrammeItem, StationSchedule } from '@stationhouse/sdk/client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../../api/client.ts';
import { NowAndNext } from '../../programme/NowAndNext.tsx';
import { nowQuery } from '../../programme/queries.ts';
import { clockTime } from '../../programme/zone-times.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Select } from '../../ui/Select.tsx';
import { toastFailure } from '../../ui/toast-failure.ts';
import { toast } from '../../ui/toast.ts';
import { insertionsQuery, invalidateSchedule, programmeOf } from './queries.ts';

/** The items now and next, a skip, and an item put in by hand. */
export function OnAirNow({ schedule }: { schedule: StationSchedule }) {
  const { station, assets } = schedule;
  const query = useQuery(nowQuery(programmeOf(station.id)));
  const silence = ['active', 'setup_pending'].includes(station.status)
    ? 'The stream begins in a few seconds.'
    : 'The station is inactive, so listeners hear nothing.';
  return (
    <Card title="On air now">
      <Loaded query={query} failure="Failed to load what is on air.">
        {({ now, next, zone }) => (
          <>
            <NowAndNext now={now} next={next} zone={zone} silence={silence} />
            <div className="flex flex-wrap items-end gap-3 border-t border-line pt-4">
              <Insert stationId={station.id} assets={assets.filter(({ is_ready }) => is_ready)} />
              {now === null ? null : <Skip stationId={station.id} item={now} />}
            </div>
            <Waiting stationId={station.id} zone={zone} />
          </>
        )}
      </Loaded>
    </Card>
  );
}

function Skip({ stationId, item }: { stationId: string; item: ProgrammeItem }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await openClient()).admin.schedules.skip(stationId, item.starts_at),
    onSuccess: () => {
      toast({
        title: 'Skipped',
        description: `It fades out in about ${INSERTION_LEAD_SECONDS} seconds.`,
        kind: 'good',
      });
      return invalidateSchedule(queries, stationId);
    },
    onError: toastFailure('Failed to skip'),
  });
  return (
    <Button kind="secondary" busy={isPending} busyText="Skipping..." onClick={() => mutate()}>
      Skip what is on air
    </Button>
  );
}

interface InsertProps {
  stationId: string;
  assets: StationSchedule['assets'];
}

function Insert({ stationId, assets }: InsertProps) {
  const queries = useQueryClient();
  const [itemId, setItemId] = useState('');
  const { mutate, isPending, variables } = useMutation({
    mutationFn: async (over_music: boolean) =>
      (await openClient()).admin.schedules.insert(stationId, { item_id: itemId, over_music }),
    onSuccess: (_, over_music) => {
      toast({ title: `It airs ${over_music ? 'over' : 'after'} this song`, kind: 'good' });
      setItemId('');
      return invalidateSchedule(queries, stationId);
    },
    onError: toastFailure('Failed to put it on air'),
  });
  if (assets.length === 0) return null;
  return (
    <>
      <Select
        aria-label="An item of the customer"
        className="min-w-56 flex-1"
        value={itemId}
        placeholder="Choose an item"
        choices={assets.map(({ id, file_name }) => ({ value: id, label: file_name }))}
        onChange={({ target }) => setItemId(target.value)}
      />
      {[false, true].map((overMusic) => (
        <Button
          key={String(overMusic)}
          kind="secondary"
          disabled={itemId === '' || isPending}
          busy={isPending && variables === overMusic}
          busyText="Putting it in..."
          onClick={() => mutate(overMusic)}
        >
          Air it {overMusic ? 'over' : 'after'} this song
        </Button>
      ))}
    </>
  );
}

/** Items put in by hand that have not aired yet. */
function Waiting({ stationId, zone }: { stationId: string; zone: string }) {
  const { data } = useQuery(insertionsQuery(stationId));
  const { data: programme } = useQuery(nowQuery(programmeOf(stationId)));
  const since = programme?.now?.starts_at ?? '';
  const waiting = (data?.data ?? []).filter(({ airs_at }) => airs_at !== null && airs_at > since);
  if (waiting.length === 0) return null;
  return (
    <ul aria-label="Put in by hand" className="flex flex-col gap-1 text-small">
      {waiting.map(({ id, kind, title, airs_at, made_by }) => (
        <li key={id} className="flex items-center justify-between gap-3">
          <span className="min-w-0 wrap-anywhere">
            <span className="tabular font-semibold">{clockTime(airs_at ?? '', zone)}</span>{' '}
            {kind === 'skip' ? 'Skip' : title}
            {made_by === null ? '' : `, by ${made_by}`}
          </span>
          {kind === 'item' ? <Withdraw stationId={stationId} id={id} title={title ?? ''} /> : null}
        </li>
      ))}
    </ul>
  );
}

function Withdraw({ stationId, id, title }: { stationId: string; id: string; title: string }) {
  const queries = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await openClient()).admin.schedules.withdraw(stationId, id),
    onSuccess: () => {
      toast({ title: 'Withdrawn', description: `“${title}” does not air.`, kind: 'good' });
      return invalidateSchedule(queries, stationId);
    },
    onError: toastFailure('Failed to withdraw it'),
  });
  return (
    <Button
      kind="quiet"
      size="small"
      className="-me-3 flex-none md:-me-3.5"
      busy={isPending}
      busyText="Withdrawing..."
      onClick={() => mutate()}
    >
      Withdraw<span className="sr-only"> {title}</span>
    </Button>
  );
}
