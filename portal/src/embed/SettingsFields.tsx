import { EMBED_HEIGHT, EMBED_WIDTH } from '@stationhouse/platform-api/contract/stations/values';
import { embedHeight, embedWidth } from '@stationhouse/sdk';
import { useState } from 'react';
import { Button } from '../ui/Button.tsx';
import { Checkbox } from '../ui/Checkbox.tsx';
import { Field } from '../ui/Field.tsx';
import { LogoColours, useLogoColours } from '../ui/LogoColours.tsx';
import { Select } from '../ui/Select.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { ColourFields } from './ColourFields.tsx';
import {
  coloursOf,
  hasColours,
  hasRoomForLogo,
  type ChangeSettings,
  type EmbedSettings,
} from './embed-settings.ts';

/** The themes of the player, by their source of colours. */
const THEMES = [
  { value: 'light', label: 'My own' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'Match the visitor’s device' },
  { value: 'site', label: 'Match this site' },
] as const;

interface SettingsFieldsProps {
  settings: EmbedSettings;
  change: ChangeSettings;
  /** The station's, for its colours. */
  logo: string | null;
  /** Gives up the colours that were chosen here; undefined before any was chosen. */
  followLook: (() => void) | undefined;
}

/** The settings of the embedded player. */
export function SettingsFields({ settings, change, logo, followLook }: SettingsFieldsProps) {
  const hasRoom = hasRoomForLogo(settings);
  const found = useLogoColours(logo);
  return (
    <fieldset className="grid min-w-0 grid-cols-1 items-start gap-5 sm:grid-cols-2">
      <legend className="sr-only">How it looks</legend>
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
      <div className="col-span-full empty:hidden">
        <LogoColours
          logo={logo}
          label="Colours from my logo"
          value={found?.find((colour) => hasColours(settings, coloursOf(colour))) ?? null}
          onUse={(colour) => change(coloursOf(colour))}
        />
      </div>
      <div className="col-span-full empty:hidden">
        {followLook ? (
          <Button kind="secondary" size="small" onClick={followLook}>
            Use the look of my station
          </Button>
        ) : null}
      </div>
      <div className="col-span-full grid grid-cols-2 gap-x-5">
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
      <div className="col-span-full">
        <Checkbox
          label="Show logo"
          checked={settings.show_logo && hasRoom}
          disabled={!hasRoom}
          hint={hasRoom ? undefined : 'There is no room for the logo at this height.'}
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

interface SizeFieldProps {
  label: string;
  /** In px. */
  value: number;
  bounds: { min: number; max: number };
  /** Parses the text and clamps it to the bounds (specification §5). */
  read: (text: string) => number;
  onChange: (px: number) => void;
}

/** A length in px. The clamped value counts at once and replaces the text on blur. */
function SizeField({ label, value, bounds, read, onChange }: SizeFieldProps) {
  const [text, setText] = useState(String(value));
  return (
    <Field label={label} hint={`${bounds.min} to ${bounds.max} px`}>
      <TextInput
        type="number"
        inputMode="numeric"
        min={bounds.min}
        max={bounds.max}
        value={text}
        autoComplete="off"
        onChange={(event) => {
          setText(event.target.value);
          onChange(read(event.target.value));
        }}
        onBlur={() => setText(String(value))}
        className="tabular"
      />
    </Field>
  );
}
