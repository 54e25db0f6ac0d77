/** The browser's side of a station's page: it puts a player behind what the server has drawn. */
import {
  createPlayer,
  useSnapshot,
  type Player,
  type PlayerSnapshot,
} from '@stationhouse/sdk/shell';
import { hydrate, render } from 'preact';
import { replaceBroken } from './broken-pictures.ts';
import { calmWhileMissing, comeBack } from './come-back.ts';
import { firstSnapshot, PageFace, type ListenerPage } from './page-face.tsx';
import { registerWorker } from './register-worker.ts';

const root = document.getElementById('station');
const facts = document.getElementById('station-page')?.textContent;
// Our own renderer wrote it (render.tsx).
if (root && facts) start(root, JSON.parse(facts) as ListenerPage);

function start(root: HTMLElement, page: ListenerPage): void {
  const { station, now_playing } = page;
  const player = createPlayer({
    station: page.slug ?? '',
    apiBase: page.api_base,
    ...(station && now_playing && { initial: { station, now_playing } }),
  });
  const live = (
    <LivePage page={page} player={player} calm={calmWhileMissing(firstSnapshot(page))} />
  );
  if (page.kind === 'failed') {
    root.replaceChildren();
    render(live, root);
  } else {
    hydrate(live, root);
    replaceBroken(root);
  }
  comeBack(player);
  nameDocument(player);
  lightFavicon(player);
  if (page.view === 'full') registerWorker(page);
}

interface LivePageProps {
  page: ListenerPage;
  player: Player;
  calm: (next: PlayerSnapshot) => PlayerSnapshot;
}

function LivePage({ page, player, calm }: LivePageProps) {
  const snapshot = calm(useSnapshot(player));
  // Without tracks the player asks for the station again; what the server drew stands meanwhile.
  const isKnown = page.station && snapshot.load === 'loading';
  const shown = isKnown
    ? { ...snapshot, load: 'loaded' as const, station: page.station ?? null }
    : snapshot;
  return <PageFace page={page} snapshot={shown} player={player} />;
}

/** A station that comes while its page is open gives the page its name. */
function nameDocument(player: Player): void {
  player.subscribe(() => {
    const { station } = player.snapshot();
    if (station && document.title !== station.station_name) document.title = station.station_name;
  });
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
