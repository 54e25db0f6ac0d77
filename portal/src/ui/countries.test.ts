import { expect, test } from 'vitest';
import { matches, onlyMatch } from './ComboboxList.tsx';
import { COUNTRIES, countryChoices, countryCode, likelyCountry } from './countries.ts';

test('every country has a unique name', () => {
  expect(COUNTRIES.length).toBeGreaterThan(240);
  expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(COUNTRIES.length);
});

test('guesses the country from the time zone, else from the language', () => {
  expect(likelyCountry(['en-US', 'en'], 'Europe/London')).toBe('GB');
  expect(likelyCountry(['en-US', 'en'], 'Europe/Bucharest')).toBe('RO');
  expect(likelyCountry(['de-AT', 'de'], 'UTC')).toBe('AT');
  expect(likelyCountry(['en', 'fr-CA'], 'UTC')).toBe('CA');
  expect(likelyCountry(['en-XX'], 'UTC')).toBe('GB');
  expect(likelyCountry([], '')).toBe('GB');
});

test('lists the likely country first, and once', () => {
  const choices = countryChoices('GB');
  expect(choices[0]?.value).toBe('United Kingdom');
  expect(choices.filter(({ value }) => value === 'United Kingdom')).toHaveLength(1);
  expect(countryCode('United Kingdom')).toBe('GB');
});

test.each([
  ['uk', 'United Kingdom'],
  ['great b', 'United Kingdom'],
  ['kingd', 'United Kingdom'],
  ['aland', 'Åland Islands'],
  ['usa', 'United States of America'],
])('%j finds %s', (query, name) => {
  const found = countryChoices('FR').filter((choice) => matches(choice, query));
  expect(found.map(({ label }) => label)).toContain(name);
});

test.each([
  ['germany', 'Germany'],
  ['uk', 'United Kingdom'],
  ['  cote d’i ', "Cote d'Ivoire"],
  ['niger', 'Niger'],
  ['united', undefined],
  ['nowhere', undefined],
  ['', undefined],
])('%j matches only %s', (text, name) => {
  expect(onlyMatch(countryChoices('FR'), text)?.label).toBe(name);
});
