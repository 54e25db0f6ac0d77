import { describe, expect, it } from 'vitest';
import { parseJson } from './guarded-json.ts';

const icecast = (title: string) =>
  parseJson(`{"icestats":{"source":{"listeners":3,"title":${title},"dummy":null}}}`);
const titled = (title: unknown) => ({
  icestats: { source: { listeners: 3, title, dummy: null } },
});

describe('what is JSON', () => {
  it('is read as it is', () => {
    expect(parseJson('{"a":[1,-2.5e3,"-",null]}')).toEqual({ a: [1, -2500, '-', null] });
  });

  it('may hold anything in its strings', () => {
    expect(icecast('"a \\" - , 5. \\\\"')).toEqual(titled('a " - , 5. \\'));
  });
});

describe("Icecast 2.4's answers that are not quite JSON", () => {
  // Each as Debian's icecast2 2.4.4 gave it when its stream was titled so.
  it.each([
    ['-', '-'],
    [' - ', '-'],
    ['.5', '.5'],
    ['5.', '5.'],
    ['-.5', '-.5'],
  ])('a title %j without quotes is a text', (written, title) => {
    expect(icecast(written)).toEqual(titled(title));
  });

  it('a broken one beside strings that hold the same leaves those alone', () => {
    expect(icecast('-,"artist":"x \\"- ,5.\\" y"')).toEqual({
      icestats: { source: { listeners: 3, title: '-', artist: 'x "- ,5." y', dummy: null } },
    });
  });

  it('other servers are not forgiven', () => {
    expect(() => parseJson('{"title": - ,"dummy":null}')).toThrow(SyntaxError);
  });

  it('a hostile one costs no more time than its length', () => {
    const started = performance.now();
    expect(() => parseJson(`{"icestats":"${'\\"'.repeat(130_000)}`)).toThrow(SyntaxError);
    // Looking from every quote again would take minutes.
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
