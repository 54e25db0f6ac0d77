import { EMBED_HEIGHT, EMBED_WIDTH } from '@stationhouse/platform-api/contract/limits';
import { embedHeight, embedWidth } from '@stationhouse/sdk';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Field } from '../ui/Field.tsx';
import { Select } from '../ui/Select.tsx';
import { ColourFields } from './ColourFields.tsx';
import type { ChangeSettings, EmbedSettings } from './embed-settings.ts';
import { SizeField } from './SizeField.tsx';

/** Where the player's colours come from, by the names of its themes. */
const THEMES = [
  { value: 'light', label: 'My own' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Light or dark, as the visitor’s device' },
] as const;

interface SettingsFieldsProps {
  settings: EmbedSettings;
  change: ChangeSettings;
}

/** All that a member may choose about the player. */
export function SettingsFields({ settings, change }: SettingsFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5">
      <legend className="mb-4 font-heading text-lead font-bold">How it looks</legend>
      <Field label="Colours">
        <Select
          choices={THEMES}
          value={settings.theme}
          onChange={({ target }) => {
            const chosen = THEMES.find(({ value }) => value === target.value);
            if (chosen) change({ theme: chosen.value });
          }}
        />
      </Field>
      {settings.theme === 'light' ? <ColourFields settings={settings} change={change} /> : null}
      <div className="grid grid-cols-2 gap-3">
        <SizeField
          label="Width"
          value={settings.width}
          bounds={EMBED_WIDTH}
          read={embedWidth}
          onChange={(width) => change({ width })}
        />
        <SizeField
          label="Height"
          value={settings.height}
          bounds={EMBED_HEIGHT}
          read={embedHeight}
          onChange={(height) => change({ height })}
        />
      </div>
      <div>
        <Checkbox
          label="Show logo"
          checked={settings.show_logo}
          onChange={(event) => change({ show_logo: event.target.checked })}
        />
        <Checkbox
          label="Show current song"
          checked={settings.show_current_song}
          onChange={(event) => change({ show_current_song: event.target.checked })}
        />
      </div>
    </fieldset>
  );
}
