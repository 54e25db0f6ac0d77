import type { StationPlayerGlobal, StationPlayerQueue } from './script-tag-global.ts';

export const TAG = 'station-player';

/**
 * The script tags that run a script: the current one if it names a station, otherwise all tags with the script's
 * address. Modules have no current tag, and jQuery runs an inserted tag's script by another tag.
 *
 * @param selector matches the tags of the script, by its address
 */
export function tagsOf(
  selector: string,
): Iterable<HTMLScriptElement> & ArrayLike<HTMLScriptElement> {
  // Only inside SVG could this be an SVGScriptElement.
  const tag = document.currentScript as HTMLScriptElement | null;
  const tags = document.querySelectorAll<HTMLScriptElement>(selector);
  return tag && (tag.dataset['station'] || !tags[0]) ? [tag] : tags;
}

/**
 * The origin of a tag's server: `data-api-base`, else where its script comes from. Optimisers of pages host the script
 * themselves; then it is the origin of the station's page, if `data-station` is an address. Undefined: not known.
 */
export const originOf = ({ src, dataset }: HTMLScriptElement): string | undefined =>
  /https?:\/\/[^/]+/.exec(
    dataset['apiBase'] || (/\/\/[^/]+\/sdk\//.test(src) ? src : `${dataset['station']}`),
  )?.[0];

/** The page's queue, or the player's global; one of its own where the page has another global of that name. */
export function openQueue(): StationPlayerQueue | StationPlayerGlobal {
  const queue: StationPlayerQueue = { q: [] };
  // An element with the id `StationPlayer` is a global, too.
  return (globalThis.StationPlayer ??= queue).q ? globalThis.StationPlayer : queue;
}

/**
 * Inserts the player of a tag's `data-station` after the tag, or into the body if the tag is in the head.
 * Removes `data-station`, so it happens once. Other `data-` attributes become the player's, and so does
 * `style`: a tag with a size keeps the player's place free until it loads.
 */
export function placePlayer(tag: HTMLScriptElement): void {
  if (!tag.dataset['station']) return;
  const player = document.createElement(TAG);
  // One page may have players of several servers, but the element is defined only once.
  player.setAttribute('api-base', originOf(tag) as string);
  for (const { name, value } of tag.attributes) {
    // Skips names that begin with o: data-onclick would become a handler.
    if (/^(data-[^o]|style)/.test(name)) player.setAttribute(name.replace('data-', ''), value);
  }
  delete tag.dataset['station'];
  tag.removeAttribute('style');
  const place = () => (tag.closest('head') ? document.body.append(player) : tag.after(player));
  if (document.body) place();
  else addEventListener('DOMContentLoaded', place);
}
