type Press = 'ok' | 'play' | 'pause';

/** Key names (UI Events KeyboardEvent key Values). A key that toggles counts as `ok`. */
const NAMES: Readonly<Record<string, Press | undefined>> = {
  Enter: 'ok',
  ' ': 'ok',
  Select: 'ok',
  MediaPlayPause: 'ok',
  MediaPlay: 'play',
  MediaPause: 'pause',
  MediaStop: 'pause',
};

/**
 * Key codes of televisions without key names: CEA-2014 and HbbTV (VK_ENTER, VK_PAUSE, VK_STOP, VK_PLAY,
 * VK_PLAY_PAUSE), 179 of Windows keyboards, and 10252 of Samsung's. Back (8, 461, 10009) is left alone.
 */
const NUMBERS: Readonly<Record<number, Press | undefined>> = {
  13: 'ok',
  19: 'pause',
  32: 'ok',
  179: 'ok',
  413: 'pause',
  415: 'play',
  463: 'ok',
  10252: 'ok',
};

/**
 * Makes a remote control work the page's only button: any key focuses it, and OK, play and pause press it.
 *
 * @param button returns the button; it has the class `on` while a press would pause
 */
export function handleRemoteKeys(button: () => HTMLElement | null): void {
  addEventListener('keydown', (event) => {
    const target = button();
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
    // Tab moves the focus natively.
    if (event.key !== 'Tab') target.focus();
    // oxlint-disable-next-line typescript/no-deprecated -- the only field that some televisions send
    const press = NAMES[event.key] ?? NUMBERS[event.keyCode];
    if (!press) return;
    // Keeps the browser from pressing it as well, and again while a key is held.
    event.preventDefault();
    const isMeant = press === 'ok' || (press === 'pause') === target.classList.contains('on');
    if (isMeant && !event.repeat) target.click();
  });
}
