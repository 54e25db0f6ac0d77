/** The browser's side of a wall: it plays by itself, and goes on by itself for as long as it has power. */
import { createPlayer } from '@stationhouse/sdk/shell';
import { hydrate, render } from 'preact';
import { replaceBroken } from '../broken-pictures.ts';
import { firstSnapshot } from '../page-view.tsx';
import { registerWorker } from '../register-worker.ts';
import { noticePeople } from './attention.ts';
import { placeInMinute } from './burn-in.ts';
import { calmSnapshot } from './calm-snapshot.ts';
import { keepPlaying } from './keep-playing.ts';
import { reloadWhenNew, takePause } from './new-version.ts';
import { hearRemoteControl } from './remote-keys.ts';
import { samplePlayer } from './sample.ts';
import { TvFace, type TvPage } from './tv-view.tsx';
import { keepScreenOn } from './wake-lock.ts';
import { everyMinute, minuteNow, timeOfDay } from './wall-clock.ts';

const root = document.getElementById('station');
const facts = document.getElementById('station-page')?.textContent;
// Our own renderer wrote it (render-tv.tsx).
if (root && facts) start(root, JSON.parse(facts) as TvPage);

function start(root: HTMLElement, page: TvPage): void {
  const { station, now_playing } = page;
  const player = createPlayer({
    station: page.slug ?? '',
    apiBase: page.api_base,
    // The sample has a player too, and neither may silence the other by trying.
    exclusive: false,
    persistent: true,
    ...(station && now_playing && { initial: { station, now_playing } }),
  });
  const sample = samplePlayer(page.api_base, draw);
  const isWanted = keepPlaying(player, !takePause());
  const keepScreen = keepScreenOn(isWanted);
  let shown = firstSnapshot(page);

  function face(time: string | null) {
    const players = { player, samplePlayer: sample, sample: sample.snapshot() };
    return <TvFace page={page} snapshot={shown} {...players} time={time} />;
  }

  function draw(): void {
    shown = calmSnapshot(player.snapshot(), shown);
    if (shown.station) sample.end();
    render(face(timeOfDay(page.lang)), root);
    root.style.transform = placeInMinute(minuteNow());
    if (shown.station) document.title = shown.station.station_name;
    keepScreen();
  }

  hydrate(face(null), root);
  replaceBroken(root);
  player.subscribe(draw);
  draw();
  everyMinute(draw);
  registerWorker(page);
  noticePeople(document.documentElement);
  hearRemoteControl(() => root.querySelector('button'));
  reloadWhenNew({
    version: page.version,
    player,
    isWanted,
    reload: () => location.reload(),
  });
}
