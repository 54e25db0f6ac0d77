import {
  ANNOUNCEMENT_FREQUENCY,
  RADIO_ID_FREQUENCY,
} from '@stationhouse/platform-api/contract/setup/values';
import {
  ARTIST_SEPARATION_TRACKS,
  DEFAULT_SEPARATION,
  DUE_EVERY_MINUTES,
  MAX_FIXED_ITEMS,
  SPOTS_IN_BREAK,
  TITLE_SEPARATION_HOURS,
  WEEKDAYS,
} from '@stationhouse/platform-api/contract/schedule/values';
import type { Profile, ScheduleAsset } from '@stationhouse/sdk/client';
import X from 'lucide-react/icons/x';
import type { ReactNode } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Field } from '../../ui/Field.tsx';
import { DayChoice, HoursRows, ORDINARY_HOURS, ZoneField } from '../../ui/HoursFields.tsx';
import { NumberInput } from '../../ui/NumberInput.tsx';
import { Select } from '../../ui/Select.tsx';
import { TextInput } from '../../ui/TextInput.tsx';
import { MixingFields } from './MixingFields.tsx';
import type { Draft } from './use-draft.ts';
import { Wished } from './Wished.tsx';

const MINUTES = { one: 'minute', many: 'minutes' };
const HOURS = { one: 'hour', many: 'hours' };
const TRACKS = { one: 'track', many: 'tracks' };
const SPOTS = { one: 'spot', many: 'spots' };

interface SpeechFieldsProps {
  draft: Draft;
  assets: readonly ScheduleAsset[];
  /** Of the customer, with the setup form. */
  profile: Profile;
}

/** Radio IDs, breaks, items at fixed times, opening hours, and the rules of the music. */
export function SpeechFields({ draft: { draft, set }, assets, profile }: SpeechFieldsProps) {
  const ids = assets.filter(({ kind }) => kind === 'radio_id' || kind === 'jingle');
  const spots = assets.filter(({ kind }) => kind === 'commercial');
  return (
    <>
      <div className="grid gap-6 lg:grid-cols-2">
        <DueItems
          id="schedule-radio_ids"
          title="Radio IDs"
          description="The station’s name between the songs."
          plural="radio IDs"
          all="All radio IDs and jingles"
          assets={ids}
          rule={draft.radio_ids}
          first={{ items: 'all', every_minutes: RADIO_ID_FREQUENCY.default }}
          onChange={(radio_ids) => set({ radio_ids })}
          wished={<Wished profile={profile} beside="radio_ids" />}
        />
        <DueItems
          id="schedule-breaks"
          title="Breaks"
          description="Spots and announcements in a row."
          plural="breaks"
          all="All commercial spots and announcements"
          assets={spots}
          rule={draft.breaks}
          first={{ items: 'all', every_minutes: ANNOUNCEMENT_FREQUENCY.default, spots: 1 }}
          onChange={(breaks) => set({ breaks })}
          wished={<Wished profile={profile} beside="breaks" />}
        >
          {draft.breaks === null ? null : (
            <Field label="In each break">
              <NumberInput
                label="Spots in each break"
                value={draft.breaks.spots}
                bounds={SPOTS_IN_BREAK}
                fallback={1}
                unit={SPOTS}
                onChange={(count) =>
                  set({ breaks: draft.breaks && { ...draft.breaks, spots: count } })
                }
              />
            </Field>
          )}
        </DueItems>
      </div>
      <FixedItems draft={draft} set={set} assets={assets} />
      <div className="grid gap-6 lg:grid-cols-2">
        <div className="flex flex-col gap-6">
          <Card
            id="schedule-separation"
            title="Separation"
            description="A publish is refused unless these rules hold for 60 days."
          >
            <div className="flex flex-col gap-4">
              <Field label="The same title again after">
                <NumberInput
                  label="Hours until a title airs again"
                  value={draft.separation.title_hours}
                  bounds={TITLE_SEPARATION_HOURS}
                  fallback={DEFAULT_SEPARATION.title_hours}
                  unit={HOURS}
                  onChange={(title_hours) =>
                    set({ separation: { ...draft.separation, title_hours } })
                  }
                />
              </Field>
              <Field label="The same artist again after">
                <NumberInput
                  label="Tracks until an artist airs again"
                  value={draft.separation.artist_tracks}
                  bounds={ARTIST_SEPARATION_TRACKS}
                  fallback={DEFAULT_SEPARATION.artist_tracks}
                  unit={TRACKS}
                  onChange={(artist_tracks) =>
                    set({ separation: { ...draft.separation, artist_tracks } })
                  }
                />
              </Field>
            </div>
          </Card>
          <Hours draft={draft} set={set} wished={<Wished profile={profile} beside="hours" />} />
        </div>
        <MixingFields draft={draft} set={set} />
      </div>
    </>
  );
}

interface DueItemsProps<Rule> {
  id: string;
  title: string;
  description: string;
  /** In the middle of a sentence. */
  plural: string;
  /** The choice of all files of this kind. */
  all: string;
  assets: readonly ScheduleAsset[];
  /** How often they air; null: they do not. */
  rule: Rule | null;
  /** The rule when an admin switches them on. */
  first: Rule;
  onChange: (rule: Rule | null) => void;
  /** The wishes of the customer. */
  wished: ReactNode;
  /** Further fields of the rule. */
  children?: ReactNode;
}

/** Items that air every so many minutes. */
function DueItems<Rule extends { items: 'all' | string[]; every_minutes: number }>({
  id,
  title,
  description,
  plural,
  all,
  assets,
  rule,
  first,
  onChange,
  wished,
  children,
}: DueItemsProps<Rule>) {
  return (
    <Card id={id} title={title} description={description}>
      {wished}
      <Checkbox
        label={`Air ${plural}`}
        checked={rule !== null}
        onChange={({ target }) => onChange(target.checked ? first : null)}
      />
      {rule === null ? null : (
        <>
          <div className="flex flex-col gap-4">
            <Field label="Every">
              <NumberInput
                label={`Minutes between ${plural}`}
                value={rule.every_minutes}
                bounds={DUE_EVERY_MINUTES}
                fallback={first.every_minutes}
                unit={MINUTES}
                onChange={(every_minutes) => onChange({ ...rule, every_minutes })}
              />
            </Field>
            {children}
          </div>
          <Items
            legend="Which ones"
            all={all}
            assets={assets}
            items={rule.items}
            onChange={(items) => onChange({ ...rule, items })}
          />
        </>
      )}
    </Card>
  );
}

interface ItemsProps {
  legend: string;
  all: string;
  assets: readonly ScheduleAsset[];
  items: 'all' | string[];
  onChange: (items: 'all' | string[]) => void;
}

/** All files of a kind, or some of them. */
function Items({ legend, all, assets, items, onChange }: ItemsProps) {
  if (assets.length === 0) {
    return <p className="text-small text-bad">The customer has no such files yet.</p>;
  }
  const chosen = items === 'all' ? assets.map(({ id }) => id) : items;
  return (
    <fieldset className="min-w-0">
      <legend className="text-small font-semibold">{legend}</legend>
      <Checkbox
        label={`${all}, also later ones`}
        checked={items === 'all'}
        onChange={({ target }) => onChange(target.checked ? 'all' : chosen)}
      />
      {items === 'all'
        ? null
        : assets.map(({ id, file_name, is_ready }) => (
            <Checkbox
              key={id}
              label={
                <span className="flex flex-wrap items-center gap-2 wrap-anywhere">
                  {file_name}
                  {is_ready ? null : <Badge>Getting ready</Badge>}
                </span>
              }
              checked={items.includes(id)}
              onChange={({ target }) =>
                onChange(target.checked ? [...items, id] : items.filter((each) => each !== id))
              }
            />
          ))}
    </fieldset>
  );
}

type DraftFields = Pick<Draft, 'draft' | 'set'>;

function FixedItems({ draft, set, assets }: DraftFields & { assets: readonly ScheduleAsset[] }) {
  const { fixed_items: items } = draft;
  const [first] = assets;
  const change = (index: number, changed: Partial<(typeof items)[number]>) =>
    set({
      fixed_items: items.map((item, at) => (at === index ? { ...item, ...changed } : item)),
    });
  return (
    <Card
      id="schedule-fixed_items"
      title="At fixed times"
      description="Such as “We close in ten minutes” at 17:50."
    >
      {items.length === 0 ? <p className="text-muted">Nothing airs at a fixed time.</p> : null}
      <ul className="flex flex-col gap-5 empty:hidden">
        {items.map((item, index) => (
          <li
            // Items have no id of their own, and the same file can air twice.
            key={`${index} ${items.length}`}
            className="flex flex-col gap-3 border-b border-line pb-5 last:border-0 last:pb-0"
          >
            <div className="grid items-end gap-3 sm:grid-cols-[minmax(0,1fr)_8rem_auto]">
              <Field label="Item">
                <Select
                  value={item.item_id}
                  choices={
                    assets.some(({ id }) => id === item.item_id)
                      ? assets.map(assetChoice)
                      : [
                          { value: item.item_id, label: 'A track or a file that was removed' },
                          ...assets.map(assetChoice),
                        ]
                  }
                  onChange={({ target }) => change(index, { item_id: target.value })}
                />
              </Field>
              <Field label="At">
                <TextInput
                  type="time"
                  value={item.at}
                  onChange={({ target }) => {
                    if (target.value !== '') change(index, { at: target.value });
                  }}
                />
              </Field>
              <Button
                kind="quiet"
                size="small"
                className="justify-self-start"
                aria-label={`Remove the item at ${item.at}`}
                onClick={() => set({ fixed_items: items.filter((_, at) => at !== index) })}
              >
                <X aria-hidden="true" />
                Remove
              </Button>
            </div>
            <DayChoice days={item.days} onChange={(days) => change(index, { days })} />
            <Checkbox
              label="At the minute"
              hint="Speech airs over the music; a song or a long item fades out what is on. Otherwise it airs when the song has ended."
              checked={item.is_hard}
              onChange={({ target }) => change(index, { is_hard: target.checked })}
            />
          </li>
        ))}
      </ul>
      {first === undefined ? (
        <p className="text-small text-muted">The customer has no audio files yet.</p>
      ) : items.length < MAX_FIXED_ITEMS ? (
        <Button
          kind="secondary"
          size="small"
          className="self-start"
          onClick={() =>
            set({
              fixed_items: [
                ...items,
                { item_id: first.id, days: [...WEEKDAYS], at: '12:00', is_hard: false },
              ],
            })
          }
        >
          Add an item
        </Button>
      ) : null}
    </Card>
  );
}

const assetChoice = ({ id, file_name, is_ready }: ScheduleAsset) => ({
  value: id,
  label: is_ready ? file_name : `${file_name} (getting ready)`,
});

function Hours({ draft, set, wished }: DraftFields & { wished: ReactNode }) {
  const { opening_hours: hours, zone } = draft;
  return (
    <Card
      id="schedule-opening_hours"
      title="Opening hours"
      description="Outside of them only music airs."
    >
      {wished}
      <ZoneField zone={zone} onChange={(chosen) => set({ zone: chosen })} />
      <Checkbox
        label="Always open"
        checked={hours === null}
        onChange={({ target }) => set({ opening_hours: target.checked ? null : [ORDINARY_HOURS] })}
      />
      {hours === null ? null : (
        <HoursRows
          hours={hours}
          onChange={(changed) => set({ opening_hours: changed })}
          least={1}
        />
      )}
    </Card>
  );
}
