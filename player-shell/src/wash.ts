import type { Player, PlayerSnapshot } from '@stationhouse/sdk/shell';

/** How long a new picture fades in over the former one, in ms (page.css). */
const FADE_MS = 1_200;

/**
 * Lays the colours of the current cover over the page, far out of focus, and changes them with the track. Drawn after the
 * first paint, by the browser alone. Covers of other servers may not be read by scripts, so the picture itself is blurred.
 */
export function drawWash(player: Pick<Player, 'snapshot' | 'subscribe'>): void {
  const wash = document.createElement('div');
  wash.className = 'wash';
  document.body.prepend(wash);
  let shown: string | undefined;

  function draw(): void {
    const cover = coverOf(player.snapshot());
    if (cover === shown) return;
    shown = cover;
    const former = [...wash.children];
    const forget = () => setTimeout(() => former.forEach((one) => one.remove()), FADE_MS);
    if (!cover) return void forget();
    const picture = new Image();
    picture.alt = '';
    picture.addEventListener('load', () => {
      wash.append(picture);
      forget();
    });
    picture.src = cover;
  }
  player.subscribe(draw);
  draw();
}

/** The current cover; none for a placeholder, and none where the station has a picture of its own. */
function coverOf({ station, tracks }: PlayerSnapshot): string | undefined {
  const { cover, kind } = tracks?.current ?? {};
  const isPlaceholder = cover?.endsWith('.svg');
  return station?.background_url || kind || isPlaceholder ? undefined : cover;
}
