/** The browser's side of a station's page: it puts a player behind what the server has drawn. */
import { createPlayer, useSnapshot, type Player } from '@stationhouse/sdk/shell';
import { hydrate, render } from 'preact';
import { PageFace } from './page-face.tsx';
import type { StationPage } from './station-page.ts';

const root = document.getElementById('station');
const facts = document.getElementById('station-page')?.textContent;
// Our own renderer wrote it (render.tsx).
if (root && facts) start(root, JSON.parse(facts) as StationPage);

function start(root: HTMLElement, page: StationPage): void {
  const { station, now_playing } = page;
  const player = createPlayer({
    station: page.slug ?? '',
    apiBase: page.api_base,
    ...(station && now_playing && { initial: { station, now_playing } }),
  });
  const live = <LivePage page={page} player={player} />;
  if (station) {
    hydrate(live, root);
    replaceBroken(root);
  } else {
    root.replaceChildren();
    render(live, root);
  }
  lightFavicon(player);
}

function LivePage({ page, player }: { page: StationPage; player: Player }) {
  const snapshot = useSnapshot(player);
  // Without tracks the player asks for the station again; what the server drew stands meanwhile.
  const isKnown = page.station && snapshot.load === 'loading';
  const shown = isKnown
    ? { ...snapshot, load: 'loaded' as const, station: page.station ?? null }
    : snapshot;
  return <PageFace page={page} snapshot={shown} player={player} />;
}

/** Pictures that broke before there was anyone to notice. */
function replaceBroken(root: HTMLElement): void {
  for (const picture of root.querySelectorAll('img')) {
    if (picture.complete && !picture.naturalWidth) picture.dispatchEvent(new Event('error'));
  }
}

/** The tab's lamp is lit while this page plays. */
function lightFavicon(player: Player): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (!icon) return;
  const { href: off, dataset } = icon;
  player.subscribe(() => {
    const href = player.snapshot().state === 'playing' ? (dataset['onAir'] ?? off) : off;
    if (icon.href !== href) icon.href = href;
  });
}
