import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { API, installFakeApi, station, type FakeApi } from '../../test/fake-api.ts';
import { installFakeAudio, type FakeAudio } from '../../test/fake-audio.ts';
import { createPlayer } from './create-player.ts';
import type { Player } from './player.ts';

let api: FakeApi;
let audios: FakeAudio[];
let player: Player;

const seconds = (count: number) => vi.advanceTimersByTimeAsync(count * 1000);

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => new AbortController().signal);
  audios = installFakeAudio();
  api = installFakeApi();
});

afterEach(async () => {
  player.destroy();
  await seconds(0);
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Plays a stream of another server, or of ours. */
async function play(stream_url: string): Promise<FakeAudio> {
  api.station = { ...station, stream_url };
  player = createPlayer({ station: 'demo', apiBase: API, placement: 'page' });
  player.subscribe(() => undefined);
  await seconds(0.1);
  void player.play();
  await seconds(0.1);
  const [audio] = audios;
  if (!audio) throw new Error('no audio element was made');
  audio.begin();
  await seconds(0.1);
  return audio;
}

describe('an outside stream', () => {
  it('is reported with its running total: each minute while it plays, and at the end', async () => {
    await play('https://ice.example/live');
    expect(api.reports).toEqual(['begin page']);
    await seconds(60);
    await seconds(60);
    player.pause();
    expect(api.reports).toHaveLength(4);
    const totals = api.reports.slice(1).map((report) => {
      expect(report).toMatch(/^token-1 /);
      return Number(report.split(' ')[1]);
    });
    expect(totals[0]).toBeGreaterThan(55);
    expect(totals[1]).toBeGreaterThan(115);
    expect(totals[2]).toBeGreaterThanOrEqual(totals[1] ?? 0);
    expect(api.reports.at(-1)).toMatch(/ end$/);
    await seconds(300);
    expect(api.reports).toHaveLength(4);
  });

  it('is reported when the page is left', async () => {
    await play('https://ice.example/live');
    await seconds(10);
    dispatchEvent(new Event('pagehide'));
    expect(api.reports.at(-1)).toMatch(/^token-1 \d[\d.]* end$/);
  });
});

it('our own stream is not reported: the server counts it', async () => {
  await play(`${API}/stream/demo`);
  await seconds(120);
  player.pause();
  expect(api.reports).toEqual([]);
});
