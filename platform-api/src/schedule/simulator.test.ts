import { afterAll, describe, expect, it } from 'vitest';
import { testMusic, testSchedule } from '../../test/schedules.ts';
import { AppError } from '../errors.ts';
import type { Schedule } from '../timeline/schedule.ts';
import { createSimulator } from './simulator.ts';

const simulator = createSimulator();
afterAll(() => simulator.close());

const checkOf = (schedule: Schedule) =>
  ({
    kind: 'check',
    text: Buffer.from(JSON.stringify(schedule)),
    committed_at: Date.parse('2026-11-24T12:00:00Z'),
    running: null,
  }) as const;

/** Twelve songs can't be kept 24 hours apart, and the search for a mend simulates 60 days again and again. */
const hopeless = testSchedule(testMusic('few', 12, 12), {
  separation: { title_hours: 24, artist_tracks: 0 },
});
const good = testSchedule(testMusic('many', 60, 60));

describe('the simulator', () => {
  it('stops a check that is not wanted any more, so that the next one need not wait for it', async () => {
    const edits = new AbortController();
    const reason = new AppError('preview_superseded');
    const settled: string[] = [];
    const older = simulator.ask(checkOf(hopeless), edits.signal).finally(() => settled.push('old'));
    const newer = simulator.ask(checkOf(good)).finally(() => settled.push('new'));
    edits.abort(reason);
    await expect(older).rejects.toBe(reason);
    expect((await newer).problems).toEqual([]);
    expect(settled).toEqual(['old', 'new']);
  });

  it('gives a check up that takes too long, and says why the schedule is refused', async () => {
    const { problems, figures } = await simulator.ask({ ...checkOf(hopeless), max_ms: 1 });
    expect(problems).toMatchObject([{ code: 'too_long', mends: [] }]);
    expect(problems[0]?.message).toMatch(/^The check of 60 days was given up after 40 seconds\./);
    expect(figures).toBeNull();
  });

  it('does not begin a check that was cancelled before', async () => {
    const reason = new AppError('preview_superseded');
    await expect(simulator.ask(checkOf(good), AbortSignal.abort(reason))).rejects.toBe(reason);
  });

  it('answers as before when its signal is aborted after the answer', async () => {
    const request = new AbortController();
    const { problems } = await simulator.ask(checkOf(good), request.signal);
    request.abort();
    expect(problems).toEqual([]);
    expect((await simulator.ask(checkOf(good))).problems).toEqual([]);
  });
});
