import { describe, expect, it } from 'vitest';
import { CALLS } from '../../contract/calls.ts';
import { PACKAGES, VAT_PERCENT } from '../../contract/billing/prices.ts';
import { publicLocationId } from '../../contract/locations/schemas.ts';
import { publicStationId } from '../../contract/stations/slug.ts';
import { DocumentedApi } from '../../test/documented-api.ts';
import { describeApi } from './open-api.ts';
import { ID_EXAMPLE, TIME_EXAMPLE } from './open-api-examples.ts';

const api = new DocumentedApi(JSON.stringify(describeApi('https://radio.example.org')));

type Fields = Record<string, unknown>;

/** Every object of an example. */
function objectsIn(value: unknown): Fields[] {
  if (Array.isArray(value)) return value.flatMap(objectsIn);
  if (typeof value !== 'object' || value === null) return [];
  const fields = value as Fields;
  return [fields, ...Object.values(fields).flatMap(objectsIn)];
}

/** Each pair is in this order. */
const IN_ORDER = [
  ['starts_at', 'ends_at'],
  ['from', 'to'],
  ['from', 'until'],
  ['created_at', 'updated_at'],
  ['created_at', 'email_confirmed_at'],
  ['created_at', 'last_used_at'],
  ['created_at', 'expires_at'],
  ['created_at', 'purchased_at'],
  ['purchased_at', 'setup_completed_at'],
] as const;

const isTime = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);

/** The amounts of an order and what they should be, by the list of prices: VAT is that of the United Kingdom. */
function amountsIn(fields: Fields): [name: string, amount: unknown, expected: number][] {
  const found = PACKAGES.find(({ name }) => name === fields['package_name']);
  if (!found) return [];
  const net = found.setup_fee + found.monthly_fee;
  const vat = fields['vat_amount'] === 0 ? 0 : (net * VAT_PERCENT) / 100;
  return [
    ['setup_fee', fields['setup_fee'], found.setup_fee],
    ['first_month', fields['first_month'], found.monthly_fee],
    ['package_price', fields['package_price'], found.monthly_fee],
    ['vat_amount', fields['vat_amount'], vat],
    ['total', fields['total'], net + vat],
    ['total_amount', fields['total_amount'], net + vat],
  ];
}

const has = (fields: Fields, ...names: string[]) =>
  names.every((name) => typeof fields[name] === 'string');

/** What does not belong together in an object, in words. */
function contradictionsIn(fields: Fields): string[] {
  const { id, public_id, station_id, station_slug, station_url, stream_url } = fields;
  const late = IN_ORDER.filter(([first, second]) => {
    const [a, b] = [fields[first], fields[second]];
    return isTime(a) && isTime(b) && a >= b;
  });
  const wrong = amountsIn(fields).filter(
    ([, amount, expected]) => typeof amount === 'number' && amount !== expected,
  );
  const other = [station_url, stream_url].filter(
    (url) => has(fields, 'station_slug') && url && !String(url).includes(String(station_slug)),
  );
  return [
    ...late.map(([first, second]) => `${second} is not after ${first}`),
    ...wrong.map(([name, , expected]) => `${name} is not ${expected}`),
    ...other.map((url) => `${String(url)} is not the address of ${String(station_slug)}`),
    ...(has(fields, 'id', 'public_id') &&
    ![publicStationId, publicLocationId].some((of) => public_id === of(String(id)))
      ? ['the public id is another row’s']
      : []),
    ...(has(fields, 'id', 'station_id') && id === station_id ? ['the id is the station’s'] : []),
  ];
}

describe('the example of a call', () => {
  it.each(CALLS.map(({ id }) => id))(
    '%s conforms to its schema, and its fields belong together',
    (id) => {
      const contradictions = api
        .examplesOf(id)
        .flatMap(objectsIn)
        .flatMap((fields) =>
          contradictionsIn(fields).map((words) => `${words}: ${JSON.stringify(fields)}`),
        );
      expect(contradictions).toEqual([]);
    },
  );

  it('shows three different songs, and nothing of a pause', () => {
    const [nowPlaying] = api.examplesOf('getNowPlaying') as [Record<string, { title: string }>];
    const titles = ['previous', 'current', 'next'].map((slot) => nowPlaying[slot]?.title);
    expect(new Set(titles).size).toBe(3);
    expect(nowPlaying['current']).not.toHaveProperty('closed_until');
  });

  it('tells the station from its owner', () => {
    const [station] = api.examplesOf('getMyStation') as [Record<string, string>];
    expect(station['id']).not.toBe(station['user_id']);
    expect(station['status']).toBe('active');
  });

  it('begins with the values that the contract gives to fields without an example', () => {
    const text = JSON.stringify(api.document.components.schemas);
    for (const value of [TIME_EXAMPLE, ID_EXAMPLE]) expect(text).toContain(value);
  });
});
