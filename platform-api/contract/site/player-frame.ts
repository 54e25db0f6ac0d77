/** The player in an iframe, for the portal's embed code and for oEmbed. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML attributes, with escaped values. */
export function htmlAttributes(pairs: readonly (readonly [name: string, value: string])[]): string {
  return pairs
    .map(
      ([name, value]) => `${name}="${value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '')}"`,
    )
    .join(' ');
}

/** The parts of an embed code. */
export interface PlayerFrame {
  /** The origin that serves the player, without a trailing slash. */
  home: string;
  /** With its own domain, the frame is there. */
  station: { public_id: string; station_name: string; own_url?: string | undefined };
  /** Query parameters, such as `background`. */
  look: readonly (readonly [name: string, value: string])[];
  /** In px. Always written, because an iframe has other defaults. */
  width: number;
  height: number;
}

/** An `iframe` element, with a title for screen readers. */
export function playerFrame({ home, station, look, width, height }: PlayerFrame): string {
  const query = [['embed', 'true'] as const, ...look]
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const page =
    station.own_url === undefined
      ? `${home}/${encodeURIComponent(station.public_id)}`
      : `${station.own_url}/`;
  const tag = htmlAttributes([
    ['src', `${page}?${query}`],
    ['title', `Radio player of ${station.station_name}`],
    ['width', String(width)],
    ['height', String(height)],
    ['allow', 'autoplay'],
    ['loading', 'lazy'],
    ['style', 'border: 0; max-width: 100%'],
  ]);
  return `<iframe ${tag}></iframe>`;
}
