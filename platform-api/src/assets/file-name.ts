import { MAX_LINE_LENGTH, type AssetKind } from '../../contract/limits.ts';

/** What nobody can see in a name, or what makes it read as another: controls, line ends, bidi, halves. */
const UNSEEN = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u{FEFF}]/gu;

/**
 * A file's name as people see it in lists: what its sender called it, without the folders in front. It is
 * never part of a path or key.
 */
export function shownFileName(sent: string, kind: AssetKind): string {
  const last = sent.replaceAll(UNSEEN, '').split(/[/\\]/).at(-1) ?? '';
  const name = cut(last.normalize('NFC').trim());
  const isName = name.replaceAll('.', '') !== '';
  if (isName) return name;
  return kind === 'logo' ? 'logo' : 'audio.mp3';
}

/** To so many characters, none of them by half. */
function cut(name: string): string {
  if (name.length <= MAX_LINE_LENGTH) return name;
  const isHalved = /[\u{D800}-\u{DBFF}]/u.test(name.charAt(MAX_LINE_LENGTH - 1));
  return name.slice(0, isHalved ? MAX_LINE_LENGTH - 1 : MAX_LINE_LENGTH);
}
