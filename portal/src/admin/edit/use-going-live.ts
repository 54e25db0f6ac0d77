import { SOURCE_FIELDS } from '@stationhouse/platform-api/contract/customers';
import { RequestFailed, type StationCheck } from '@stationhouse/sdk/client';
import { describe } from '../../api/failures.ts';
import { FIELD_NAMES, type CustomerValues } from './customer-values.ts';
import { useQuestion } from './use-question.ts';
import { useStationCheck } from './use-station-check.ts';

/** Whether listeners would hear or read something from elsewhere than before. */
function goesLive(known: CustomerValues, values: CustomerValues): boolean {
  const heard = ['status', ...SOURCE_FIELDS] as const;
  return values.status === 'active' && heard.some((field) => values[field] !== known[field]);
}

/** The check of a station, made by hand, and by itself before it is saved to go live. */
export function useGoingLive(user_id: string) {
  const check = useStationCheck(user_id);
  const doubt = useQuestion<readonly string[]>();

  /** What is not well, in sentences. What can't be saved is no doubt: the API says so at its field. */
  async function doubtsAbout(known: CustomerValues, values: CustomerValues): Promise<string[]> {
    try {
      const found = await check.run(values);
      const isRefused = ({ field, is_refused }: StationCheck) =>
        is_refused && values[field] !== known[field];
      if (found.some(isRefused)) return [];
      return found
        .filter(({ ok }) => !ok)
        .map(({ field, message }) => `${FIELD_NAMES[field]}: ${message}`);
    } catch (failure) {
      if (!(failure instanceof RequestFailed)) throw failure;
      return [`It could not be checked. ${describe(failure).detail}`];
    }
  }

  return {
    check,
    doubt,
    /** Whether what is typed over a customer may be saved: all is well, or the admin wants it anyway. */
    async maySave(known: CustomerValues, values: CustomerValues): Promise<boolean> {
      if (!goesLive(known, values) || check.isGood(values)) return true;
      const doubts = await doubtsAbout(known, values);
      return doubts.length === 0 || doubt.ask(doubts);
    },
  };
}
