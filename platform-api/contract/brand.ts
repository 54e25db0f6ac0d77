/**
 * The operator: name, colours, addresses. Pages, mails and the player read them here, so an operator
 * who puts up Stationhouse under another name changes this file and the portal's tokens, nothing else.
 */
export const BRAND = {
  name: 'Stationhouse',
  /** What the footer of a station page links to. */
  powered_by: 'Powered by Stationhouse',
  /** Where 'Listen to Demo' leads. */
  demo_path: '/demo',
  /** The picture shown where a track or station has none, or its own is broken. */
  placeholder_cover: '/sdk/placeholder-cover.svg',
} as const;
