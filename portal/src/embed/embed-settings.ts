import { EMBED_DEFAULTS } from '@stationhouse/platform-api/contract/limits';
import type { Theme } from '@stationhouse/sdk';

/** How a member wants the player to look elsewhere (specification §3, Embed settings). */
export interface EmbedSettings {
  /** The colours below count in `light` alone; the other themes bring theirs. */
  theme: Theme;
  /** Colours are `#` and three or six hex digits. */
  background_color: string;
  play_button_color: string;
  font_color: string;
  /** In px, within the bounds of an embed (specification §5). */
  width: number;
  height: number;
  show_logo: boolean;
  show_current_song: boolean;
}

/** What every embed looks like until its owner says otherwise. */
export const DEFAULT_SETTINGS: EmbedSettings = { theme: 'light', ...EMBED_DEFAULTS };

/** What one field of the settings says is different now. */
export type ChangeSettings = (changed: Partial<EmbedSettings>) => void;
