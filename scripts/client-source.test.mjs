// @vitest-environment node
import { expect, it } from 'vitest';
import { CALLS } from '../platform-api/contract/calls.ts';
import { FUNCTIONS } from '../sdk/client-map.js';
import { clientReference } from './client-reference.mjs';
import { codesOf } from './client-source.mjs';

const reference = clientReference('0.0.0');

/** The codes that the client's reference names for a function. */
function documented(name) {
  const [, section = ''] = reference.split(`### client.${name}(`);
  const [own] = section.split(/^##/m);
  const fails = /^Fails with ([^]*?)\n\n/m.exec(own)?.[1] ?? '';
  return [...fails.matchAll(/`(\w+)`/g)].map(([, code]) => code).filter((code) => code in KNOWN);
}

const KNOWN = Object.fromEntries(CALLS.flatMap(codesOf).map((code) => [code, true]));

it.each(Object.entries(FUNCTIONS).filter(([, { call }]) => call))(
  '%s names the errors of its call',
  (name, { call, never = [] }) => {
    const codes = codesOf(CALLS.find(({ id }) => id === call));
    const named = documented(name);
    const wrong = named.filter((code) => !codes.includes(code));
    expect(wrong, 'errors that the call does not have').toEqual([]);
    const missing = codes.filter((code) => !named.includes(code) && !never.includes(code));
    expect(missing, 'errors that the docstring leaves out').toEqual([]);
  },
);
