import { DAY_PART_PRESETS } from '@stationhouse/platform-api/contract/schedule/draft';
import {
  MAX_DAY_PART_PLAYLISTS,
  WEEKDAYS,
  type Weekday,
} from '@stationhouse/platform-api/contract/schedule/values';
import { daysInWords } from '@stationhouse/platform-api/contract/schedule/weekdays';
import type {
  DayPart,
  Playlist,
  Profile,
  ScheduleDraft,
  StationSchedule,
} from '@stationhouse/sdk/client';
import { clsx } from 'clsx';
import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Field } from '../../ui/Field.tsx';
import { DayChoice } from '../../ui/HoursFields.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { chosenOf } from './draft-faults.ts';
import type { Draft } from './use-draft.ts';
import { hoursOf, paintDays, removeBlock, weekOf, type Block, type Week } from './week.ts';
import { RatedTracks } from './RatedTracks.tsx';
import { Wished } from './Wished.tsx';
import { washOf, WeekGrid } from './WeekGrid.tsx';

interface MusicHoursProps {
  profile: Profile;
  draft: Draft;
  playlists: readonly Playlist[];
  stationId: string;
}

/** The music: default playlists, and blocks that are painted onto the week. */
export function MusicHours({ draft, playlists, profile, stationId }: MusicHoursProps) {
  const { week, setWeek } = draft;
  const [brush, setBrush] = useState<number | null>(null);
  const { shown } = draft;
  const [led, setLed] = useState(shown);
  const shownBlock = blockOf(draft, shown?.field);
  if (led !== shown) {
    setLed(shown);
    if (shownBlock !== null) setBrush(shownBlock);
  }
  const chosen = brush !== null && brush < week.blocks.length ? brush : null;
  return (
    <Card
      title="Music"
      description="The default playlists air in all hours that no block covers."
      aside={<Presets draft={draft} />}
    >
      <Wished profile={profile} beside="music" />
      <RatedTracks stationId={stationId} />
      {draft.lacking && chosenOf(draft.draft.playlists).length === 0 ? (
        <Lacking
          lacking={draft.lacking}
          onChoose={(chosen) => {
            draft.set(chosen);
            // Blocks that lack a playlist, too.
            const blocks = week.blocks.map((block) =>
              chosenOf(block.playlists).length === 0
                ? { ...block, playlists: chosen.playlists }
                : block,
            );
            setWeek({ ...week, blocks });
          }}
        />
      ) : null}
      <Playlists
        label="Default playlists"
        shares={draft.draft.playlists}
        playlists={playlists}
        shown={shown?.field === 'playlists' ? shown : null}
        onChange={(shares) => draft.set({ playlists: shares })}
      />
      <div className="grid gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(15rem,2fr)]">
        <WeekGrid week={week} brush={chosen} onChange={setWeek} />
        <div className="flex min-w-0 flex-col gap-3">
          <p className="text-small text-muted">
            Choose a block, then draw its hours on the week. Draw with “Default” to clear hours.
          </p>
          <BlockRow
            name="Default"
            isChosen={chosen === null}
            onChoose={() => setBrush(null)}
            className="bg-sunken"
          />
          {week.blocks.map((block, index) => (
            <BlockEditor
              // Blocks have no id; one that is removed takes its row with it.
              key={`${index} ${week.blocks.length}`}
              block={block}
              index={index}
              week={week}
              playlists={playlists}
              isChosen={chosen === index}
              shown={shownBlock === index ? shown : null}
              onChoose={() => setBrush(index)}
              onChange={setWeek}
            />
          ))}
          <Button
            kind="secondary"
            size="small"
            className="self-start"
            onClick={() => {
              const [first] = draft.draft.playlists;
              setWeek({
                ...week,
                blocks: [
                  ...week.blocks,
                  {
                    name: `Block ${week.blocks.length + 1}`,
                    playlists: first === undefined ? [] : [{ ...first, weight: 1 }],
                  },
                ],
              });
              setBrush(week.blocks.length);
            }}
          >
            <Plus aria-hidden="true" />
            Add a block
          </Button>
        </div>
      </div>
    </Card>
  );
}

/** The block of a field of a day part; null: the field has no block. */
function blockOf({ draft, week }: Draft, field: string | undefined): number | null {
  const [, part] = /^day_parts\.(\d+)/.exec(field ?? '') ?? [];
  const name = draft.day_parts[Number(part)]?.name;
  const index = week.blocks.findIndex((block) => block.name === name);
  return part === undefined || index < 0 ? null : index;
}

interface LackingProps {
  lacking: NonNullable<StationSchedule['lacking']>;
  onChoose: (chosen: Pick<ScheduleDraft, 'playlists' | 'separation'>) => void;
}

/** Why no playlist is proposed, with those that nearly keep the rules. */
const Lacking = ({ lacking: { message, nearly }, onChoose }: LackingProps) => (
  <Notice kind="neutral" title={message}>
    {nearly.length === 0 ? (
      <Link to="/admin/playlists" className="link">
        Go to the playlists
      </Link>
    ) : (
      <ul className="mt-1.5 flex flex-col items-start gap-1.5">
        {nearly.map(({ playlist_id, name, songs, separation }) => (
          <li key={playlist_id} className="flex flex-wrap items-center gap-2">
            <Button
              kind="secondary"
              size="small"
              onClick={() => onChoose({ playlists: [{ playlist_id, weight: 1 }], separation })}
            >
              Use “{name}”
            </Button>
            {songs} songs; {keptInWords(separation)}
          </li>
        ))}
      </ul>
    )}
  </Notice>
);

function keptInWords({ title_hours, artist_tracks }: ScheduleDraft['separation']): string {
  const hours = title_hours === 1 ? '1 hour' : `${title_hours} hours`;
  const tracks = artist_tracks === 1 ? '1 track' : `${artist_tracks} tracks`;
  return [
    title_hours === 0 ? 'titles as often as they come' : `a title again after ${hours}`,
    artist_tracks === 0 ? 'artists as often as they come' : `an artist after ${tracks}`,
  ].join(', ');
}

/** Fills the week with the hours of an industry; each block has the default playlists until others are chosen. */
function Presets({ draft: { draft, setWeek } }: { draft: Draft }) {
  return (
    <Select
      aria-label="Fill the week for an industry"
      className="w-60"
      value=""
      choices={[
        { value: '', label: 'Fill the week for…' },
        ...DAY_PART_PRESETS.map(({ name }) => ({ value: name, label: name })),
      ]}
      onChange={({ target }) => {
        const preset = DAY_PART_PRESETS.find(({ name }) => name === target.value);
        if (!preset) return;
        const { playlists } = draft;
        setWeek(
          weekOf(preset.day_parts.map((part) => ({ ...part, days: [...part.days], playlists }))),
        );
      }}
    />
  );
}

interface BlockRowProps {
  name: string;
  isChosen: boolean;
  onChoose: () => void;
  className: string;
}

function BlockRow({ name, isChosen, onChoose, className }: BlockRowProps) {
  return (
    <button
      type="button"
      aria-pressed={isChosen}
      onClick={onChoose}
      className={clsx(
        'flex min-h-10 w-full cursor-pointer items-center gap-2.5 rounded-small border px-3 text-start font-semibold',
        isChosen ? 'border-primary shadow-[inset_0_0_0_1px_var(--primary)]' : 'border-line',
      )}
    >
      <span className={clsx('size-4 flex-none rounded-small border border-line', className)} />
      <span className="min-w-0 truncate">{name}</span>
    </button>
  );
}

interface BlockEditorProps {
  block: Block;
  index: number;
  week: Week;
  playlists: readonly Playlist[];
  isChosen: boolean;
  /** Changes when the admin is led to this block. */
  shown: object | null;
  onChoose: () => void;
  onChange: (week: Week) => void;
}

function BlockEditor(props: BlockEditorProps) {
  const { block, index, week, playlists, isChosen, shown, onChoose, onChange } = props;
  const [isSettingHours, setSettingHours] = useState(false);
  const change = (changed: Partial<Block>) =>
    onChange({
      ...week,
      blocks: week.blocks.map((each, at) => (at === index ? { ...each, ...changed } : each)),
    });
  const hours = hoursOf(week, index);
  return (
    <div className="flex flex-col gap-2">
      <BlockRow
        name={block.name}
        isChosen={isChosen}
        onChoose={onChoose}
        className={washOf(index)}
      />
      {isChosen ? (
        <div className="flex flex-col gap-3 border-s-2 border-line ps-3">
          <Field label="Name">
            <TextInput
              value={block.name}
              onChange={({ target }) => change({ name: target.value })}
              autoComplete="off"
            />
          </Field>
          <Playlists
            label="Playlists"
            shares={block.playlists}
            playlists={playlists}
            shown={shown}
            onChange={(shares) => change({ playlists: shares })}
          />
          <div className="flex flex-wrap items-center gap-2">
            <Button kind="secondary" size="small" onClick={() => setSettingHours(true)}>
              Set hours
            </Button>
            <Button
              kind="quiet"
              size="small"
              onClick={() => onChange(removeBlock(week, index))}
              aria-label={`Remove ${block.name}`}
            >
              Remove
            </Button>
          </div>
        </div>
      ) : null}
      <p className="ps-3 text-small text-muted">
        {hours.length === 0
          ? 'No hours yet: it is not saved.'
          : hours.map(({ days, from, to }) => `${daysInWords(days)} ${from}–${to}`).join('; ')}
      </p>
      {isSettingHours ? (
        <SetHours
          name={block.name}
          onSet={(part) => onChange(paintDays(week, part, index))}
          onClose={() => setSettingHours(false)}
        />
      ) : null}
    </div>
  );
}

interface SetHoursProps {
  name: string;
  onSet: (part: Pick<DayPart, 'days' | 'from' | 'to'>) => void;
  onClose: () => void;
}

function SetHours({ name, onSet, onClose }: SetHoursProps) {
  const [days, setDays] = useState<Weekday[]>([...WEEKDAYS]);
  const [from, setFrom] = useState('09:00');
  const [to, setTo] = useState('12:00');
  const isWhole = days.length > 0 && from !== '' && to !== '';
  return (
    <Dialog
      title={`Hours of ${name}`}
      description="An end at or before the start is on the next day."
      open
      onClose={onClose}
      footer={
        <>
          <Button kind="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button
            disabled={!isWhole}
            onClick={() => {
              onSet({ days, from, to });
              onClose();
            }}
          >
            Set hours
          </Button>
        </>
      }
    >
      <DayChoice days={days} onChange={setDays} />
      <div className="mt-4 grid grid-cols-2 gap-4">
        <Field label="From">
          <TextInput type="time" value={from} onChange={({ target }) => setFrom(target.value)} />
        </Field>
        <Field label="To">
          <TextInput type="time" value={to} onChange={({ target }) => setTo(target.value)} />
        </Field>
      </div>
    </Dialog>
  );
}

interface PlaylistsProps {
  label: string;
  shares: DayPart['playlists'];
  playlists: readonly Playlist[];
  /** The choice is focused whenever this changes to another object. */
  shown: object | null;
  onChange: (shares: DayPart['playlists']) => void;
}

/** More than this is a matter of taste that a list of choices need not serve. */
const OFFERED_WEIGHTS = 10;

/** The weights to choose from, and the present one. */
const weightsWith = (weight: number) =>
  [...new Set([...Array.from({ length: OFFERED_WEIGHTS }, (_, at) => at + 1), weight])].map(
    (value) => ({ value: String(value), label: `× ${value}` }),
  );

/** Playlists, and how often each is chosen beside the others. */
function Playlists({ label, shares: all, playlists, shown, onChange }: PlaylistsProps) {
  const shares = chosenOf(all);
  const choice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (shown !== null) choice.current?.querySelector('select')?.focus();
  }, [shown]);
  const nameOf = (id: string) =>
    playlists.find((playlist) => playlist.id === id)?.name ?? 'An archived playlist';
  const left = playlists.filter(({ id }) => shares.every(({ playlist_id }) => playlist_id !== id));
  return (
    <div className="flex flex-col gap-2">
      {shares.length === 0 ? null : (
        <ul aria-label={label} className="flex flex-col gap-1.5">
          {shares.map(({ playlist_id, weight }) => (
            <li key={playlist_id} className="flex items-center gap-2">
              <span className="min-w-0 flex-1 rounded-small bg-sunken wrap-anywhere px-3 py-2 font-semibold">
                {nameOf(playlist_id)}
              </span>
              {shares.length > 1 ? (
                <Select
                  aria-label={`Share of ${nameOf(playlist_id)}`}
                  className="w-24 flex-none"
                  value={String(weight)}
                  choices={weightsWith(weight)}
                  onChange={({ target }) =>
                    onChange(
                      shares.map((share) =>
                        share.playlist_id === playlist_id
                          ? { ...share, weight: Number(target.value) }
                          : share,
                      ),
                    )
                  }
                />
              ) : null}
              <Button
                kind="quiet"
                size="small"
                aria-label={`Remove ${nameOf(playlist_id)}`}
                onClick={() =>
                  onChange(shares.filter((share) => share.playlist_id !== playlist_id))
                }
              >
                <X aria-hidden="true" />
              </Button>
            </li>
          ))}
        </ul>
      )}
      {shares.length < MAX_DAY_PART_PLAYLISTS && left.length > 0 ? (
        <div ref={choice}>
          <Field label={label} error={shares.length === 0 ? 'Choose a playlist.' : undefined}>
            <Select
              value=""
              choices={[
                { value: '', label: shares.length === 0 ? 'Choose a playlist' : 'Add another' },
                ...left.map(({ id, name, newest }) => ({
                  value: id,
                  label: `${name} (${newest.track_count.toLocaleString('en-GB')} tracks)`,
                })),
              ]}
              onChange={({ target }) =>
                onChange([...shares, { playlist_id: target.value, weight: 1 }])
              }
            />
          </Field>
        </div>
      ) : null}
    </div>
  );
}
