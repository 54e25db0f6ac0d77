import { isDistinct, isLegible } from '@stationhouse/sdk';
import { useState } from 'react';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { TextInput } from '../ui/TextInput.tsx';
import { readColour, sixDigits } from './colour.ts';
import type { ChangeSettings, EmbedSettings } from './embed-settings.ts';

interface ColourFieldsProps {
  settings: EmbedSettings;
  change: ChangeSettings;
}

/** Three colours, with a note when the player adjusts them for contrast. */
export function ColourFields({ settings, change }: ColourFieldsProps) {
  const background = sixDigits(settings.background_color);
  const isHard = !isLegible(sixDigits(settings.font_color), background);
  const isFaint = !isDistinct(sixDigits(settings.play_button_color), background);
  return (
    <>
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
      {/* A live region must exist before it is filled. */}
      <div role="status" className="empty:hidden">
        {isHard || isFaint ? (
          <Notice kind="neutral" title="These colours are hard to tell apart">
            {isHard ? (
              <p>The player uses black or white text instead, so that it can be read.</p>
            ) : null}
            {isFaint ? <p>The play button gets a border, so that it can be seen.</p> : null}
          </Notice>
        ) : null}
      </div>
    </>
  );
}

const WRONG = 'Enter a colour as # and six digits from 0 to f, such as #1a0a53.';

interface ColourFieldProps {
  label: string;
  /** `#` and three or six hex digits. */
  value: string;
  onChange: (colour: string) => void;
}

/** A colour picker and a text field with the same value. Invalid text is ignored, with an error on blur. */
function ColourField({ label, value, onChange }: ColourFieldProps) {
  const [text, setText] = useState(value);
  const [isWrong, setWrong] = useState(false);

  function write(next: string): void {
    setText(next);
    const colour = readColour(next);
    if (colour === undefined) return;
    setWrong(false);
    onChange(colour);
  }

  function leave(): void {
    const colour = readColour(text);
    setWrong(colour === undefined);
    if (colour !== undefined) setText(colour);
  }

  return (
    <Field label={label} error={isWrong ? WRONG : undefined}>
      <div className="flex gap-2">
        <input
          type="color"
          aria-label={`${label}, colour picker`}
          value={sixDigits(value)}
          onChange={(event) => write(event.target.value)}
          className="size-11 flex-none cursor-pointer rounded-card border border-edge bg-surface p-1 hover:border-ink"
        />
        <TextInput
          value={text}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={(event) => write(event.target.value)}
          onBlur={leave}
          className="font-mono"
        />
      </div>
    </Field>
  );
}
