/** The five of XML and the space that never breaks; other names are not met in stream titles. */
const NAMED: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

const ENTITY = /&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]+));/gi;

/**
 * A text as broadcasting software sent it to Icecast or Shoutcast, made readable. Both servers hand
 * on what they get, and many senders write `&amp;` or `&#353;` (AzuraCast decodes them as well).
 * Decoded once: `&amp;lt;` stands for `&lt;`.
 */
export function broadcastText(text: string | undefined): string | undefined {
  return text?.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return NAMED[name.toLowerCase()] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    return code <= 0x10ffff ? String.fromCodePoint(code) : entity;
  });
}

/**
 * Icecast takes titles of MP3 streams for Latin-1 unless the sender says otherwise, and most senders
 * write UTF-8 and say nothing: 'kůň' comes as 'kÅ¯Å\x88'. Text that was really Latin-1 is never by
 * chance well-formed UTF-8.
 */
export function undoLatin1(text: string | undefined): string | undefined {
  if (text === undefined || !/^[\0-\xFF]*[\x80-\xFF][\0-\xFF]*$/.test(text)) return text;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}
