import {
  CHECKED_FIELDS,
  type CheckedField,
} from '@stationhouse/platform-api/contract/customer-acts';
import { RequestFailed, type StationCheck } from '@stationhouse/sdk/client';
import { useMutation } from '@tanstack/react-query';
import { openClient } from '../../api/client.ts';
import type { CustomerValues } from './customer-values.ts';

type CheckedValues = Pick<CustomerValues, CheckedField>;

interface Checked {
  /** What was looked at. */
  values: CheckedValues;
  checks: readonly StationCheck[];
}

const isChecked = (field: string): field is CheckedField =>
  CHECKED_FIELDS.some((each) => each === field);

/** What is no address at all the API refuses to look at; that is a result too. */
function faultsIn(failure: unknown): StationCheck[] {
  if (!(failure instanceof RequestFailed) || failure.errors.length === 0) throw failure;
  return failure.errors.flatMap(({ field, message }) =>
    isChecked(field) ? { field, ok: false, message, is_refused: true } : [],
  );
}

async function look(user_id: string, all: CustomerValues): Promise<Checked> {
  const { admin } = await openClient();
  const named = CHECKED_FIELDS.map((field) => [field, all[field]] as const);
  const values = Object.fromEntries(named) as CheckedValues; // Each of them is there.
  const checks = await admin.customers
    .check(user_id, values)
    .then((found) => found.checks, faultsIn);
  return { values, checks };
}

/**
 * Looks whether a station would play, with what is in the form (specification §2, Edit dialog). What was found
 * counts for what was looked at: once a field holds something else there is no result for it.
 */
export function useStationCheck(user_id: string) {
  const { data, error, isPending, mutateAsync } = useMutation({
    mutationFn: (values: CustomerValues) => look(user_id, values),
    // Somebody waits: without a network it is told at once.
    networkMode: 'always',
  });
  const isAbout = (values: CheckedValues) =>
    CHECKED_FIELDS.every((field) => data?.values[field] === values[field]);
  return {
    isBusy: isPending,
    /** Why nothing could be looked at. */
    failure: error,
    /** What was found with these texts in the form; undefined where they were not looked at. */
    foundIn: (values: CheckedValues) => (isAbout(values) ? data?.checks : undefined),
    /** What was found with this text in the field. */
    resultOf(field: string, value: string): StationCheck | undefined {
      if (!data || !isChecked(field) || data.values[field] !== value) return undefined;
      return data.checks.find((check) => check.field === field);
    },
    /** Whether all that is in the form was looked at and found well. */
    isGood: (values: CheckedValues): boolean =>
      isAbout(values) && data?.checks.every(({ ok }) => ok) === true,
    /** @returns what was found @throws what the client throws */
    run: async (values: CustomerValues) => (await mutateAsync(values)).checks,
  };
}

export type StationCheckNow = ReturnType<typeof useStationCheck>;
