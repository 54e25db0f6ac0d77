import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createEventParser } from './event-parser.ts';

/** The events of a text that arrives in the given chunks. */
function read(pieces: Iterable<string>) {
  const events: object[] = [];
  const parse = createEventParser((fields) => events.push({ ...fields }));
  for (const piece of pieces) parse(piece);
  return events;
}

describe('one chunk', () => {
  it.each<[text: string, events: object[], what: string]>([
    ['data: one\n\n', [{ data: 'one' }], 'data alone'],
    ['event: station\ndata: {}\n\n', [{ event: 'station', data: '{}' }], 'a name'],
    ['id: 7\ndata: x\n\n', [{ id: '7', data: 'x' }], 'an id'],
    ['data: a\ndata: b\n\n', [{ data: 'a\nb' }], 'data of several lines'],
    ['data:a\n\n', [{ data: 'a' }], 'no space after the colon'],
    ['data:  a\n\n', [{ data: ' a' }], 'one space belongs to the format, the other to the data'],
    ['data\n\n', [{ data: '' }], 'a field without a colon'],
    ['data: a:b: c\n\n', [{ data: 'a:b: c' }], 'colons in the data'],
    ['data: a\r\n\r\n', [{ data: 'a' }], 'lines ended by CR LF'],
    ['data: a\r\r: x\r', [{ data: 'a' }], 'lines ended by CR'],
    ['data: a\u2028b\n\n', [{ data: 'a\u2028b' }], 'a line separator inside the data'],
    ['data: a', [], 'an event that has not ended'],
    ['id: 9\n\n', [{ id: '9' }], 'an id without an event'],
  ])('%j: %j (%s)', (text, events) => {
    expect(read([text])).toMatchObject(events);
    expect(read([text])).toHaveLength(events.length);
  });

  it('ignores comments', () => {
    const [event] = read([':\n\n: beat\ndata: a\n\n']).slice(-1);
    expect(event).toMatchObject({ data: 'a' });
  });
});

const line = fc.oneof(
  fc.tuple(fc.constantFrom('data', 'event', 'id', 'retry', ''), fc.string({ unit: 'binary' })).map(
    // A field cannot contain a line end.
    ([name, value]) => `${name}: ${value.replace(/[\r\n]/g, '')}`,
  ),
  fc.constant(''),
);
const stream = fc
  .array(fc.tuple(line, fc.constantFrom('\n', '\r', '\r\n')))
  .map((lines) => lines.map((parts) => parts.join('')).join(''));

describe('many chunks', () => {
  it('give the same events wherever they are cut, even inside a character', () => {
    fc.assert(
      fc.property(stream, fc.array(fc.nat()), (text, places) => {
        const bytes = new TextEncoder().encode(`${text}end: 1\n`);
        const cuts = [...places.map((place) => place % bytes.length), bytes.length].sort(
          (a, b) => a - b,
        );
        const decoder = new TextDecoder();
        const pieces = cuts.map((cut, index) =>
          decoder.decode(bytes.subarray(cuts[index - 1] ?? 0, cut), { stream: true }),
        );
        expect(read(pieces)).toEqual(read([new TextDecoder().decode(bytes)]));
      }),
    );
  });

  it('deliver every event once its empty line has arrived', () => {
    fc.assert(
      fc.property(fc.array(fc.json()), (documents) => {
        const text = documents.map((json) => `event: x\ndata: ${json}\n\n`).join('');
        expect(read(text)).toEqual(documents.map((data) => ({ event: 'x', data })));
      }),
    );
  });
});
