/** The browser's side of a location player: paired with a location, it plays within opening hours. */
import {
  createPlayer,
  liveSource,
  lookDeclarations,
  type Player,
  type PlayerSnapshot,
  type PlayScreen,
} from '@stationhouse/sdk/shell';
import { hydrate, render } from 'preact';
import { loadFonts } from '../load-fonts.ts';
import { followLook } from '../follow-look.ts';
import { repeatImageEvents } from '../image-events.ts';
import { firstSnapshot } from '../listener-page.ts';
import { qrPath } from '../qr.ts';
import { registerWorker } from '../register-worker.ts';
import { steadySnapshot } from '../tv/keep-playing.ts';
import { reloadWhenNew } from '../tv/new-version.ts';
import { keepScreenOn } from '../tv/screen.ts';
import { drawWash } from '../wash.ts';
import { keptValues } from './kept-values.ts';
import { createLocationPlayer } from './location-player.ts';
import { playWhileOpen } from './play-while-open.ts';
import { FIRST_SCREEN, PlayPageView, type PlayPage } from './play-view.tsx';
import { openPieceStore } from './piece-store.ts';
import { statusOf } from './player-status.ts';
import { createReserve, type Reserve } from './reserve.ts';
import { addressAt, streamOf } from './stream-of.ts';
import type { LocationPlayerWords } from './play-words.ts';
import { watchTime } from './time-watch.ts';

/** How often the opening hours and the clock are checked, in ms. */
const LOOK_MS = 1_000;

const root = document.getElementById('station');
const facts = document.getElementById('station-page')?.textContent;
// Written by our own renderer (render-play.tsx).
if (root && facts) void start(root, JSON.parse(facts) as PlayPage);

async function start(root: HTMLElement, page: PlayPage): Promise<void> {
  const { station, now_playing, slug } = page;
  const kept = keptValues([station?.public_id, slug].filter((name) => name != null));
  const store = await openPieceStore(station?.public_id ?? slug ?? '');
  const audio = document.createElement('audio');
  const now = () => performance.now();
  const player = createPlayer(
    {
      station: slug ?? '',
      apiBase: page.api_base,
      persistent: true,
      placement: 'wall',
      volume: Number(kept.get('volume') ?? 1),
      ...(station && now_playing && { initial: { station, now_playing } }),
    },
    audio,
    (url, ...about) => reserve.source() ?? liveSource(addressAt(url, streamNow()), ...about),
  );
  const isWanted = () => place.location() !== null && place.isOpen();
  const reserve = createReserve({
    audio,
    store,
    isOff: kept.get('reserve') === 'off',
    stream: streamNow,
    closesAt: () => Date.parse(place.location()?.changes_at ?? '') || null,
    isWanted,
    restart,
  });
  const place = createLocationPlayer({
    apiBase: page.api_base,
    station: station?.public_id ?? slug ?? '',
    kept,
    now,
    reserveSeconds: reserve.seconds,
    changed: follow,
  });
  const play = playWhileOpen(player, {
    isWanted,
    isReady: reserve.isSettled,
  });
  const keepScreen = keepScreenOn(isWanted);
  const lookAtTime = watchTime({
    now,
    wall: () => Date.now(),
    position: () => audio.currentTime,
    onStalled: (at) => place.setStatus('stalled', at),
    onSlept: place.restart,
  });
  let shown = firstSnapshot(page);
  let areSettingsOpen = false;
  let isRestarting = false;

  function streamNow() {
    const { station } = player.snapshot();
    return station && streamOf(station, page.api_base, place.location()?.public_id ?? null);
  }

  function follow(): void {
    if (isRestarting) return;
    play();
    const snapshot = player.snapshot();
    const tracks = reserve.tracks();
    const isOnReserve = tracks !== null && reserve.isCut();
    keepVolume(snapshot);
    if (place.location())
      place.setStatus(statusOf({ isOpen: place.isOpen(), snapshot, isOnReserve }));
    shown = steadySnapshot({ ...snapshot, tracks: tracks ?? snapshot.tracks }, shown);
    keepScreen();
    draw();
  }

  /** Plays from another source, at the same position of the programme. */
  function restart(): void {
    isRestarting = true;
    player.stop();
    void player.play();
    isRestarting = false;
  }

  function keepVolume({ volume }: PlayerSnapshot): void {
    if (String(volume) !== (kept.get('volume') ?? '1')) kept.set('volume', String(volume));
  }

  function screen(): PlayScreen {
    return {
      pairing: place.pairing(),
      location: place.location(),
      status: place.status(),
      isReached: place.isReached(),
      isKept: kept.isKept(),
      reserve: reserveText(page.labels, reserve),
    };
  }

  function setSettingsOpen(isOpen: boolean): void {
    areSettingsOpen = isOpen;
    draw();
  }

  function view(screen: PlayScreen) {
    const location = place.location();
    const pairUrl = place.pairing()?.pair_url;
    return (
      <PlayPageView
        page={page}
        snapshot={shown}
        player={player}
        screen={screen}
        qr={pairUrl === undefined ? null : qrPath(pairUrl)}
        start={() => void startNow(player)}
        openSettings={() => setSettingsOpen(true)}
        settings={
          areSettingsOpen && location
            ? {
                needsPin: location.needs_pin,
                leave: place.leave,
                closed: () => setSettingsOpen(false),
                isReserveOff: reserve.reason() === 'off',
                setReserveOff(isOff) {
                  kept.set('reserve', isOff ? 'off' : null);
                  reserve.setOff(isOff);
                  draw();
                },
              }
            : null
        }
      />
    );
  }

  function draw(): void {
    if (!place.location()) areSettingsOpen = false;
    render(view(screen()), root);
    if (shown.station) document.title = shown.station.station_name;
  }

  hydrate(view(FIRST_SCREEN), root);
  repeatImageEvents(root);
  player.subscribe(follow);
  followLook(player, station ?? page.coming ?? {}, document.documentElement, (look) =>
    lookDeclarations(look, look.theme !== 'light'),
  );
  follow();
  setInterval(() => {
    lookAtTime();
    reserve.look();
    place.look();
    follow();
  }, LOOK_MS);
  registerWorker(page);
  void loadFonts(page.fonts);
  drawWash(player);
  reloadWhenNew({ version: page.version, player, isWanted, reload: () => location.reload() });
}

/** After the tap that the browser requires. */
function startNow(player: Player): Promise<void> {
  return player.snapshot().error ? player.retry() : player.play();
}

/** How much is kept, or why nothing is. */
function reserveText(labels: LocationPlayerWords, reserve: Reserve): string | null {
  const reason = reserve.reason();
  if (reason !== null) return labels.no_reserve[reason];
  const minutes = Math.floor(reserve.seconds() / 60);
  return minutes > 0 ? labels.reserve_minutes.replace('{minutes}', String(minutes)) : null;
}
