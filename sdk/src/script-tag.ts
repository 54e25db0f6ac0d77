/**
 * The whole player as one script, which the loader (loader.ts) fetches. It also works as a page's own
 * script tag.
 */
import { openQueue, originOf, placePlayer, TAG, tagsOf } from './place-player.ts';
import { createPlayer } from './player/create-player.ts';
import type { StationPlayerGlobal, StationPlayerTask } from './script-tag-global.ts';
import { defineStationPlayer } from './station-player.tsx';

const tags = tagsOf('script[src*="/station-player-"]');
// None when a bundler has included this file.
const apiBase = (tags[0] && originOf(tags[0])) || '';

defineStationPlayer(apiBase, TAG);
openGlobal();
for (const tag of tags) placePlayer(tag);

/** A second script leaves the global of the first one alone. */
function openGlobal(): void {
  const early = openQueue();
  if ('createPlayer' in early) return;
  const { q } = early;
  const sdk: StationPlayerGlobal = Object.assign(early, {
    createPlayer: (options: Parameters<StationPlayerGlobal['createPlayer']>[0]) =>
      createPlayer({ apiBase, ...options }),
    define: (tag: string) => defineStationPlayer(apiBase, tag),
    whenReady: async () => sdk,
  });
  // Each in its own task, so that one that throws stops neither the next one nor the player.
  const run = (task: StationPlayerTask) => setTimeout(task, 0, sdk);
  q.forEach(run);
  // The queue object stays, since pages may hold a reference to it.
  q.push = (task) => run(task) && 0;
}
