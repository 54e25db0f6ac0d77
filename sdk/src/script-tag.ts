import { createPlayer } from './player/create-player.ts';
import type { Player, PlayerOptions } from './player/player.ts';
import { defineStationPlayer, StationPlayerElement } from './station-player.tsx';

/** The one global of the script tag. */
export interface StationPlayerGlobal {
  /** A player without a face; `apiBase` defaults to the server that the script came from. */
  createPlayer(options: Omit<PlayerOptions, 'apiBase'> & { apiBase?: string }): Player;
  /** Makes another tag a player as well. */
  define(tag: string): void;
  /**
   * Work for when the script is there, in order. A page that cannot wait for it writes
   * `(window.StationPlayer ??= { q: [] }).q.push((sdk) => sdk.createPlayer({ station: 'demo' }))`.
   */
  q: { push(task: (sdk: StationPlayerGlobal) => void): void };
}

declare global {
  var StationPlayer:
    StationPlayerGlobal | { q: ((sdk: StationPlayerGlobal) => void)[] } | undefined;
}

const TAG = 'station-player';

/** The tag that runs us; it is known only while this line runs. None where a bundler inlined us. */
const script = document.currentScript instanceof HTMLScriptElement ? document.currentScript : null;
const apiBase = script?.src ? new URL(script.src).origin : '';

defineStationPlayer(apiBase, TAG);
openGlobal();
if (script?.hasAttribute('data-station')) placePlayer(script);

/** A second script finds the first one's global and leaves it alone. */
function openGlobal(): void {
  const early = globalThis.StationPlayer;
  if (early && 'createPlayer' in early) return;
  const sdk: StationPlayerGlobal = {
    createPlayer: (options) => createPlayer({ apiBase, ...options }),
    define: (tag) => defineStationPlayer(apiBase, tag),
    // Each in a task of its own: one that throws stops neither the next one nor the player.
    q: { push: (task) => void setTimeout(task, 0, sdk) },
  };
  globalThis.StationPlayer = sdk;
  early?.q.forEach(sdk.q.push);
}

/** Puts a player right after its tag, or into the body where the tag stands in the head. */
function placePlayer(tag: HTMLScriptElement): void {
  if (tag.nextElementSibling?.localName === TAG) return;
  const player = document.createElement(TAG);
  for (const name of StationPlayerElement.observedAttributes) {
    const value = tag.getAttribute(`data-${name}`);
    if (value !== null) player.setAttribute(name, value);
  }
  const place = () =>
    document.head.contains(tag) ? document.body.append(player) : tag.after(player);
  if (document.body) place();
  else document.addEventListener('DOMContentLoaded', place);
}
