import type { Look, Player } from '@stationhouse/sdk/shell';

/**
 * Draws a page anew when its station changes its look while the page is open, or when the system then turns dark. The
 * stylesheet of the page has the look that the server knew.
 *
 * @param drawn the look in the page's stylesheet
 * @param element gets the declarations, through CSSOM, which no content security policy forbids
 */
export function followLook(
  player: Pick<Player, 'snapshot' | 'subscribe'>,
  drawn: Look,
  element: HTMLElement,
  declarations: (look: Look, isSystemDark: boolean) => string,
): void {
  const systemDark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
  let shown = drawn;

  function draw(): void {
    element.style.cssText = declarations(shown, systemDark?.matches ?? false);
  }
  player.subscribe(() => {
    const { station } = player.snapshot();
    const isSame =
      !station ||
      (station.accent_colour === shown.accent_colour &&
        station.theme === shown.theme &&
        station.logo_shape?.luminance === shown.logo_shape?.luminance &&
        station.dark_logo?.logo_shape.luminance === shown.dark_logo?.logo_shape.luminance);
    if (isSame) return;
    if (shown === drawn) systemDark?.addEventListener('change', draw);
    shown = station;
    draw();
  });
}

/** Whether a page is drawn dark. */
export const isDrawnDark = ({ theme }: Look, isSystemDark: boolean): boolean =>
  theme === 'dark' || (theme !== 'light' && isSystemDark);
