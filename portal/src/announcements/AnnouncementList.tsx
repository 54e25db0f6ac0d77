import type { Announcement } from '@stationhouse/sdk/client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../api/client.ts';
import { ignoreNotFound } from '../api/failures.ts';
import { Badge } from '../ui/Badge.tsx';
import { Button } from '../ui/Button.tsx';
import { Card } from '../ui/Card.tsx';
import { EmptyState, Loaded } from '../ui/Loaded.tsx';
import { toastFailure } from '../ui/toast-failure.ts';
import { AudioPreview } from '../uploads/AudioPreview.tsx';
import { airingsQuery, useNow, useRefresh } from './queries.ts';
import { useLocationNames } from './WhereFields.tsx';
import { airingInWords, momentInWords, planInWords } from './time-words.ts';

interface AnnouncementListProps {
  announcements: readonly Announcement[];
  zone: string;
  /** Continues with one that has no time yet. */
  onUse: (id: string) => void;
}

const STATES = {
  draft: { name: 'No time yet', kind: 'neutral' },
  planned: { name: 'Planned', kind: 'waiting' },
  running: { name: 'Running', kind: 'live' },
  paused: { name: 'Paused', kind: 'neutral' },
  stopped: { name: 'Stopped', kind: 'bad' },
  past: { name: 'Past', kind: 'neutral' },
} as const;

/** Announcements in groups, each with its state. */
const GROUPS: { title: string; states: readonly Announcement['state'][] }[] = [
  { title: 'Running', states: ['running'] },
  { title: 'Planned', states: ['planned'] },
  { title: 'Not on air', states: ['paused', 'stopped', 'draft'] },
  { title: 'Past', states: ['past'] },
];

/** The announcements of a station: running, planned and past. */
export function AnnouncementList({ announcements, zone, onUse }: AnnouncementListProps) {
  const now = useNow();
  return (
    <Card title="Your announcements">
      {announcements.length === 0 ? (
        <EmptyState title="No announcements yet">
          What you say on air is listed here, with the time at which it airs.
        </EmptyState>
      ) : (
        GROUPS.map(({ title, states }) => (
          <Group
            key={title}
            title={title}
            announcements={announcements.filter(({ state }) => states.includes(state))}
            zone={zone}
            now={now}
            onUse={onUse}
          />
        ))
      )}
    </Card>
  );
}

function Group({
  title,
  announcements,
  ...shared
}: AnnouncementListProps & { title: string; now: number }) {
  if (announcements.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-1">
      <h3 className="text-text">{title}</h3>
      <ul className="flex flex-col">
        {announcements.map((one) => (
          <Item key={one.id} one={one} {...shared} />
        ))}
      </ul>
    </section>
  );
}

interface ItemProps {
  one: Announcement;
  zone: string;
  now: number;
  onUse: (id: string) => void;
}

function Item({ one, zone, now, onUse }: ItemProps) {
  const { id, title, sound, state, note, when, location_ids } = one;
  const where = useLocationNames(location_ids);
  const [isOpen, setOpen] = useState(false);
  return (
    <li aria-label={title} className="flex flex-col gap-3 border-b border-line py-4 last:border-0">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <p className="font-semibold wrap-anywhere">{title}</p>
          {when === null ? null : (
            <p className="text-small text-muted">{planInWords(when, zone, now)}</p>
          )}
          <p className="text-small text-muted empty:hidden">{where}</p>
          <p className="tabular text-small empty:hidden">{airingInWords(one, zone, now)}</p>
        </div>
        <Badge kind={STATES[state].kind}>{STATES[state].name}</Badge>
      </div>
      {note === null ? null : <p className="text-small text-bad">{note}</p>}
      {sound.message !== null && state !== 'past' ? (
        <p className="text-small font-medium text-bad">{sound.message}</p>
      ) : null}
      {sound.state === 'ready' && sound.audio_url !== null ? (
        <div className="flex">
          <AudioPreview
            name={title}
            url={sound.audio_url}
            peaks={sound.peaks ?? []}
            duration_seconds={sound.duration_seconds ?? undefined}
          />
        </div>
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Actions one={one} onUse={onUse} />
        {when === null ? null : (
          <Button kind="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide airings' : 'Airings'}
            <span className="sr-only"> of {title}</span>
          </Button>
        )}
      </div>
      {isOpen ? <Airings id={id} zone={zone} now={now} /> : null}
    </li>
  );
}

function Actions({ one, onUse }: Pick<ItemProps, 'one' | 'onUse'>) {
  const { id, title, state, when } = one;
  const refresh = useRefresh();
  const act = useMutation({
    async mutationFn(name: 'pause' | 'resume' | 'delete') {
      const { announcements } = (await openClient()).me;
      if (name === 'delete') await announcements.delete(id).catch(ignoreNotFound);
      else await announcements[name](id);
    },
    onError: toastFailure('The announcement was not changed'),
    // Also after a failure: it may have begun meanwhile.
    onSettled: refresh,
  });
  const button = (label: string, onClick: () => void) => (
    <Button kind="secondary" size="small" busy={act.isPending} onClick={onClick}>
      {label}
      <span className="sr-only"> {title}</span>
    </Button>
  );
  const canPause = state === 'running' || (state === 'planned' && when?.kind !== 'now');
  const canResume = state === 'stopped' || (state === 'paused' && when?.kind !== 'now');
  return (
    <>
      {canPause ? button('Pause', () => act.mutate('pause')) : null}
      {canResume ? button('Resume', () => act.mutate('resume')) : null}
      {state === 'draft' || state === 'past' || state === 'paused'
        ? button(state === 'draft' ? 'Choose a time' : 'Air again', () => onUse(id))
        : null}
      {button('Remove', () => act.mutate('delete'))}
    </>
  );
}

const AIRING_WORDS = {
  planned: 'Planned',
  aired: 'Aired',
  missed: 'Missed',
  withdrawn: 'Withdrawn',
} as const;

function Airings({ id, zone, now }: { id: string; zone: string; now: number }) {
  const query = useQuery(airingsQuery(id));
  return (
    <Loaded query={query} failure="Failed to load the airings">
      {({ airings }) =>
        airings.length === 0 ? (
          <p className="text-small text-muted">None so far.</p>
        ) : (
          <ol aria-label="Airings" className="flex max-h-72 flex-col overflow-y-auto text-small">
            {airings.map(({ due_at, airs_at, state, message }) => (
              <li key={`${due_at} ${state}`} className="flex flex-wrap gap-x-3 py-1">
                <span className="tabular">{momentInWords(airs_at ?? due_at, zone, now)}</span>
                <span className="text-muted">
                  {AIRING_WORDS[state]}
                  {message === null ? '' : `: ${message}`}
                </span>
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}
