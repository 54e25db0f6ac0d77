import { readdir, readFile } from 'node:fs/promises';
import type { PlayerFiles } from './player-files.ts';
import type { Peer } from './peers.ts';

const DIST = new URL('../../sdk/dist/', import.meta.url);

/** The files that our tag loads: the loader, then the player. */
export async function ourFiles(): Promise<{ loader: PlayerFiles; whole: PlayerFiles }> {
  const names = await readdir(DIST);
  const player = names.find((name) => /^station-player-[\w-]+\.js$/.test(name));
  if (player === undefined) throw new Error('the SDK is not built');
  const file = async (name: string) => ({
    name,
    content: await readFile(new URL(name, DIST)),
    isAtOnce: true,
  });
  const loader = await file('player.js');
  return { loader: [loader], whole: [loader, await file(player)] };
}

/** Our player by its tag, as the portal shows it; the product serves its files. */
export const OURS: Omit<Peer, 'files'> = {
  name: 'station-player',
  isModule: false,
  mount: `(place) => {
    const player = document.createElement('station-player');
    player.setAttribute('station', 'demo');
    player.setAttribute('loading', 'eager');
    place.append(player);
    return () => player.remove();
  }`,
  button: 'station-player[state] .play',
  markup: (product) =>
    `<script async src="${product}/sdk/player.js" data-station="demo" style="display: block; width: 300px; max-width: 100%; height: 450px"></script>`,
};

/** The minimal player: a bare `<audio>` and a button. */
export const FLOOR: Peer = {
  name: '<audio> and a button',
  isModule: false,
  files: [],
  mount: `(place, stream) => {
    const audio = document.createElement('audio');
    const button = document.createElement('button');
    audio.preload = 'none';
    audio.src = stream;
    button.textContent = 'Play';
    button.onclick = () => void audio.play();
    place.append(audio, button);
    return () => place.replaceChildren();
  }`,
  button: 'button',
};
