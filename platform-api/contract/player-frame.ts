/** The player as a page of ours in a frame, as the portal hands it out and oEmbed answers it. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Attributes of an HTML tag. Whatever a value holds, it stays within its quotation marks. */
export function htmlAttributes(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs
    .map(
      ([name, value]) => `${name}="${value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')}"`,
    )
    .join(' ');
}

/** What a frame is made of. */
export interface PlayerFrame {
  /** Origin that serves the player, without a slash at its end. */
  home: string;
  station: { station_slug: string; station_name: string };
  /** Options by their names in an address, such as `background`. */
  look: readonly (readonly [name: string, value: string])[];
  /** In px. Always written: a frame's own default is another. */
  width: number;
  height: number;
}

/** One closed `iframe`, which tells whose player it is to those who hear the page. */
export function playerFrame({ home, station, look, width, height }: PlayerFrame): string {
  const query = [['embed', 'true'] as const, ...look]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const tag = htmlAttributes([
    ['src', `${home}/${encodeURIComponent(station.station_slug)}?${query}`],
    ['title', `Radio player of ${station.station_name}`],
    ['width', String(width)],
    ['height', String(height)],
    ['allow', 'autoplay'],
    ['loading', 'lazy'],
    ['style', 'border: 0; max-width: 100%'],
  ]);
  return `<iframe ${tag}></iframe>`;
}
