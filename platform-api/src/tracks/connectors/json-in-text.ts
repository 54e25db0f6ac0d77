import { isRecord } from './read-fields.ts';

/** `callback({…});` and `var x = {…};`, as scripts for pages answer. */
const BEFORE_JSON = /^(?:\/\*\*\/)?\s*(?:(?:var|let|const)\s+)?[\w.$[\]]{1,200}\s*[(=]\s*(?=[[{])/;

/** Control characters, which JSON forbids within texts. */
const CONTROLS = /\p{Cc}/gu;

/**
 * The JSON within an answer that is not JSON as a whole: a script for pages (JSONP), an event of a stream of events, or
 * JSON with the faults that scripts make most often: line ends within texts and `\'`.
 */
export function jsonInText(text: string): unknown {
  const event = eventIn(text);
  const found = event ?? withoutCall(text.trim());
  if (!found.startsWith('{') && !found.startsWith('[')) return null;
  const parsed = parsedOrNull(found) ?? parsedOrNull(mended(found));
  return isRecord(parsed) || Array.isArray(parsed) ? parsed : null;
}

function withoutCall(text: string): string {
  const [before] = BEFORE_JSON.exec(text) ?? [];
  if (before === undefined) return text;
  const end = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']'));
  return text.slice(before.length, end + 1);
}

/** The data of the last complete event: the server sends what plays now first, and news after it. */
function eventIn(text: string): string | null {
  const data = text
    .split(/\r\n|\r|\n/)
    .filter((line) => line.startsWith('data:'))
    .map((line) => line.slice('data:'.length).trim())
    .findLast((line) => line.startsWith('{') || line.startsWith('['));
  return data ?? null;
}

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const mended = (text: string): string =>
  text.replaceAll(CONTROLS, ' ').replaceAll(String.raw`\'`, "'");
