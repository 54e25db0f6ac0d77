type Press = 'ok' | 'play' | 'pause';

/** The names of keys (UI Events KeyboardEvent key Values). What toggles is the page's one button. */
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
 * Televisions that name no key send its number: CEA-2014 and HbbTV (VK_ENTER, VK_PAUSE, VK_STOP, VK_PLAY,
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
 * Lets a remote control work the page's one button: any key puts the focus there, where everybody sees
 * it, and keys that mean it press it.
 *
 * @param button of the page; it has the class `on` while a press means silence
 */
export function handleRemoteKeys(button: () => HTMLElement | null): void {
  addEventListener('keydown', (event) => {
    const target = button();
    if (!target || event.altKey || event.ctrlKey || event.metaKey) return;
    // Tab finds the button by itself.
    if (event.key !== 'Tab') target.focus();
    // oxlint-disable-next-line typescript/no-deprecated -- all that some televisions send
    const press = NAMES[event.key] ?? NUMBERS[event.keyCode];
    if (!press) return;
    // Nor does the browser press it once more, or again and again while a key is held.
    event.preventDefault();
    const isMeant = press === 'ok' || (press === 'pause') === target.classList.contains('on');
    if (isMeant && !event.repeat) target.click();
  });
}
