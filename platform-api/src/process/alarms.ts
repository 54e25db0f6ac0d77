import { setTimeout as sleep } from 'node:timers/promises';
import { MINUTE_MS } from '../../contract/time.ts';

/** A line of the log that an operator must hear of: one with the field `alarm`. */
export interface Alarm {
  /** The kind: `billing`, `mail`, `open_files`. */
  alarm: string;
  message: string;
}

/** The same alarm is sent again after this time, in ms. */
const SAME_ALARM_EVERY_MS = 10 * MINUTE_MS;
/** The receiver gets this long to answer, and one more try after a pause, in ms. */
const TIMEOUT_MS = 10_000;
const RETRY_MS = 5_000;

/**
 * Posts alarms to the operator's `ALARM_URL`, because mail may be what fails. The body has the field `text`, which
 * Slack, Mattermost and others show.
 *
 * @param given.publicUrl names the installation
 * @param given.onFailure called when the receiver has refused an alarm twice
 * @returns never rejects
 */
export function createAlarmPost(given: {
  url: string;
  publicUrl: string;
  onFailure: (error: unknown) => void;
}): (alarm: Alarm) => Promise<void> {
  const { url, publicUrl } = given;
  const sentAt = new Map<string, number>();

  async function post({ alarm, message }: Alarm): Promise<void> {
    const text = `${publicUrl}: ${message} (${alarm})`;
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ text, alarm, message, url: publicUrl, at: new Date().toISOString() }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new Error(`ALARM_URL answered ${answer.status}`);
  }

  return async (alarm) => {
    const now = performance.now();
    const key = `${alarm.alarm} ${alarm.message}`;
    if (now - (sentAt.get(key) ?? -Infinity) < SAME_ALARM_EVERY_MS) return;
    if (sentAt.size > 1_000) sentAt.clear();
    sentAt.set(key, now);
    try {
      await post(alarm).catch(async () => {
        await sleep(RETRY_MS, undefined, { ref: false });
        await post(alarm);
      });
    } catch (error) {
      given.onFailure(error);
    }
  };
}
