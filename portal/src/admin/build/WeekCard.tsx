import { WEEKDAYS, type Weekday } from '@stationhouse/platform-api/contract/schedule/values';
import { daysInWords } from '@stationhouse/platform-api/contract/schedule/weekdays';
import type { DayPart, Playlist, StationSchedule } from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import { useId, useState } from 'react';
import type { DayItems } from '../../programme/DayView.tsx';
import { ItemSound } from '../../programme/ItemList.tsx';
import { washOf } from '../../programme/washes.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button, ButtonLink } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Loaded.tsx';
import { scheduleLink } from '../admin-address.ts';
import { chosenOf } from '../schedule/draft-faults.ts';
import { Lacking } from '../schedule/Lacking.tsx';
import { blockOf } from '../schedule/MusicHours.tsx';
import { PlaylistShares } from '../schedule/PlaylistShares.tsx';
import type { Draft } from '../schedule/use-draft.ts';
import { DAY_MINUTES, hoursOf, type Week } from '../schedule/week.ts';

/** Covers of songs that show what an hour sounds like. */
const COVERS = 4;

interface WeekCardProps {
  schedule: StationSchedule;
  draft: Draft;
  playlists: readonly Playlist[];
  /** The next 24 hours of the draft; undefined: not computed. */
  day: DayItems | undefined;
}

/** The week of the draft: what plays when, of which playlists. */
export function WeekCard({ schedule, draft, playlists, day }: WeekCardProps) {
  const { week, setWeek } = draft;
  const shownBlock = blockOf(draft, draft.shown?.field);
  return (
    <Card
      title="The week"
      description="Filled from what the customer asked for."
      aside={
        <ButtonLink
          to={scheduleLink(schedule.station.user_id)}
          kind="quiet"
          size="small"
          className="-mx-3"
        >
          Full schedule
        </ButtonLink>
      }
    >
      {playlists.length === 0 ? (
        <EmptyState
          title="No playlists yet"
          action={
            <span className="flex flex-wrap justify-center gap-3">
              <ButtonLink to="/admin/library/add" kind="secondary">
                Add music
              </ButtonLink>
              <ButtonLink to="/admin/playlists">Make a playlist</ButtonLink>
            </span>
          }
        >
          A station needs music. Add some to the library, and make a playlist of it.
        </EmptyState>
      ) : (
        <>
          <Lacking draft={draft} />
          <WeekBars week={week} />
          <ul className="flex flex-col">
            {week.blocks.map(({ name, playlists: shares }, index) => (
              <Hours
                // Blocks have no id.
                key={`${index} ${week.blocks.length}`}
                name={name}
                hours={hoursOf(week, index)
                  .map(({ days, from, to }) => `${daysInWords(days)} ${from}–${to}`)
                  .join(', ')}
                wash={washOf(index)}
                shares={shares}
                playlists={playlists}
                sound={soundOf(day, name)}
                shown={shownBlock === index ? draft.shown : null}
                onChange={(chosen) =>
                  setWeek({
                    ...week,
                    blocks: week.blocks.map((block, at) =>
                      at === index ? { ...block, playlists: chosen } : block,
                    ),
                  })
                }
              />
            ))}
            {isFull(week) ? null : (
              <Hours
                name={nameOfRest(week)}
                hours={week.blocks.length === 0 ? 'Every day' : ''}
                wash="bg-sunken"
                shares={draft.draft.playlists}
                playlists={playlists}
                sound={soundOf(day, null)}
                shown={draft.shown?.field === 'playlists' ? draft.shown : null}
                onChange={(chosen) => draft.set({ playlists: chosen })}
              />
            )}
          </ul>
        </>
      )}
    </Card>
  );
}

/** The hours of no block. */
export const nameOfRest = ({ blocks }: Week): string =>
  blocks.length === 0 ? 'All day' : 'All other hours';

/** Whether every hour belongs to a block. */
const isFull = ({ ranges }: Week): boolean =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0) >= WEEKDAYS.length * DAY_MINUTES;

interface Sound {
  covers: string[];
  /** A song of these hours. */
  title: string;
  url: string | undefined;
}

/** How some hours look and sound. @param part the name of the hours; null: those of no block */
function soundOf(day: DayItems | undefined, part: string | null): Sound {
  const songs = (day?.items ?? []).filter(
    ({ kind, day_part }) => kind === 'music' && day_part === part,
  );
  const covers = new Set(songs.flatMap(({ cover_url }) => cover_url ?? []));
  const heard = songs.find(({ item_id }) => day?.audio_urls?.[item_id] !== undefined);
  return {
    covers: [...covers].slice(0, COVERS),
    title: heard?.title ?? '',
    url: heard && day?.audio_urls?.[heard.item_id],
  };
}

interface HoursProps {
  name: string;
  hours: string;
  wash: string;
  shares: DayPart['playlists'];
  playlists: readonly Playlist[];
  sound: Sound;
  /** The admin is led to the choice whenever this changes. */
  shown: object | null;
  onChange: (shares: DayPart['playlists']) => void;
}

/** Hours of the week with their music: to be heard, and to be changed. */
function Hours({ name, hours, wash, shares, playlists, sound, shown, onChange }: HoursProps) {
  const [isOpen, setOpen] = useState(false);
  const [led, setLed] = useState(shown);
  if (led !== shown) {
    setLed(shown);
    setOpen(shown !== null);
  }
  const id = useId();
  const chosen = chosenOf(shares);
  const names = chosen.map(
    ({ playlist_id }) =>
      playlists.find((playlist) => playlist.id === playlist_id)?.name ?? 'An archived playlist',
  );
  return (
    <li className="flex flex-col gap-3 border-b border-line py-3 first:pt-0 last:border-0 last:pb-0">
      <div className="flex items-start gap-3">
        <ItemSound name={`“${sound.title}”, a song of ${name}`} url={sound.url} />
        <div className="min-w-0 flex-1">
          <p className="flex items-center gap-2 font-semibold">
            <span
              aria-hidden="true"
              className={clsx('size-3.5 flex-none rounded-small border border-line', wash)}
            />
            <span className="min-w-0 wrap-anywhere">{name}</span>
          </p>
          <p className="tabular text-small text-muted">{hours}</p>
          <p className="wrap-anywhere">
            {chosen.length === 0 ? <Badge kind="attention">No playlist</Badge> : names.join(', ')}
          </p>
          {sound.covers.length === 0 ? null : (
            <span aria-hidden="true" className="mt-1.5 flex gap-1">
              {sound.covers.map((url) => (
                <img key={url} src={url} alt="" className="size-9 rounded-small object-cover" />
              ))}
            </span>
          )}
        </div>
        <Button
          kind="quiet"
          size="small"
          className="-me-3 flex-none"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {chosen.length === 0 ? 'Choose' : 'Change'}
          <span className="sr-only"> the music of {name}</span>
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen ? (
          <PlaylistShares
            label={`Playlists of ${name}`}
            shares={shares}
            playlists={playlists}
            shown={shown}
            onChange={onChange}
          />
        ) : null}
      </div>
    </li>
  );
}

const MARKS = [0, 6, 12, 18, 24];
const percent = (minutes: number) => `${(minutes / DAY_MINUTES) * 100}%`;

/** Days with the same hours, in the order of the week. */
function equalDays({ ranges }: Week): Weekday[][] {
  const groups = new Map<string, Weekday[]>();
  for (const day of WEEKDAYS) {
    const own = ranges
      .filter((range) => range.day === day)
      .map(({ from, to, block }) => `${from} ${to} ${block}`);
    const key = own.toSorted().join();
    groups.set(key, [...(groups.get(key) ?? []), day]);
  }
  return [...groups.values()];
}

/** The hours as bars of a day, one for all days that are the same. The list below it has the words. */
function WeekBars({ week }: { week: Week }) {
  if (week.blocks.length === 0) return null;
  return (
    <div aria-hidden="true" className="flex flex-col gap-2">
      {equalDays(week).map((days) => (
        <div key={days.join()}>
          <p className="mb-1 text-small font-semibold">{daysInWords(days)}</p>
          <span className="relative block h-8 overflow-hidden rounded-small bg-sunken">
            {week.ranges
              .filter(({ day }) => day === days[0])
              .map(({ from, to, block }) => (
                <span
                  key={from}
                  style={{ insetInlineStart: percent(from), width: percent(to - from) }}
                  className={clsx(
                    'absolute inset-y-0 truncate px-1.5 text-[0.8125rem] leading-8 font-semibold text-[#17122B]',
                    washOf(block),
                  )}
                >
                  {week.blocks[block]?.name}
                </span>
              ))}
          </span>
        </div>
      ))}
      <p className="tabular -mt-1 flex justify-between text-small text-muted">
        {MARKS.map((hour) => (
          <span key={hour}>{String(hour).padStart(2, '0')}</span>
        ))}
      </p>
    </div>
  );
}
