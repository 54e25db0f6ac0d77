/** The browser's side of a station's page: hydrates what the server has drawn, with a player. */
import {
  colourDeclarations,
  createPlayer,
  lookDeclarations,
  onGround,
  type Player,
} from '@stationhouse/sdk/shell';
import { hydrate, render } from 'preact';
import { useSyncExternalStore } from 'react';
import { repeatImageEvents } from './image-events.ts';
import { loadFonts } from './load-fonts.ts';
import { followLook, isDrawnDark } from './follow-look.ts';
import { firstSnapshot, optionsIn, isExclusive, type ListenerPage } from './listener-page.ts';
import { ListenerView } from './listener-view.tsx';
import { registerWorker } from './register-worker.ts';
import { obeyPage } from './obey-page.ts';
import { drawWash } from './wash.ts';
import { silenceOtherFrames } from './silence-other-frames.ts';

const root = document.getElementById('station');
const facts = document.getElementById('station-page')?.textContent;
// Written by our own renderer (render.tsx).
if (root && facts) start(root, JSON.parse(facts) as ListenerPage);

function start(root: HTMLElement, page: ListenerPage): void {
  const { station, now_playing } = page;
  const exclusive = isExclusive(page);
  const player = createPlayer({
    station: page.slug ?? '',
    apiBase: page.api_base,
    exclusive,
    placement: page.view === 'full' ? 'page' : 'embed',
    ...(station && now_playing && { initial: { station, now_playing } }),
  });
  const live = <LivePage page={page} player={player} />;
  if (page.kind === 'failed') {
    root.replaceChildren();
    render(live, root);
  } else {
    hydrate(live, root);
    repeatImageEvents(root);
  }
  updateTitle(player);
  updateFavicon(player);
  updateLook(player, page, root);
  if (page.view === 'full') {
    void loadFonts(page.fonts);
    drawWash(player);
  }
  if (page.view === 'full') registerWorker(page);
  else if (exclusive) silenceOtherFrames(player);
  if (page.view === 'embed') obeyPage(player, page.query);
}

interface LivePageProps {
  page: ListenerPage;
  player: Player;
}

function LivePage({ page, player }: LivePageProps) {
  const snapshot = useSyncExternalStore(player.subscribe, player.snapshot);
  // Shows what the server has drawn until the player has loaded the station itself.
  const isDrawn = snapshot.load === 'loading' && page.kind !== 'failed';
  const { load, station, error } = firstSnapshot(page);
  const shown = isDrawn ? { ...snapshot, load, station, error: snapshot.error ?? error } : snapshot;
  return <ListenerView page={page} snapshot={shown} player={player} />;
}

/** Sets the title when a station comes on air while its page is open. */
function updateTitle(player: Player): void {
  player.subscribe(() => {
    const { station } = player.snapshot();
    if (station && document.title !== station.station_name) document.title = station.station_name;
  });
}

function updateLook(player: Player, page: ListenerPage, root: HTMLElement): void {
  const drawn = page.station ?? page.coming ?? {};
  if (page.view === 'embed') {
    const read = optionsIn(page);
    followLook(player, drawn, root, (look, isSystemDark) =>
      colourDeclarations(read, isSystemDark, onGround(read, isSystemDark, look)),
    );
  } else {
    followLook(player, drawn, document.documentElement, (look, isSystemDark) =>
      lookDeclarations(look, isDrawnDark(look, isSystemDark)),
    );
  }
}

/** The favicon's lamp is lit while this page plays. */
function updateFavicon(player: Player): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (!icon) return;
  const { href: off, dataset } = icon;
  player.subscribe(() => {
    const href = player.snapshot().state === 'playing' ? (dataset['onAir'] ?? off) : off;
    if (icon.href !== href) icon.href = href;
  });
}
