/**
 * The script tag, which a page loads first. It gives every player its box and a play button. It fetches the
 * player when one comes near the window, is pressed, or has queued tasks (docs/embedding.md).
 */
import { drawFacade } from './facade.ts';
import { openQueue, originOf, placePlayer, TAG, tagsOf } from './place-player.ts';
import type { StationPlayerGlobal, StationPlayerTask } from './script-tag-global.ts';
import { PLAYER_INTEGRITY, PLAYER_PATH } from './whole-player.ts';

/** The used part of Trusted Types, which TypeScript's DOM library lacks. */
interface ScriptPolicy {
  createScriptURL(url: string): string;
}
interface TrustedWindow {
  trustedTypes?: { createPolicy(name: string, rules: ScriptPolicy): ScriptPolicy };
}
const AS_IT_IS: ScriptPolicy = { createScriptURL: String };

const queue = openQueue();
const { q } = queue;
for (const tag of tagsOf('script[src*="/sdk/"][src*="player.js"]')) {
  const origin = originOf(tag);
  if (origin) {
    // A second script tag finds that the first one is running.
    if (!('whenReady' in queue)) begin(tag, origin);
    placePlayer(tag);
    // oxlint-disable-next-line no-console -- the console is the only place where the site's owner can read what is missing
  } else console.error(TAG + ' needs data-api-base.');
}

function begin({ nonce }: HTMLScriptElement, origin: string): void {
  let policy: ScriptPolicy | undefined;
  let fetching: Promise<StationPlayerGlobal> | undefined;

  const whenReady = () =>
    (fetching ??= new Promise((resolve, reject) => {
      // Created once, since a page may allow a policy name only once.
      policy ??=
        (globalThis as TrustedWindow).trustedTypes?.createPolicy(TAG, AS_IT_IS) ?? AS_IT_IS;
      const src = policy.createScriptURL(origin + PLAYER_PATH);
      const script = Object.assign(document.createElement('script'), {
        crossOrigin: '',
        integrity: PLAYER_INTEGRITY,
        // A nonce that allows the loader allows the player too.
        nonce,
        src,
        // The player turns the queue into the full global (script-tag.ts).
        onload: () => resolve(queue as StationPlayerGlobal),
        onerror() {
          fetching = undefined;
          reject(Object.assign(Error(src), { code: 'player_load_failed' }));
        },
      });
      document.head.append(script);
    }));
  // A queued task gets no error: it runs whenever the player arrives.
  const wake = () => whenReady().catch(String);

  const look = () => {
    // A defined element has a shadow root already.
    for (const element of document.querySelectorAll(TAG)) {
      if (!element.shadowRoot) drawFacade(element, whenReady);
    }
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  look();

  if ((q as StationPlayerTask[])[0]) void wake();
  q.push = (task: StationPlayerTask) => {
    void wake();
    return [].push.call(q, task as never);
  };
  queue.whenReady = whenReady;
}
