import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { button, STATION, textsOf } from '../../sdk/test/fake-player.ts';
import { pageWith } from '../test/fake-page.ts';
import type { ListenerPage } from './listener-page.ts';
import { listenerWords } from './page-words.ts';
import { qrPath } from './qr.ts';
import { Share } from './share.tsx';
import { WORDS, type Track } from '@stationhouse/sdk/shell';

const PAGE: ListenerPage = {
  ...pageWith({ page_url: STATION.station_url }),
  version: 'tests',
  words: WORDS.en,
  labels: listenerWords('en'),
  qr: qrPath(STATION.station_url),
  fonts: {},
};

const giveNavigator = (given: object) =>
  Object.defineProperties(
    navigator,
    Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, { value, configurable: true }]),
    ),
  );

const dialog = () => document.querySelector<HTMLDialogElement>('dialog[open]');

/** Presses Share and waits for the dialog. */
async function open(): Promise<HTMLDialogElement> {
  press('Share');
  return await vi.waitFor(() => dialog() ?? Promise.reject(new Error('There is no dialog.')));
}

beforeEach(() => {
  // jsdom does not implement dialogs.
  Object.assign(HTMLDialogElement.prototype, {
    showModal(this: HTMLDialogElement) {
      this.open = true;
    },
    close(this: HTMLDialogElement) {
      this.open = false;
      this.dispatchEvent(new Event('close'));
    },
  });
  render(<Share page={PAGE} song={null} />, document.body);
});
afterEach(() => {
  render(null, document.body);
  giveNavigator({ share: undefined, clipboard: undefined });
});

const press = (name: string) => button(document.body, name).click();

describe('sharing a station', () => {
  test('opens a dialog with a QR code when there is no share sheet', async () => {
    const shown = await open();
    expect(shown.querySelector('path')?.getAttribute('d')).toBe(PAGE.qr?.path);
    expect(shown.querySelector('input')?.value).toBe(STATION.station_url);
    shown.close();
    await vi.waitFor(() => expect(document.querySelector('dialog')).toBeNull());
  });

  test('copies the link', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    giveNavigator({ clipboard: { writeText } });
    const shown = await open();
    press('Copy link');
    await vi.waitFor(() => expect(textsOf(shown, 'status')[0]).toBe('Copied!'));
    expect(writeText).toHaveBeenCalledWith(STATION.station_url);
  });

  test('selects the link when the browser blocks copying', async () => {
    giveNavigator({ clipboard: { writeText: () => Promise.reject(new DOMException()) } });
    const shown = await open();
    press('Copy link');
    await vi.waitFor(() => expect(textsOf(shown, 'status')[0]).toContain('blocked copying'));
    const field = shown.querySelector('input');
    expect([field?.selectionStart, field?.selectionEnd]).toEqual([0, STATION.station_url.length]);
  });

  test('offers the system’s share sheet where there is one', async () => {
    const share = vi.fn<(link: ShareData) => Promise<void>>(async () => undefined);
    giveNavigator({ share });
    await open();
    press('Share this station');
    expect(share).toHaveBeenCalledWith({ title: 'Demo Radio', url: STATION.station_url });
  });

  test('stays open when the system’s sheet is blocked or closed', async () => {
    giveNavigator({ share: () => Promise.reject(new DOMException('', 'AbortError')) });
    await open();
    press('Share this station');
    await new Promise((drawn) => setTimeout(drawn));
    expect(dialog()).not.toBeNull();
  });
});

describe('sharing a song', () => {
  const song = { title: 'Morning Counter', artist: 'Stationhouse Ensemble', cover: '' };
  const text = 'Morning Counter – Stationhouse Ensemble on Demo Radio';
  const said = () => document.querySelector('[aria-live]')?.textContent;
  async function showSong(shown: Track): Promise<void> {
    render(<Share page={PAGE} song={shown} />, document.body);
    await open();
  }

  test('uses the system’s share sheet', async () => {
    const share = vi.fn<(data: ShareData) => Promise<void>>(async () => undefined);
    giveNavigator({ share });
    await showSong(song);
    press('Share this song');
    await vi.waitFor(() => expect(share).toHaveBeenCalled());
    expect(share).toHaveBeenCalledWith({ title: 'Demo Radio', text, url: STATION.station_url });
  });

  test('copies where there is none, and shows the words when that is blocked', async () => {
    const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
    giveNavigator({ clipboard: { writeText } });
    await showSong(song);
    press('Share this song');
    await vi.waitFor(() => expect(said()).toBe('Copied!'));
    expect(writeText).toHaveBeenCalledWith(`${text}\n${STATION.station_url}`);
    writeText.mockRejectedValue(new DOMException());
    press('Share this song');
    await vi.waitFor(() => expect(said()).toContain(text));
  });

  test.each([
    { ...song, title: 'Unknown Title' },
    { ...song, kind: 'radio_id' as const },
  ])('is not offered while nothing is known of the song, or no song plays', async (shown) => {
    await showSong(shown);
    expect(dialog()?.textContent).not.toContain('Share this song');
  });
});

test('the address of the stream can be copied for radios', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(async () => undefined);
  giveNavigator({ clipboard: { writeText } });
  await open();
  press('Copy address');
  await vi.waitFor(() => expect(writeText).toHaveBeenCalledWith(STATION.stream_url));
});
