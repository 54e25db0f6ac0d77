import type { Asset } from '@stationhouse/sdk/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode, type ReactElement } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { onTestFinished, vi } from 'vitest';
import { answered, listed, profile, user } from '../../api/test/answers.ts';
import { doing, draw, find, until } from '../../ui/test/draw.tsx';
import { takeToasts, type ToastMessage } from '../../ui/toast.ts';
import { uploads } from '../upload-queue.ts';
import { holdTheLine } from './stand-in-line.ts';

type Answer = () => Response | Promise<Response>;

export const LIST = 'GET /v1/me/assets';
export const ME = 'GET /v1/me';

/** A radio ID of ten seconds. */
export const asset = (id: string, more: Partial<Asset> = {}): Asset => ({
  id,
  kind: 'radio_id',
  file_name: `${id}.mp3`,
  url: `https://radio.example.com/storage/station-assets/u/${id}.mp3?v=1`,
  content_type: 'audio/mpeg',
  size_bytes: 160_512,
  duration_seconds: 10.032,
  bitrate_kbps: 128,
  channels: 2,
  peaks: [0, 0.4, 1, 0.7],
  created_at: '2026-11-21T09:30:00.000Z',
  ...more,
});

export const logo = (more: Partial<Asset> = {}): Asset => ({
  id: 'l1',
  kind: 'logo',
  file_name: 'house.png',
  url: 'https://radio.example.com/storage/station-assets/u/logo.png?v=1',
  content_type: 'image/png',
  size_bytes: 20_000,
  created_at: '2026-11-21T09:30:00.000Z',
  ...more,
});

export const meWith = (station_logo_url: string | null): Answer =>
  answered({ user, role: 'user', profile: { ...profile, station_logo_url } });

export const mp3 = (name: string): File => new File(['ID3'], name, { type: 'audio/mpeg' });

/** A file that only reports its size. */
export function sized(file: File, size: number): File {
  Object.defineProperty(file, 'size', { value: size });
  return file;
}

/** Opens a page for Ada whose uploads are controlled by the test. */
export async function openUploads(page: ReactElement, answers: Record<string, Answer> = {}) {
  const asked: string[] = [];
  const known: Record<string, Answer> = {
    'POST /v1/auth/token': answered({
      access_token: 'a',
      token_type: 'bearer',
      expires_in: 900,
      user,
    }),
    [LIST]: listed([]),
    [ME]: meWith(null),
  };
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    const call = `${method} ${new URL(url).pathname}`;
    asked.push(call);
    const answer = answers[call] ?? known[call];
    if (!answer) throw new Error(`Nothing answers ${call}`);
    return answer();
  });
  const line = holdTheLine();
  onTestFinished(() => uploads.clear());
  const toasts: ToastMessage[] = [];
  onTestFinished(takeToasts((message) => toasts.push(message)));
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  onTestFinished(() => queries.clear());
  const around = (shown: ReactElement) => (
    <StrictMode>
      <QueryClientProvider client={queries}>
        <MemoryRouter>{shown}</MemoryRouter>
      </QueryClientProvider>
    </StrictMode>
  );
  const { redraw } = await draw(around(page));
  return {
    toasts,
    answers,
    /** The sent files, in order. */
    line,
    timesAsked: (call: string) => asked.filter((each) => each === call).length,
    show: (other: ReactElement) => redraw(around(other)),
  };
}

/** The text of the page. */
export const text = () => document.body.textContent;

/** The announcements for screen readers. */
export const told = () =>
  [...document.querySelectorAll('[role="status"].sr-only')].map((each) => each.textContent);

/** Waits for the drop zone. */
async function way(place: string): Promise<HTMLInputElement> {
  const selector = `${place} input[type="file"]`;
  await until(() => find(HTMLInputElement, selector));
  return find(HTMLInputElement, selector);
}

/** Chooses files in the browser's dialog. */
export async function choose(files: readonly File[], place = ''): Promise<void> {
  const input = await way(place);
  Object.defineProperty(input, 'files', { value: files, configurable: true });
  await doing(() => input.dispatchEvent(new Event('change', { bubbles: true })));
}

/** Drops files on the first drop zone. */
export async function drop(files: readonly File[]): Promise<void> {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  const items = files.map((file) => ({ kind: 'file', type: file.type, getAsFile: () => file }));
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], files, items } });
  const { parentElement } = await way('');
  await doing(() => parentElement?.dispatchEvent(event));
}
