import { isDistinct, isLegible } from '@stationhouse/sdk';
import { Notice } from '../ui/Notice.tsx';
import { ColourField } from './ColourField.tsx';
import { sixDigits } from './colour.ts';
import type { ChangeSettings, EmbedSettings } from './embed-settings.ts';

interface ColourFieldsProps {
  settings: EmbedSettings;
  change: ChangeSettings;
}

/** Three colours, and what the player makes of those that nobody could see. */
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
      {/* Always there, so that those who hear the page are told when it fills. */}
      <div role="status" className="empty:hidden">
        {isHard || isFaint ? (
          <Notice kind="neutral" title="These colours are hard to tell apart">
            {isHard ? (
              <p>The player writes in black or white instead, so that it can be read.</p>
            ) : null}
            {isFaint ? <p>The play button gets an edge, so that it can be found.</p> : null}
          </Notice>
        ) : null}
      </div>
    </>
  );
}
