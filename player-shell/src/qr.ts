import { encode } from 'uqr';

/** A QR code as one SVG path: `size` modules along each side, quiet zone included. */
export interface Qr {
  size: number;
  path: string;
}

/**
 * Size of the cache, some 3 KB per code. Making a code takes longer than rendering the rest of its page.
 */
const KEPT = 1_000;
const kept = new Map<string, Qr>();

/** The QR code of a text. Made on the server, so that no browser loads the encoder. */
export function qrPath(text: string): Qr {
  const known = kept.get(text);
  if (known) return known;
  const { data, size } = encode(text, { border: 4 });
  const qr: Qr = { size, path: data.map(rowPath).join('') };
  kept.set(text, qr);
  const [oldest] = kept.keys();
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest);
  return qr;
}

/** Joins neighbouring dark modules into bars: a third of the bytes, and no seams. */
function rowPath(row: readonly boolean[], y: number): string {
  let path = '';
  for (let x = row.indexOf(true); x >= 0; x = row.indexOf(true, x)) {
    const end = row.indexOf(false, x);
    path += `M${x} ${y}h${end - x}v1H${x}z`;
    x = end;
  }
  return path;
}
