/**
 * The script tag: what a page loads first. It gives every player of the page its box and a button that
 * plays, and fetches the player itself once one of them comes near the window, is wanted, or has work
 * waiting (docs/embedding.md).
 */
import { drawFacade } from './facade.ts';
import { originOf, placePlayer, TAG, tagsOf } from './place-player.ts';
import type { StationPlayerGlobal, StationPlayerQueue } from './script-tag-global.ts';
import { PLAYER_INTEGRITY, PLAYER_PATH } from './whole-player.ts';

/** As much of Trusted Types as is used here; TypeScript's own libraries do not know them. */
interface ScriptPolicy {
  createScriptURL(url: string): string;
}
const { trustedTypes } = globalThis as {
  trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
};
const AS_IT_IS: ScriptPolicy = { createScriptURL: String };

const queue = (globalThis.StationPlayer ??= { q: [] });
for (const tag of tagsOf(/\/sdk\/.*player\.js/)) {
  // A second script finds the first one at work.
  if (!('whenReady' in queue)) begin(queue, tag);
  placePlayer(tag);
}

function begin(queue: StationPlayerQueue, tag: HTMLScriptElement): void {
  const { q } = queue;
  let policy: ScriptPolicy | undefined;
  let fetching: Promise<StationPlayerGlobal> | undefined;

  const whenReady = () =>
    (fetching ??= new Promise((resolve, reject) => {
      // Made once, since a page allows a name once.
      policy ??= trustedTypes?.createPolicy(TAG, AS_IT_IS) ?? AS_IT_IS;
      const src = policy.createScriptURL(originOf(tag) + PLAYER_PATH);
      const script = Object.assign(document.createElement('script'), {
        crossOrigin: '',
        integrity: PLAYER_INTEGRITY,
        // Where the page's policy lets the loader in by its nonce, it lets the player in.
        nonce: tag.nonce,
        src,
        // The player makes the queue the whole global (script-tag.ts).
        onload: () => resolve(queue as unknown as StationPlayerGlobal),
        onerror() {
          fetching = undefined;
          reject(Object.assign(Error(src), { code: 'player_load_failed' }));
        },
      });
      document.head.append(script);
    }));
  // Who only leaves work here is told nothing: it is done whenever the player comes.
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
