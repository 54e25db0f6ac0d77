export const TAG = 'station-player';

/**
 * The tags that run a script: the one that runs it now, or, where the browser names none (modules), all
 * that have its address.
 *
 * @param address matches the address of the script's file
 */
export function tagsOf(address: RegExp): HTMLScriptElement[] {
  // Nobody writes our script into a drawing, where it would be an SVGScriptElement.
  const tag = document.currentScript as HTMLScriptElement | null;
  return tag ? [tag] : [...document.scripts].filter(({ src }) => address.test(src));
}

/** The server that a tag's script comes from. */
export const originOf = (tag: HTMLScriptElement): string => new URL(tag.src).origin;

/**
 * Puts the player of a tag's `data-station` right after the tag, or into the body where the tag stands in
 * the head; once, since it leaves the tag without it. Its other `data-` attributes are the player's, and so
 * is its style: a tag that is given a box keeps the player's place free until it comes.
 */
export function placePlayer(tag: HTMLScriptElement): void {
  if (!tag.dataset['station']) return;
  const player = document.createElement(TAG);
  // One page may have players of several servers, and the element itself is only defined once.
  player.setAttribute('api-base', originOf(tag));
  for (const { name, value } of tag.attributes) {
    // None that begins with o: data-onclick would be a handler.
    if (/^(data-[^o]|style)/.test(name)) player.setAttribute(name.replace('data-', ''), value);
  }
  delete tag.dataset['station'];
  tag.removeAttribute('style');
  const place = () => (tag.closest('head') ? document.body.append(player) : tag.after(player));
  if (document.body) place();
  else addEventListener('DOMContentLoaded', place);
}
