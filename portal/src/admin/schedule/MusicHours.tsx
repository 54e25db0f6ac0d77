import { DAY_PART_PRESETS } from '@stationhouse/platform-api/contract/schedule/draft';
import type { Playlist, Profile } from '@stationhouse/sdk/client';
import Plus from 'lucide-react/icons/plus';
import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';
import { BlockEditor, BlockRow } from './BlockEditor.tsx';
import { Lacking } from './Lacking.tsx';
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
      <Lacking draft={draft} />
      <PlaylistShares
        label="Default playlists"
        shares={draft.draft.playlists}
        playlists={playlists}
        shown={shown?.field === 'playlists' ? shown : null}
        onChange={(shares) => draft.set({ playlists: shares })}
      />
      <div className="grid grid-cols-1 gap-6">
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
export function blockOf({ draft, week }: Draft, field: string | undefined): number | null {
  const [, part] = /^day_parts\.(\d+)/.exec(field ?? '') ?? [];
  const name = draft.day_parts[Number(part)]?.name;
  const index = week.blocks.findIndex((block) => block.name === name);
  return part === undefined || index < 0 ? null : index;
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
