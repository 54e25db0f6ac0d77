import {
  CHECKED_FIELDS,
  type CheckedField,
} from '@stationhouse/platform-api/contract/admin/customer-acts';
import { SOURCE_FIELDS } from '@stationhouse/platform-api/contract/admin/customers';
import { RequestFailed, type StationCheck } from '@stationhouse/sdk/client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { openClient } from '../../../api/client.ts';
import { describe } from '../../../api/failures.ts';
import { type CustomerValues, FIELD_NAMES } from './customer-values.ts';

/** Whether saving would change the sources of a live station. */
function affectsListeners(known: CustomerValues, values: CustomerValues): boolean {
  const heard = ['status', ...SOURCE_FIELDS] as const;
  return values.status === 'active' && heard.some((field) => values[field] !== known[field]);
}

/** The station check: on demand, and automatically before a change of a live station is saved. */
export function useCheckBeforeSave(userId: string) {
  const check = useStationCheck(userId);
  const confirmation = useConfirmation<readonly string[]>();

  /** Problems as sentences. Empty if a field is invalid: the API's answer to saving says so at the field. */
  async function findProblems(known: CustomerValues, values: CustomerValues): Promise<string[]> {
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
      return [`The station could not be checked. ${describe(failure).detail}`];
    }
  }

  return {
    check,
    confirmation,
    /** Whether to save: the check found no problems, or the admin confirmed them. */
    async maySave(known: CustomerValues, values: CustomerValues): Promise<boolean> {
      if (!affectsListeners(known, values) || check.isGood(values)) return true;
      const problems = await findProblems(known, values);
      return problems.length === 0 || confirmation.ask(problems);
    },
  };
}

type CheckedValues = Pick<CustomerValues, CheckedField>;

interface Checked {
  /** The checked values. */
  values: CheckedValues;
  checks: readonly StationCheck[];
}

const isChecked = (field: string): field is CheckedField =>
  CHECKED_FIELDS.some((each) => each === field);

/** The API rejects invalid URLs without checking them. Turns such faults into check results. */
function faultsIn(failure: unknown): StationCheck[] {
  if (!(failure instanceof RequestFailed) || failure.errors.length === 0) throw failure;
  return failure.errors.flatMap(({ field, message }) =>
    isChecked(field) ? { field, ok: false, message, is_refused: true } : [],
  );
}

async function runCheck(userId: string, all: CustomerValues): Promise<Checked> {
  const { admin } = await openClient();
  const named = CHECKED_FIELDS.map((field) => [field, all[field]] as const);
  const values = Object.fromEntries(named) as CheckedValues; // Has every checked field.
  const checks = await admin.customers
    .check(userId, values)
    .then((found) => found.checks, faultsIn);
  return { values, checks };
}

/** Checks whether a station would play with the form's values. A result only applies to the checked values. */
function useStationCheck(userId: string) {
  const { data, error, isPending, mutateAsync } = useMutation({
    mutationFn: (values: CustomerValues) => runCheck(userId, values),
  });
  const isAbout = (values: CheckedValues) =>
    CHECKED_FIELDS.every((field) => data?.values[field] === values[field]);
  return {
    isBusy: isPending,
    /** Why the check could not run. */
    failure: error,
    /** The results for these values; undefined if they were not checked. */
    foundIn: (values: CheckedValues) => (isAbout(values) ? data?.checks : undefined),
    /** The result for one field with this value. */
    resultOf(field: string, value: string): StationCheck | undefined {
      if (!data || !isChecked(field) || data.values[field] !== value) return undefined;
      return data.checks.find((check) => check.field === field);
    },
    /** Whether these values were checked without problems. */
    isGood: (values: CheckedValues): boolean =>
      isAbout(values) && data?.checks.every(({ ok }) => ok) === true,
    /** @throws RequestFailed */
    run: async (values: CustomerValues) => (await mutateAsync(values)).checks,
  };
}

export type StationCheckState = ReturnType<typeof useStationCheck>;

/** A confirmation dialog that async code can await. */
function useConfirmation<About>() {
  const [asked, setAsked] = useState<{ about: About; answer: (isYes: boolean) => void }>();
  const [isOpen, setOpen] = useState(false);
  return {
    isOpen,
    /** The subject; it stays while the dialog fades out. */
    about: asked?.about,
    /** @returns whether the user confirmed */
    ask: (about: About) =>
      new Promise<boolean>((answer) => {
        setAsked({ about, answer });
        setOpen(true);
      }),
    answer(isYes: boolean) {
      setOpen(false);
      asked?.answer(isYes);
    },
  };
}
