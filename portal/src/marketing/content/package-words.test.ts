import { PACKAGES } from '@stationhouse/platform-api/contract/billing/prices';
import { expect, test } from 'vitest';
import { contentsOf } from './package-words.ts';

const groups = PACKAGES.map((offer, index) => contentsOf(offer, PACKAGES[index - 1]));

test('the smallest package has what everyone gets, each larger one only what it adds', () => {
  expect(groups.map(({ heading }) => heading)).toEqual([
    'Everyone gets',
    'Professional adds',
    'Enterprise adds',
  ]);
  const [starter, professional, enterprise] = groups.map(({ features }) =>
    features.map(({ name }) => name),
  );
  expect(starter).toEqual(PACKAGES[0]?.features);
  expect(professional).toContain('White label website');
  expect(professional).toContain('Your own domain');
  expect(professional).not.toContain('20,000 listening hours a month');
  expect(enterprise).toContain('Native iOS and Android apps');
  expect(enterprise).not.toContain('White label website');
  expect(enterprise).not.toContain('Your own domain');
});

test('hours are explained by players, and a larger number by the smaller one', () => {
  const meanings = groups.map(({ features }) => new Map(features.map((each) => [each.name, each])));
  const [starter, professional] = meanings;
  expect(starter?.get('20,000 listening hours a month')?.meaning).toBe(
    'Enough for 55 players, 12 hours a day',
  );
  expect(professional?.get('6 jingles')?.meaning).toBe('Instead of 3');
  expect(professional?.get('6 commercial spots')?.meaning).not.toContain('Instead');
});
