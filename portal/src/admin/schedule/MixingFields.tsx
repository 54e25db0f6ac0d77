import { DEFAULT_MIXING } from '@stationhouse/platform-api/contract/schedule/values';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import type { Draft } from './use-draft.ts';

const CHOICES = [
  {
    name: 'segues',
    label: 'Songs run into each other',
    hint: 'The next song begins while the last one fades out. The tracks of an album in order stay apart.',
  },
  {
    name: 'radio_ids_over_music',
    label: 'Radio IDs over the start of songs',
    hint: 'The name is spoken before the singing begins, where the intro is long enough.',
  },
  {
    name: 'fixed_items_over_music',
    label: 'Speech at its minute over the music',
    hint: 'The song continues quietly under it. Otherwise it is faded out.',
  },
] as const;

/** The choice of items that may overlap on air. */
export function MixingFields({ draft, set }: Pick<Draft, 'draft' | 'set'>) {
  const mixing = draft.mixing ?? DEFAULT_MIXING;
  return (
    <Card
      id="schedule-mixing"
      title="Mixing"
      description="Items that sound at the same time, as on the radio."
    >
      <div>
        {CHOICES.map(({ name, label, hint }) => (
          <Checkbox
            key={name}
            label={label}
            hint={hint}
            checked={mixing[name]}
            onChange={({ target }) => set({ mixing: { ...mixing, [name]: target.checked } })}
          />
        ))}
      </div>
    </Card>
  );
}
