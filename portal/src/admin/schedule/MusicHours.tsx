import { DAY_PART_PRESETS } from '@stationhouse/platform-api/contract/schedule/draft';
import type { Playlist, Profile, ScheduleDraft, StationSchedule } from '@stationhouse/sdk/client';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Select } from '../../ui/Select.tsx';
import { BlockEditor, BlockRow } from './BlockEditor.tsx';
import { chosenOf } from './draft-faults.ts';
import { PlaylistShares } from './PlaylistShares.tsx';
import type { Draft } from './use-draft.ts';
import { weekOf } from './week.ts';
import { RatedTracks } from './RatedTracks.tsx';
import { Wished } from './Wished.tsx';
import { WeekGrid } from './WeekGrid.tsx';

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
      <PlaylistShares
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
