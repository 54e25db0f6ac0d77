/** The fields of a server-sent event, named as in the format. */
interface Fields {
  id?: string;
  event?: string;
  data?: string;
  /** Ignored: comments, which have no name, and `retry`, since we choose our own delays. */
  [other: string]: string | undefined;
}

/**
 * Parses `text/event-stream` in chunks that may be cut anywhere (WHATWG HTML §9.2.6).
 *
 * @param onEvent called with each event; one without data only carries an id
 */
export function createEventParser(onEvent: (fields: Fields) => void): (piece: string) => void {
  let rest = '';
  let fields: Fields = {};
  return (piece) => {
    // A carriage return at the end may be the first half of a CRLF.
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
