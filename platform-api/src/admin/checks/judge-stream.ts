import { PACKAGE_NAMES, STREAM_BITRATES, type PackageName } from '../../../contract/limits.ts';
import type { Heard } from './hear-stream.ts';

/** AAC's bit rate always varies: by this part around what its encoder was told. */
const AAC_TOLERANCE = 0.1;

/** A judgement, in words for people. */
export interface Judgement {
  ok: boolean;
  message: string;
}

/**
 * Whether what was heard suits the package that a station has (specification §9).
 * @param packageName null: the smallest one
 */
export function judgeStream(heard: Heard, packageName: PackageName | null): Judgement {
  if (!heard.ok) return heard;
  const { format, bitrate_kbps, is_silent, is_slow, content_type } = heard;
  const name = packageName ?? PACKAGE_NAMES[0];
  const sound = `${format.toUpperCase()} at ${bitrate_kbps} Kbps`;
  const but = (fault: string): Judgement => ({
    ok: false,
    message: `It is ${sound}, but ${fault}`,
  });

  if (is_silent) return but('plays nothing but silence.');
  if (is_slow) return but('comes more slowly than it plays: listeners hear gaps.');
  if (!isInPackage(heard, name)) return but(`${name} has ${soundsOf(name)}.`);
  if (content_type === '' || content_type.startsWith('text/plain')) {
    return but(`its server does not say so: Content-Type must be audio/${MEDIA_TYPES[format]}.`);
  }
  return { ok: true, message: `It plays: ${sound}.` };
}

/** By which name browsers know them. */
const MEDIA_TYPES = { mp3: 'mpeg', aac: 'aac' };

function isInPackage(heard: Heard & { ok: true }, name: PackageName): boolean {
  const { format, bitrate_kbps } = heard;
  const range = STREAM_BITRATES[name][format];
  if (range === null) return false;
  const tolerance = format === 'aac' ? AAC_TOLERANCE : 0;
  return bitrate_kbps >= range.from * (1 - tolerance) && bitrate_kbps <= range.to * (1 + tolerance);
}

/** 'MP3 at 32 to 192 Kbps or AAC at 16 to 64 Kbps'. */
function soundsOf(name: PackageName): string {
  const { mp3, aac } = STREAM_BITRATES[name];
  const inWords = (format: string, { from, to }: { from: number; to: number }) =>
    `${format} at ${from === to ? '' : `${from} to `}${to} Kbps`;
  return [mp3 && inWords('MP3', mp3), aac && inWords('AAC', aac)].filter(Boolean).join(' or ');
}
