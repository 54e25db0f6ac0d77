import { FRAME_BYTES } from './programme.ts';

/** An ID3v2 tag's own header, in bytes (ID3v2.4 structure, §3.1); a footer is as long again. */
const ID3_HEADER_BYTES = 10;
const ID3_FOOTER_FLAG = 0x10;

/** Where the mark of an encoder's note ends at the latest: header, checksum, stereo side info, mark. */
const ENCODER_NOTE_END = 4 + 2 + 32 + 4;

/**
 * The frames of an MP3 file without the tag in front of them, as a view of the same memory.
 * @throws Error, saying what is wrong, unless all of it is frames that may follow each other freely:
 *   MPEG-1 Layer III, 48 kHz, 128 kbps, no padding, no bit reservoir
 */
export function framesOf(file: Buffer): Buffer {
  const frames = file.subarray(id3Bytes(file));
  if (frames.length === 0 || frames.length % FRAME_BYTES !== 0) {
    throw new Error(`${frames.length} bytes of audio are not whole frames of ${FRAME_BYTES} bytes`);
  }
  if (/Xing|Info/.test(frames.toString('latin1', 0, ENCODER_NOTE_END))) {
    throw new Error('its first frame is a note of the encoder, not sound (encode with lame -t)');
  }
  for (let at = 0; at < frames.length; at += FRAME_BYTES) {
    const fault = frameFault(frames.subarray(at, at + FRAME_BYTES));
    if (fault !== null) throw new Error(`frame ${at / FRAME_BYTES} ${fault}`);
  }
  return frames;
}

/** How long the ID3v2 tag is, its header included; its size is written with seven bits a byte. */
function id3Bytes(file: Buffer): number {
  if (file.toString('latin1', 0, 3) !== 'ID3' || file.length < ID3_HEADER_BYTES) return 0;
  const size = file.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 0x7f), 0);
  const hasFooter = (file.readUInt8(5) & ID3_FOOTER_FLAG) !== 0;
  return ID3_HEADER_BYTES + size + (hasFooter ? ID3_HEADER_BYTES : 0);
}

/** Why a frame may not be sent, or null. The bits are those of ISO 11172-3, §2.4.1. */
function frameFault(frame: Buffer): string | null {
  const header = frame.readUInt32BE(0);
  // Sync, MPEG-1, Layer III; whether a checksum follows is free.
  if ((header & 0xfffe0000) >>> 0 !== 0xfffa0000) return 'is not MPEG-1 Layer III';
  // 128 kbps, 48 kHz, no padding; the private bit is free.
  if ((header & 0x0000fe00) !== 0x00009400) return 'is not 48 kHz at 128 kbps without padding';
  const sideInfo = (header & 0x00010000) !== 0 ? 4 : 6;
  const mainDataBegin = frame.readUInt16BE(sideInfo) >>> 7;
  if (mainDataBegin !== 0) return 'borrows from the frame before it (encode with lame --nores)';
  return null;
}
