import { describe, expect, it } from 'vitest';
import { readEvents } from '../../test/read-events.ts';
import { serve } from '../../test/server.ts';
import { createEventStreams } from './event-streams.ts';
import { prepare, StateEvents } from './state-events.ts';

/** A server that tells two states, and a client that hears so many events and then leaves. */
async function startStates() {
  const streams = createEventStreams();
  const events = new StateEvents(streams.channel({}));
  const { url } = await serve((req, res) => events.open(req, res));
  async function hear(count: number, lastId = '') {
    const answer = await fetch(url, { headers: { 'Last-Event-ID': lastId } });
    const heard = [];
    for await (const event of readEvents(answer)) {
      heard.push(event);
      if (heard.length === count) break;
    }
    return heard;
  }
  return { events, hear };
}

const told = (station: string, track: string) =>
  new Map([
    ['station', prepare({ station })],
    ['now-playing', prepare({ track })],
  ]);

describe('states that are told as events', () => {
  it('are told again from where a line broke, though it broke between two of them', async () => {
    const { events, hear } = await startStates();
    events.tell(told('Blue', 'One'));
    const [first] = await hear(1);
    expect(first).toMatchObject({ event: 'station', data: { station: 'Blue' } });
    const [second] = await hear(1, first?.id);
    expect(second).toMatchObject({ event: 'now-playing', data: { track: 'One' } });

    events.tell(told('Green', 'One'));
    const [third] = await hear(1, second?.id);
    expect(third).toMatchObject({ event: 'station', data: { station: 'Green' } });

    events.tell(told('Green', 'Two'));
    const [fourth] = await hear(1, third?.id);
    expect(fourth).toMatchObject({ event: 'now-playing', data: { track: 'Two' } });
  });
});
