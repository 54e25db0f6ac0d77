import pino from 'pino';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createOutageLog } from './outage-log.ts';

it('says once that something is lost, and once after how long it is back', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const lines: string[] = [];
  const log = pino(
    {},
    { write: (line: string) => void lines.push(JSON.parse(line).msg as string) },
  );
  const outage = createOutageLog('database', log);
  outage.back();
  outage.lost(new Error('refused'));
  vi.advanceTimersByTime(6_100);
  outage.lost(new Error('refused'));
  outage.back();
  outage.back();
  expect(lines).toEqual(['database lost', 'database is back after 6.1 s']);
});
