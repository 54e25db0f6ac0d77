import { WORDS, type Track } from '@stationhouse/sdk/shell';
import { render } from 'preact';
import { afterEach, expect, test, vi } from 'vitest';
import { button, TRACKS } from '../../sdk/test/fake-player.ts';
import { pageWith } from '../test/fake-page.ts';
import { History } from './history.tsx';
import { listenerWords } from './page-words.ts';

const open = (previous: Track | null = null) => {
  const page = {
    ...pageWith({}),
    version: 'tests',
    words: WORDS.en,
    labels: listenerWords('en'),
    qr: null,
    fonts: {},
  };
  render(<History page={page} previous={previous} />, document.body);
  // jsdom does not implement dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  button(document.body, 'Last songs').click();
};
const answers = (answer: () => Response) => {
  const asked = vi.fn<(url: string) => Promise<Response>>(async () => answer());
  vi.stubGlobal('fetch', asked);
  return asked;
};
afterEach(() => {
  render(null, document.body);
  vi.unstubAllGlobals();
});

test('the last songs are fetched when they are opened', async () => {
  const started_at = '2026-11-24T12:05:00Z';
  const data = [{ ...TRACKS.previous, started_at }, TRACKS.next];
  const asked = answers(() => Response.json({ data }));
  open();
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(2));
  expect(String(asked.mock.calls[0]?.[0])).toContain('/v1/stations/demo/played-tracks');
  expect(document.querySelector('li b')?.textContent).toBe('Paper Lanterns');
  expect(document.querySelector('time')?.dateTime).toBe(started_at);
});

test('the song before is shown where no list is kept', async () => {
  answers(() => Response.json({ data: [] }));
  open(TRACKS.previous);
  await vi.waitFor(() => expect(document.querySelectorAll('li')).toHaveLength(1));
  expect(document.body.textContent).not.toContain('No songs yet.');
});

test('no songs, and a failure to load them, are said', async () => {
  answers(() => Response.json({ data: [] }));
  open();
  await vi.waitFor(() => expect(document.body.textContent).toContain('No songs yet.'));
  render(null, document.body);
  answers(() => Response.json({ code: 'station_not_found' }, { status: 404 }));
  open();
  await vi.waitFor(() => expect(document.body.textContent).toContain('could not be loaded'));
});
