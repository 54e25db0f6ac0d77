/**
 * Players that a site owner could use instead, as released. Each is set up as its own documentation
 * says for a live stream with play and mute.
 */
import { bundled, prebuilt, version, type PlayerFiles } from './player-files.ts';

/** A player, and how the bench controls it. */
export interface Peer {
  name: string;
  files: PlayerFiles;
  /** Whether the first of its files is a module. */
  isModule: boolean;
  /**
   * Script that runs after the player's own: `(place, stream) => unmount` mounts a player in an
   * element and returns how to remove it.
   */
  mount: string;
  /** Selector of the play button. */
  button: string;
  /** Markup that a page pastes where the player goes, unless its script adds that. */
  markup?: (product: string) => string;
}

const AUDIO = `
  const audio = document.createElement('audio');
  audio.preload = 'none';
  audio.src = stream;
  place.append(audio);`;

interface Kind extends Omit<Peer, 'files'> {
  files: () => Promise<PlayerFiles>;
}

const KINDS: readonly Kind[] = [
  {
    name: 'plyr',
    isModule: false,
    files: () => prebuilt('plyr', 'dist/plyr.min.js', 'dist/plyr.css'),
    mount: `(place, stream) => {${AUDIO}
      const player = new Plyr(audio, { controls: ['play', 'mute'], iconUrl: '', loadSprite: false });
      return () => { player.destroy(); place.replaceChildren(); };
    }`,
    button: '[data-plyr=play]',
  },
  {
    name: 'mediaelement',
    isModule: false,
    files: () =>
      prebuilt(
        'mediaelement',
        'build/mediaelement-and-player.min.js',
        'build/mediaelementplayer.min.css',
      ),
    mount: `(place, stream) => {${AUDIO}
      const player = new MediaElementPlayer(audio, { features: ['playpause', 'volume'], iconSprite: '' });
      return () => { player.remove(); place.replaceChildren(); };
    }`,
    button: '.mejs__playpause-button button',
  },
  {
    name: 'aplayer',
    isModule: false,
    files: () => prebuilt('aplayer', 'dist/APlayer.min.js', 'dist/APlayer.min.css'),
    mount: `(place, stream) => {
      const container = document.createElement('div');
      place.append(container);
      const player = new APlayer({ container, preload: 'none', audio: [{ name: 'Demo', artist: 'Live', url: stream }] });
      return () => { player.destroy(); place.replaceChildren(); };
    }`,
    button: '.aplayer-button',
  },
  {
    name: 'media-chrome',
    isModule: true,
    files: () =>
      bundled(
        'media-chrome',
        ['media-controller', 'media-control-bar', 'media-play-button', 'media-mute-button']
          .map((element) => `import 'media-chrome/dist/${element}.js';`)
          .join('\n'),
      ),
    mount: `(place, stream) => {
      place.innerHTML = '<media-controller audio><audio slot="media" preload="none"></audio><media-control-bar>'
        + '<media-play-button></media-play-button><media-mute-button></media-mute-button></media-control-bar></media-controller>';
      place.querySelector('audio').src = stream;
      return () => place.replaceChildren();
    }`,
    button: 'media-play-button',
  },
  {
    name: 'vidstack',
    isModule: true,
    files: () => bundled('vidstack', `import 'vidstack/player'; import 'vidstack/player/ui';`),
    mount: `(place, stream) => {
      place.innerHTML = '<media-player crossorigin="anonymous" view-type="audio" stream-type="live" load="eager" preload="none"><media-provider></media-provider>'
        + '<media-play-button>Play</media-play-button><media-mute-button>Mute</media-mute-button></media-player>';
      const player = place.querySelector('media-player');
      player.src = { src: stream, type: 'audio/mpeg' };
      return () => { player.destroy?.(); place.replaceChildren(); };
    }`,
    button: 'media-play-button',
  },
];

/** All peers, with their files. */
export function findPeers(): Promise<Peer[]> {
  return Promise.all(
    KINDS.map(async ({ name, files, ...rest }) => ({
      ...rest,
      name: `${name} ${await version(name)}`,
      files: await files(),
    })),
  );
}
