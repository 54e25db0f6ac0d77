import { ProfileChange, StationChange } from '@stationhouse/platform-api/contract/admin/customers';
import type { CustomerChange, CustomerDetails } from '@stationhouse/sdk/client';
import { z } from 'zod';
import { withScheme } from '../../../api/form-rules.ts';
import { PROFILE_NAMES, STATION_NAMES, valueInWords } from '../../field-names.ts';

/** The label of each field of the Edit dialog. */
export const FIELD_NAMES = { ...PROFILE_NAMES, ...STATION_NAMES };
export type FieldName = keyof typeof FIELD_NAMES;

// `Object.keys` loses the key type.
const PROFILE_FIELDS = Object.keys(PROFILE_NAMES) as (keyof ProfileChange)[];
const STATION_FIELDS = Object.keys(STATION_NAMES) as (keyof StationChange)[];
export const FIELDS: readonly FieldName[] = [...PROFILE_FIELDS, ...STATION_FIELDS];

/** The form's values: every field is a text, '' when empty. */
export type CustomerValues = Record<FieldName, string>;

/** A field's value for people. */
export const inWords = (name: FieldName, value: string): string =>
  valueInWords(`station.${name}`, value);

/** The form's values for a customer. */
export function valuesOf({ user, profile, station }: CustomerDetails): CustomerValues {
  const known: Partial<Record<FieldName, string | null>> = {
    ...profile,
    ...station,
    email: user.email,
  };
  const entries = FIELDS.map((name) => [name, known[name] ?? ''] as const);
  return Object.fromEntries(entries) as CustomerValues; // Has every field.
}

/** The fields whose values differ. */
export const differing = (one: CustomerValues, other: CustomerValues): FieldName[] =>
  FIELDS.filter((name) => one[name] !== other[name]);

/** An invalid union reports the faults of its first option, which is the one people mean. */
const wordsOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_union' ? (issue.errors[0]?.[0]?.message ?? issue.message) : issue.message;

/** The API's rules for a group of fields. */
type Part<Change> = { fields: readonly FieldName[]; rules: z.ZodType<Change> };

/**
 * Turns the form's values into the change to send. Only changed fields are validated and sent.
 *
 * @param known the values that the form started with
 */
export function changeRules(known: CustomerValues): z.ZodType<CustomerChange, CustomerValues> {
  return z.record(z.enum(FIELDS), z.string()).transform((typed, { addIssue }): CustomerChange => {
    const website = typed.company_website.trim();
    const texts = { ...typed, company_website: website && withScheme(website) };
    const changed = differing(known, typed);
    const changeOf = <Change>({ fields, rules }: Part<Change>): Change | undefined => {
      const names = changed.filter((name) => fields.includes(name));
      if (names.length === 0) return undefined;
      const part = Object.fromEntries(names.map((name) => [name, texts[name]]));
      const { data, error } = rules.safeParse(part);
      for (const issue of error?.issues ?? []) {
        addIssue({ code: 'custom', path: issue.path, message: wordsOf(issue) });
      }
      return data;
    };
    const profile = changeOf({ fields: PROFILE_FIELDS, rules: ProfileChange });
    const station = changeOf({ fields: STATION_FIELDS, rules: StationChange });
    return { ...(profile && { profile }), ...(station && { station }) };
  });
}
