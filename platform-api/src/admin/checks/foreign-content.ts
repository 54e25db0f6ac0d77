/** How what is no live MP3 or AAC begins, and what to say of it. The first that fits counts. */
const KINDS: readonly [RegExp, string][] = [
  [
    /^\uFEFF?\s*#EXTM3U[^]*#EXT-X-/,
    'This is an HLS playlist. Use the address of an MP3 or AAC stream.',
  ],
  [/^\s*(?:<!doctype|<html|<head|<body|<\?xml|<!--)/i, 'This is a web page, not a stream.'],
  [/^OggS/, 'This is Ogg (Vorbis, Opus or FLAC). It must be MP3 or AAC.'],
  [/^fLaC/, 'This is FLAC. It must be MP3 or AAC.'],
  [/^(?:RIFF|FORM)/, 'This is uncompressed sound. It must be MP3 or AAC.'],
  [
    /^(?:....ftyp|.E\xdf\xa3)/s,
    'This is a film or sound file. It must be a live MP3 or AAC stream.',
  ],
  [/^ID3/, 'This is a file, not a live stream.'],
  [/^\s*[[{]\s*["{}\]]/, 'This is JSON, such as of tracks. Use the address of the stream itself.'],
];

const PLAYLIST = /^\uFEFF?\s*(?:#EXTM3U|\[playlist\]|https?:\/\/)/i;

/** An address in a playlist, one that fits into a sentence. */
const ADDRESS = /https?:\/\/[!-~]{1,200}(?![!-~])/i;

/** What it is that has no frames of sound, and what to do about it, in words for people. */
export function whatElse(start: Buffer): string {
  const text = start.toString('latin1');
  const kind = KINDS.find(([beginning]) => beginning.test(text));
  if (kind) return kind[1];
  if (!PLAYLIST.test(text)) return 'What comes from there is neither MP3 nor AAC.';
  const [inside] = ADDRESS.exec(text) ?? [];
  return `This is a playlist. Use the address inside it${inside === undefined ? '' : `: ${inside}`}`;
}
