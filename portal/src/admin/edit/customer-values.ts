import { ProfileChange, StationChange } from '@stationhouse/platform-api/contract/customers';
import type { CustomerChange, CustomerDetails } from '@stationhouse/sdk/client';
import { z } from 'zod';
import { withScheme } from '../../api/form-rules.ts';
import { PROFILE_NAMES, STATION_NAMES } from '../field-names.ts';
import { valueInWords } from '../history/audit-words.ts';

/** What the Edit dialog calls each of its fields. */
export const FIELD_NAMES = { ...PROFILE_NAMES, ...STATION_NAMES };
export type FieldName = keyof typeof FIELD_NAMES;

// The keys of a record are what it is a record of.
const PROFILE_FIELDS = Object.keys(PROFILE_NAMES) as (keyof ProfileChange)[];
const STATION_FIELDS = Object.keys(STATION_NAMES) as (keyof StationChange)[];
export const FIELDS: readonly FieldName[] = [...PROFILE_FIELDS, ...STATION_FIELDS];

/** What the Edit dialog holds: every field as a text, '' where there is nothing. */
export type CustomerValues = Record<FieldName, string>;

/** What stands in a field, to read. */
export const inWords = (name: FieldName, value: string): string =>
  name === 'status' ? valueInWords('station.status', value) : value;

/** A customer as the dialog shows them. */
export function valuesOf({ user, profile, station }: CustomerDetails): CustomerValues {
  const known: Partial<Record<FieldName, string | null>> = {
    ...profile,
    ...station,
    email: user.email,
  };
  const entries = FIELDS.map((name) => [name, known[name] ?? ''] as const);
  return Object.fromEntries(entries) as CustomerValues; // Every field is among them.
}

/** Which fields are not what they were. */
export const differing = (one: CustomerValues, other: CustomerValues): FieldName[] =>
  FIELDS.filter((name) => one[name] !== other[name]);

/** Of several shapes the first is the one that people mean. */
const wordsOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_union' ? (issue.errors[0]?.[0]?.message ?? issue.message) : issue.message;

/** The rules for some of the fields, of which those that have changed are looked at. */
type Part<Change> = { fields: readonly FieldName[]; rules: z.ZodType<Change> };

/**
 * What the API is asked to change: the fields that are not what they were, by the API's own rules. The others
 * stay, whatever is in them.
 *
 * @param known what the form began with
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
