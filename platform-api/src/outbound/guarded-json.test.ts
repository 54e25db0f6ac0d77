import { describe, expect, it } from 'vitest';
import { parseJson } from './guarded-json.ts';

const icecast = (title: string) =>
  parseJson(`{"icestats":{"source":{"listeners":3,"title":${title},"dummy":null}}}`);
const titled = (title: unknown) => ({
  icestats: { source: { listeners: 3, title, dummy: null } },
});

describe('valid JSON', () => {
  it('is parsed unchanged', () => {
    expect(parseJson('{"a":[1,-2.5e3,"-",null]}')).toEqual({ a: [1, -2500, '-', null] });
  });

  it('may contain any string', () => {
    expect(icecast('"a \\" - , 5. \\\\"')).toEqual(titled('a " - , 5. \\'));
  });
});

describe("Icecast 2.4's invalid JSON", () => {
  // Recorded from Debian's icecast2 2.4.4.
  it.each([
    ['-', '-'],
    [' - ', '-'],
    ['.5', '.5'],
    ['5.', '5.'],
    ['-.5', '-.5'],
  ])('reads an unquoted title %j as text', (written, title) => {
    expect(icecast(written)).toEqual(titled(title));
  });

  it('repairs only the unquoted title, not strings with the same text', () => {
    expect(icecast('-,"artist":"x \\"- ,5.\\" y"')).toEqual({
      icestats: { source: { listeners: 3, title: '-', artist: 'x "- ,5." y', dummy: null } },
    });
  });

  it('rejects invalid JSON of other servers', () => {
    expect(() => parseJson('{"title": - ,"dummy":null}')).toThrow(SyntaxError);
  });

  it('takes linear time for hostile input', () => {
    const started = performance.now();
    expect(() => parseJson(`{"icestats":"${'\\"'.repeat(130_000)}`)).toThrow(SyntaxError);
    // Quadratic time would be minutes.
    expect(performance.now() - started).toBeLessThan(1_000);
  });
});
