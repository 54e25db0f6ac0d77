/**
 * The script tag, which a page loads first. It gives every player its box and a play button. It fetches the
 * player when one comes near the window, is pressed, or has queued tasks (docs/embedding.md).
 */
import { drawFacade } from './facade.ts';
import { originOf, placePlayer, TAG, tagsOf } from './place-player.ts';
import type { StationPlayerGlobal, StationPlayerQueue } from './script-tag-global.ts';
import { PLAYER_INTEGRITY, PLAYER_PATH } from './whole-player.ts';

/** The used part of Trusted Types, which TypeScript's DOM library lacks. */
interface ScriptPolicy {
  createScriptURL(url: string): string;
}
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
};
const AS_IT_IS: ScriptPolicy = { createScriptURL: String };

const queue = (globalThis.StationPlayer ??= { q: [] });
for (const tag of tagsOf(/\/sdk\/.*player\.js/)) {
  // A second script tag finds that the first one is running.
  if (!('whenReady' in queue)) begin(queue, tag);
  placePlayer(tag);
}

function begin(queue: StationPlayerQueue, tag: HTMLScriptElement): void {
  const { q } = queue;
  let policy: ScriptPolicy | undefined;
  let fetching: Promise<StationPlayerGlobal> | undefined;

  const whenReady = () =>
    (fetching ??= new Promise((resolve, reject) => {
      // Created once, since a page may allow a policy name only once.
      policy ??= trustedTypes?.createPolicy(TAG, AS_IT_IS) ?? AS_IT_IS;
      const src = policy.createScriptURL(originOf(tag) + PLAYER_PATH);
      const script = Object.assign(document.createElement('script'), {
        crossOrigin: '',
        integrity: PLAYER_INTEGRITY,
        // A nonce that allows the loader allows the player too.
        nonce: tag.nonce,
        src,
        // The player turns the queue into the full global (script-tag.ts).
        onload: () => resolve(queue as unknown as StationPlayerGlobal),
        onerror() {
          fetching = undefined;
          reject(Object.assign(Error(src), { code: 'player_load_failed' }));
        },
      });
      document.head.append(script);
    }));
  // A queued task gets no error: it runs whenever the player arrives.
  const wake = () => {
    whenReady().catch(() => {});
  };

  const look = () => {
    for (const element of document.querySelectorAll(`${TAG}:not(:defined)`)) {
      if (!element.shadowRoot) drawFacade(element, whenReady);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  look();

  if (q[0]) wake();
  q.push = (task) => {
    wake();
    q[q.length] = task;
    return q.length;
  };
  queue.whenReady = whenReady;
}
