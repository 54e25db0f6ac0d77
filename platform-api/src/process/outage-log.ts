import type { Logger } from './log.ts';

/** Logs that something is lost, and that it is back, once each however often it is told so. */
export interface OutageLog {
  lost(error: unknown): void;
  back(): void;
}

/** @param what the subject of the lines: `database lost`, `database is back after 6.1 s` */
export function createOutageLog(what: string, log: Logger): OutageLog {
  let lostAt: number | null = null;
  return {
    lost(error) {
      if (lostAt === null) log.warn({ err: error }, `${what} lost`);
      lostAt ??= performance.now();
    },
    back() {
      if (lostAt === null) return;
      const seconds = Number(((performance.now() - lostAt) / 1_000).toFixed(1));
      log.info({ seconds }, `${what} is back after ${seconds} s`);
      lostAt = null;
    },
  };
}
