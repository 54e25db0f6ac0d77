/**
 * The whole player as one script, which the loader (loader.ts) fetches. It does all that the loader does
 * not leave to be fetched, so it works as a page's own script tag too.
 */
import { originOf, placePlayer, TAG, tagsOf } from './place-player.ts';
import { createPlayer } from './player/create-player.ts';
import type { StationPlayerGlobal, StationPlayerTask } from './script-tag-global.ts';
import { defineStationPlayer } from './station-player.tsx';

const tags = tagsOf(/\/sdk\/[\d.]+\/station-player-[\w-]+\.js/);
// None where a bundler made this a part of something else.
const apiBase = tags[0] ? originOf(tags[0]) : '';

defineStationPlayer(apiBase, TAG);
openGlobal();
tags.forEach(placePlayer);

/** A second script finds the first one's global and leaves it alone. */
function openGlobal(): void {
  const early = (globalThis.StationPlayer ??= { q: [] });
  if ('createPlayer' in early) return;
  const { q } = early;
  const sdk: StationPlayerGlobal = Object.assign(early, {
    createPlayer: (options: Parameters<StationPlayerGlobal['createPlayer']>[0]) =>
      createPlayer({ apiBase, ...options }),
    define: (tag: string) => defineStationPlayer(apiBase, tag),
    whenReady: async () => sdk,
  });
  // Each in a task of its own: one that throws stops neither the next one nor the player.
  const run = (task: StationPlayerTask) => setTimeout(task, 0, sdk);
  q.forEach(run);
  // The queue itself stays, for those who keep it.
  q.push = (task) => run(task) && 0;
}
