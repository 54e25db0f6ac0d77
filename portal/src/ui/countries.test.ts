import { expect, test } from 'vitest';
import { COUNTRIES, countryChoices, countryCode, likelyCountry } from './countries.ts';
import { matches, onlyMatch } from './searchable-choice.ts';

test('every country has a name of its own', () => {
  expect(COUNTRIES.length).toBeGreaterThan(240);
  expect(new Set(COUNTRIES.map(({ name }) => name)).size).toBe(COUNTRIES.length);
});

test('the clock says more than the language, and the language more than nothing', () => {
  expect(likelyCountry(['en-US', 'en'], 'Europe/London')).toBe('GB');
  expect(likelyCountry(['de-AT', 'de'], 'UTC')).toBe('AT');
  expect(likelyCountry(['en', 'fr-CA'], 'UTC')).toBe('CA');
  expect(likelyCountry(['en-XX'], 'UTC')).toBe('GB');
  expect(likelyCountry([], '')).toBe('GB');
});

test('the likely country comes first, and only once', () => {
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
])('%j can only mean %s', (text, name) => {
  expect(onlyMatch(countryChoices('FR'), text)?.label).toBe(name);
});
