import { EMBED_DEFAULTS } from '@stationhouse/platform-api/contract/stations/values';
import type { Look } from '@stationhouse/platform-api/contract/site/colours';
import { readOptions, type Theme } from '@stationhouse/sdk';

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

/** The defaults of an embed: the look of its station, and otherwise the specification's. */
export function settingsOf(look: Look): EmbedSettings {
  const { theme, background, button, font } = readOptions(() => null, false, look);
  return {
    ...EMBED_DEFAULTS,
    theme,
    background_color: background,
    play_button_color: button,
    font_color: font,
  };
}

/** The settings that are colours, and the one that says whether they count. */
export const COLOURS = ['theme', 'background_color', 'play_button_color', 'font_color'] as const;

type Colours = Pick<EmbedSettings, (typeof COLOURS)[number]>;

/** The colours of a player for one accent colour, such as a logo's. */
export function coloursOf(accent_colour: string): Colours {
  const { theme, background_color, play_button_color, font_color } = settingsOf({
    accent_colour,
    theme: 'light',
  });
  return { theme, background_color, play_button_color, font_color };
}

/** Whether a player has these colours. */
export const hasColours = (settings: EmbedSettings, colours: Colours): boolean =>
  COLOURS.every((name) => settings[name] === colours[name]);

/** The defaults of a station that has no look. */
export const DEFAULT_SETTINGS: EmbedSettings = settingsOf({});

/** Ready-made sizes. */
export const PRESETS = [
  { name: 'Card', width: 300, height: 450, show_logo: true, show_current_song: true },
  { name: 'Bar', width: 640, height: 120, show_logo: true, show_current_song: true },
  { name: 'Mini', width: 360, height: 100, show_logo: true, show_current_song: true },
  { name: 'Button', width: 280, height: 100, show_logo: false, show_current_song: false },
] as const;

/** Below these sizes in px a player with a song has no room for the logo (embed.css). */
const LOGO_ROOM = { height: 140, width: 360 };

/** Whether the player shows the logo, if it is asked to. */
export const hasRoomForLogo = ({ height, width, show_current_song }: EmbedSettings): boolean =>
  height >= LOGO_ROOM.height || width >= LOGO_ROOM.width || !show_current_song;

/** Changes some of the settings. */
export type ChangeSettings = (changed: Partial<EmbedSettings>) => void;
