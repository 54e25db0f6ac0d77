import type { Player } from '@stationhouse/sdk/shell';

/** How often a wall checks for a new version, in ms, ± 10 % so that walls do not check together. */
const LOOK_MS = 600_000;
const JITTER = 0.1;

/** How long a reload waits for the end of a track, in ms. Most tracks end within it. */
const TRACK_MS = 300_000;

/** A wall never reloads more often than this, in ms. */
const AGAIN_MS = 3_600_000;

/** The address of the wall's script in a page that our own renderer wrote (render-tv.tsx). */
const SCRIPT = /<script type="module" src="([^"]+)"/;

/** State that the page keeps across its own reload, in its history entry. */
interface LeftBehind {
  /** When it reloaded itself, in epoch ms. */
  reloaded_at?: number;
  /** A viewer had paused the music. */
  is_paused?: boolean;
}

// Only this file writes there.
const leftBehind = () => (history.state ?? {}) as LeftBehind;

/**
 * Whether a viewer had paused the music before this page reloaded itself. Read once: after the screen is
 * switched on again, music is wanted.
 */
export function takePause(): boolean {
  const { is_paused = false, ...left } = leftBehind();
  history.replaceState(left, '');
  return is_paused;
}

interface NewVersionOptions {
  /** The version of this page. */
  version: string;
  player: Pick<Player, 'snapshot' | 'subscribe'>;
  isWanted: () => boolean;
  reload: () => void;
}

/**
 * Reloads the page when a new version is out and its server answers, at the end of a track if one comes
 * soon. An hour between two reloads prevents a reload loop.
 */
export function reloadWhenNew(options: NewVersionOptions): void {
  const { version, player, isWanted, reload } = options;

  async function look(): Promise<void> {
    if (!navigator.onLine || Math.abs(Date.now() - (leftBehind().reloaded_at ?? 0)) < AGAIN_MS)
      return;
    const newest = await newestVersion();
    if (!newest || newest === version) return;
    await endOfTrack(player);
    if (!(await answersAs(newest))) return;
    const left: LeftBehind = { reloaded_at: Date.now(), is_paused: !isWanted() };
    history.replaceState(left, '');
    reload();
  }

  function lookLater(): void {
    const delay = LOOK_MS * (1 - JITTER + 2 * JITTER * Math.random());
    // A server that is down is not an error here: the next check follows.
    setTimeout(
      () =>
        void look()
          .catch(() => undefined)
          .then(lookLater),
      delay,
    );
  }
  lookLater();
}

async function newestVersion(): Promise<string | null> {
  const text = await textAt('/assets/version.json', { cache: 'no-store' });
  if (text === null) return null;
  // Written by our own build.
  const { version } = JSON.parse(text) as { version: string };
  return version;
}

/**
 * Whether the reloaded page would have this version and its script. Some replicas may still be older.
 * Fetching the script also puts it into the browser's cache.
 */
async function answersAs(version: string): Promise<boolean> {
  const page = await textAt(location.href, { cache: 'no-store' });
  if (!page?.includes(`"version":${JSON.stringify(version)}`)) return false;
  const script = SCRIPT.exec(page)?.[1];
  return script !== undefined && (await textAt(script)) !== null;
}

/** The text at an address; null on an error status. */
async function textAt(address: string, options?: RequestInit): Promise<string | null> {
  const response = await fetch(address, options);
  return response.ok ? response.text() : null;
}

/**
 * Resolves when the current track ends, after some minutes at the latest, or at once when nothing plays.
 */
function endOfTrack(player: NewVersionOptions['player']): Promise<void> {
  const heard = () => {
    const { state, tracks } = player.snapshot();
    return state === 'playing' ? `${tracks?.current?.title}\n${tracks?.current?.artist}` : null;
  };
  const before = heard();
  if (before === null) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      unsubscribe();
      resolve();
    };
    const timer = setTimeout(done, TRACK_MS);
    const unsubscribe = player.subscribe(() => heard() !== before && done());
  });
}
