import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { parseJson, readJsonAnswer } from './guarded-json.ts';

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

describe('an answer in another charset', () => {
  const answer = (body: Buffer, headers: Record<string, string>) =>
    readJsonAnswer({ statusCode: 200, headers, body: Readable.from([body]) } as never, 64 * 1024);
  const latin1 = (text: string) => Buffer.from(text, 'latin1');

  // guzzle #310, allOrigins #3.
  it.each([
    ['{"title":"D\xE9j\xE0 Vu"}', 'application/json; charset=iso-8859-1', 'Déjà Vu'],
    ['{"title":"D\xE9j\xE0 Vu"}', 'application/json', 'Déjà Vu'],
    ['{"title":"Don\x92t"}', 'text/html;charset="ISO-8859-1"', 'Don’t'],
    ['{"title":"\xC3\xF0\xF3\xEF\xEF\xE0"}', 'text/plain; charset=windows-1251', 'Группа'],
    ['{"title":"Beyonc\xC3\xA9"}', 'application/json; charset=iso-8859-1', 'Beyoncé'],
  ])('%j as %s is read', async (body, type, title) => {
    expect(await answer(latin1(body), { 'content-type': type })).toEqual({ title });
  });

  it.each(['utf-8', 'none', 'identity'])('encoded as %s is read as it is', async (encoding) => {
    const headers = { 'content-encoding': encoding };
    expect(await answer(Buffer.from('{"title":"é"}'), headers)).toEqual({ title: 'é' });
  });
});
