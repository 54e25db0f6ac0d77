/** A server-sent event. */
export interface HeardEvent {
  id: string | undefined;
  event: string | undefined;
  data: unknown;
}

/** Reads events from an open stream, without heartbeats, until it is stopped. */
export async function* readEvents(response: Response): AsyncGenerator<HeardEvent, undefined> {
  let text = '';
  for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += chunk;
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const lines = text.slice(0, end).split('\n');
      const fields = Object.fromEntries(lines.map((line) => line.split(/: ?(.*)/s).slice(0, 2)));
      text = text.slice(end + 2);
      if (fields['data'] === undefined) continue;
      yield { id: fields['id'], event: fields['event'], data: JSON.parse(fields['data']) };
    }
  }
}
