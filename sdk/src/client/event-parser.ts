/** What may be told of a server-sent event; the names are the format's. */
interface Fields {
  id?: string;
  event?: string;
  data?: string;
  /** Of no meaning here: comments, which have no name, `retry`, since the delays are ours. */
  [other: string]: string | undefined;
}

/**
 * Reads `text/event-stream` piece by piece, wherever the pieces were cut (WHATWG HTML §9.2.6).
 *
 * @param heard called with each event; one without data only carries an id
 */
export function createEventParser(onEvent: (fields: Fields) => void): (piece: string) => void {
  let rest = '';
  let fields: Fields = {};
  return (piece) => {
    // A carriage return at the very end may be half of a pair.
    const lines = (rest + piece).split(/\r\n|\n|\r(?!$)/);
    rest = lines.pop() ?? '';
    for (const line of lines) {
      if (line) {
        const [, name = '', value = ''] = /^([^:]*):? ?([^]*)/.exec(line) ?? [];
        fields[name] =
          name === 'data' && fields.data !== undefined ? `${fields.data}\n${value}` : value;
      } else {
        onEvent(fields);
        fields = {};
      }
    }
  };
}
