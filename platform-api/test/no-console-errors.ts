// A test fails when something is reported on the console: a bad prop, a missing feature of jsdom, or the misuse
// of a library. A test that expects this calls
// `vi.spyOn(console, 'error').mockImplementation(() => undefined)`.
import { format } from 'node:util';
import { afterEach, beforeAll } from 'vitest';

// oxlint-disable no-console -- this file watches the console
const complaints: string[] = [];

function expectSilence(): void {
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`console.error was called unexpectedly: ${said.join('\n')}`);
}

beforeAll(() => {
  const print = console.error;
  console.error = (...words: unknown[]) => {
    complaints.push(format(...words));
    print(...words);
  };
  return () => {
    console.error = print;
    expectSilence();
  };
});
afterEach(expectSilence);
