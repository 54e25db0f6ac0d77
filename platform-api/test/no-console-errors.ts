// A test fails when something complains on the console: React of a bad prop, jsdom of what it lacks, a
// library of a misuse. A test that expects it says so with
// `vi.spyOn(console, 'error').mockImplementation(() => undefined)`.
import { format } from 'node:util';
import { afterAll, afterEach } from 'vitest';

// oxlint-disable no-console -- this is where the console is kept silent
const complaints: string[] = [];
const print = console.error;
console.error = (...words: unknown[]) => {
  complaints.push(format(...words));
  print(...words);
};

function expectSilence(): void {
  const said = complaints.splice(0);
  if (said.length > 0) throw new Error(`console.error was called unexpectedly: ${said.join('\n')}`);
}

afterEach(expectSilence);
afterAll(expectSilence);
