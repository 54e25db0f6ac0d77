import { EMBED_DEFAULTS } from '@stationhouse/platform-api/contract/limits';
import type { Theme } from '@stationhouse/sdk';

/** The look of the embedded player (specification §3, Embed settings). */
export interface EmbedSettings {
  /** The colours below only apply to `light`. */
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

/** The defaults of every embed. */
export const DEFAULT_SETTINGS: EmbedSettings = { theme: 'light', ...EMBED_DEFAULTS };

/** Changes some of the settings. */
export type ChangeSettings = (changed: Partial<EmbedSettings>) => void;
