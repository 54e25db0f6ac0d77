import { isDistinct, isLegible } from '@stationhouse/platform-api/contract/site/colours';
import { ColourField } from '../ui/ColourField.tsx';
import { sixDigits } from '../ui/colour.ts';
import { Notice } from '../ui/Notice.tsx';
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
      <div role="status" className="col-span-full empty:hidden">
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
