/**
 * Parses JSON, and what Icecast 2.4 takes for JSON: its template leaves any text without quotes that
 * the XML library takes for a number, so a stream titled `-`, `5.` or `.5` spoils the whole answer
 * (xiph/Icecast-Server#74; still so in Debian's 2.4.4).
 * @throws SyntaxError
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!text.includes('"icestats"')) throw error;
    return JSON.parse(quoteSpoiltNumbers(text));
  }
}

// A whole string, or a run of what numbers are made of. A string that is never closed runs to the
// end: looking for its close again from every quote inside would take time without bound.
const STRING_OR_NUMBER = /"(?:[^"\\]|\\.)*(?:"|$)|[-+.\d][-+.\deE \t]*/gs;
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[-+]?\d+)?$/i;

function quoteSpoiltNumbers(text: string): string {
  return text.replace(STRING_OR_NUMBER, (token) =>
    token.startsWith('"') || JSON_NUMBER.test(token) ? token : JSON.stringify(token.trim()),
  );
}
