import { EMBED_HEIGHT, EMBED_WIDTH } from '@stationhouse/platform-api/contract/limits';
import { embedHeight, embedWidth } from '@stationhouse/sdk';
import { Checkbox } from '../ui/Checkbox.tsx';
import { ColourField } from './ColourField.tsx';
import type { ChangeSettings, EmbedSettings } from './embed-settings.ts';
import { SizeField } from './SizeField.tsx';

interface SettingsFieldsProps {
  settings: EmbedSettings;
  change: ChangeSettings;
}

/** All that a member may choose about the player. */
export function SettingsFields({ settings, change }: SettingsFieldsProps) {
  return (
    <fieldset className="flex min-w-0 flex-col gap-5">
      <legend className="mb-4 font-heading text-lead font-bold">How it looks</legend>
      <ColourField
        label="Background"
        value={settings.background_color}
        onChange={(background_color) => change({ background_color })}
      />
      <ColourField
        label="Play button"
        value={settings.play_button_color}
        onChange={(play_button_color) => change({ play_button_color })}
      />
      <ColourField
        label="Font"
        value={settings.font_color}
        onChange={(font_color) => change({ font_color })}
      />
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
