export const TAG = 'station-player';

/**
 * The script tags that run a script: the current one or, for modules, all tags with its address.
 *
 * @param address matches the address of the script
 */
export function tagsOf(address: RegExp): HTMLScriptElement[] {
  // Only inside SVG could this be an SVGScriptElement.
  const tag = document.currentScript as HTMLScriptElement | null;
  return tag ? [tag] : [...document.scripts].filter(({ src }) => address.test(src));
}

/** The origin that a tag's script comes from. */
export const originOf = (tag: HTMLScriptElement): string => new URL(tag.src).origin;

/**
 * Inserts the player of a tag's `data-station` after the tag, or into the body if the tag is in the head.
 * Removes `data-station`, so it happens once. Other `data-` attributes become the player's, and so does
 * `style`: a tag with a size keeps the player's place free until it loads.
 */
export function placePlayer(tag: HTMLScriptElement): void {
  if (!tag.dataset['station']) return;
  const player = document.createElement(TAG);
  // One page may have players of several servers, but the element is defined only once.
  player.setAttribute('api-base', originOf(tag));
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
