import type { Player } from '@stationhouse/sdk/shell';

/** How often the wall asks for a new version, in ms, give or take a tenth: no two of them together (ours). */
const LOOK_MS = 600_000;
const JITTER = 0.1;

/** A reload waits this long, in ms, for a track to end: most do by then (ours). */
const TRACK_MS = 300_000;

/** Whatever versions say, a wall is not loaded anew more often than this, in ms (ours). */
const AGAIN_MS = 3_600_000;

/** The address of its script, as our own renderer writes it into a wall (render-tv.tsx). */
const SCRIPT = /<script type="module" src="([^"]+)"/;

/** What the page leaves for itself across its own reload, in its entry of the history. */
interface LeftBehind {
  /** When it loaded itself anew, in epoch ms. */
  reloaded_at?: number;
  /** Somebody had paused the music. */
  is_paused?: boolean;
}

// Nobody else writes there.
const leftBehind = () => (history.state ?? {}) as LeftBehind;

/**
 * Whether somebody had paused the music before this page loaded itself anew. Told once: whoever switches
 * the screen on tomorrow wants music.
 */
export function takePause(): boolean {
  const { is_paused = false, ...left } = leftBehind();
  history.replaceState(left, '');
  return is_paused;
}

interface NewVersionOptions {
  /** Of the page as it stands here. */
  version: string;
  player: Pick<Player, 'snapshot' | 'subscribe'>;
  isWanted: () => boolean;
  reload: () => void;
}

/**
 * Loads the page anew when another version of it is out and really answers, at a change of track where
 * one comes soon. It cannot go round in circles: between two reloads of its own lies an hour.
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
    // A server that is away is no fault here: the next look comes anyway.
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
  // Our own build wrote it.
  const { version } = JSON.parse(text) as { version: string };
  return version;
}

/**
 * Whether the page itself, loaded anew, would be that version and find its script: of several replicas
 * some may be older. The script is in the browser's cache then.
 */
async function answersAs(version: string): Promise<boolean> {
  const page = await textAt(location.href, { cache: 'no-store' });
  if (!page?.includes(`"version":${JSON.stringify(version)}`)) return false;
  const script = SCRIPT.exec(page)?.[1];
  return script !== undefined && (await textAt(script)) !== null;
}

/** What is at an address; null where the server has nothing there. */
async function textAt(address: string, options?: RequestInit): Promise<string | null> {
  const response = await fetch(address, options);
  return response.ok ? response.text() : null;
}

/** Resolves when the track that is heard ends, after some minutes at the latest, at once in silence. */
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
