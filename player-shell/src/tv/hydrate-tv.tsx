/** The browser's side of a wall: plays automatically for as long as it has power. */
import { createPlayer, lookDeclarations } from '@stationhouse/sdk/shell';
import { hydrate, render } from 'preact';
import { repeatImageEvents } from '../image-events.ts';
import { loadFonts } from '../load-fonts.ts';
import { followLook } from '../follow-look.ts';
import { firstSnapshot } from '../listener-page.ts';
import { registerWorker } from '../register-worker.ts';
import {
  onEachMinute,
  keepScreenOn,
  currentMinute,
  hideWhenIdle,
  burnInShift,
  timeOfDay,
} from './screen.ts';
import { steadySnapshot, keepPlaying } from './keep-playing.ts';
import { reloadWhenNew, takePause } from './new-version.ts';
import { handleRemoteKeys } from './remote-keys.ts';
import { samplePlayer } from './sample.ts';
import { drawWash } from '../wash.ts';
import { TvView, type TvPage } from './tv-view.tsx';
import { dueMessage, followSongs } from './wall-message.ts';

const root = document.getElementById('station');
const facts = document.getElementById('station-page')?.textContent;
// Written by our own renderer (render-tv.tsx).
if (root && facts) start(root, JSON.parse(facts) as TvPage);

function start(root: HTMLElement, page: TvPage): void {
  const { station, now_playing } = page;
  const player = createPlayer({
    station: page.slug ?? '',
    apiBase: page.api_base,
    // The sample has a player too, and the two must not pause each other.
    exclusive: false,
    persistent: true,
    placement: 'wall',
    ...(station && now_playing && { initial: { station, now_playing } }),
  });
  const sample = samplePlayer(page.api_base, draw);
  const isWanted = keepPlaying(player, !takePause());
  const keepScreen = keepScreenOn(isWanted);
  let shown = firstSnapshot(page);

  const isBetween = followSongs(player, draw);

  function view(time: Date | null) {
    const { zone } = shown.station ?? {};
    const players = { player, samplePlayer: sample, sample: sample.snapshot() };
    return (
      <TvView
        page={page}
        snapshot={shown}
        {...players}
        time={time && timeOfDay(page.lang, zone)}
        message={dueMessage(shown.station, { isBetween: isBetween(), time })}
      />
    );
  }

  function draw(): void {
    shown = steadySnapshot(player.snapshot(), shown);
    if (shown.station) sample.end();
    render(view(new Date()), root);
    root.style.transform = burnInShift(currentMinute());
    if (shown.station) document.title = shown.station.station_name;
    keepScreen();
  }

  hydrate(view(null), root);
  repeatImageEvents(root);
  player.subscribe(draw);
  followLook(player, station ?? page.coming ?? {}, document.documentElement, (look) =>
    lookDeclarations(look, look.theme !== 'light'),
  );
  draw();
  onEachMinute(draw);
  registerWorker(page);
  void loadFonts(page.fonts);
  drawWash(player);
  hideWhenIdle(document.documentElement);
  handleRemoteKeys(() => root.querySelector('button'));
  reloadWhenNew({
    version: page.version,
    player,
    isWanted,
    reload: () => location.reload(),
  });
}
