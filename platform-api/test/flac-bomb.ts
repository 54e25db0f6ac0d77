/** CRC-8 of a FLAC frame's header and CRC-16 of a frame (RFC 9639, §9.1.8 and §9.3). */
function crc(bytes: Buffer, { bits, polynomial }: { bits: 8 | 16; polynomial: number }): number {
  const top = 2 ** (bits - 1);
  const mask = 2 ** bits - 1;
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) {
      sum = ((sum & top) === 0 ? sum << 1 : (sum << 1) ^ polynomial) & mask;
    }
  }
  return sum;
}

/** A FLAC of one value, 65,536 samples in each frame of some 15 bytes, at 8 kHz: a decoder bomb. At most 4 hours. */
export function flacBomb(seconds: number): Buffer {
  const info = Buffer.alloc(42);
  info.write('fLaC', 0, 'latin1');
  info.writeUInt32BE(0x80_00_00_22, 4);
  info.writeUInt16BE(65_535, 8);
  info.writeUInt16BE(65_535, 10);
  // 8,000 Hz, one channel, 16 bits, and a length that is not known.
  info.writeUInt32BE(((8_000 << 12) | (15 << 4)) >>> 0, 18);
  const count = Math.ceil((seconds * 8_000) / 65_535);
  const frames = Array.from({ length: count }, (_, n) => {
    const number = n < 128 ? [n] : [0xc0 | (n >> 6), 0x80 | (n & 63)];
    const head = Buffer.from([0xff, 0xf8, 0x74, 0x08, ...number, 0xff, 0xfe]);
    const checked = Buffer.concat([head, Buffer.of(crc(head, { bits: 8, polynomial: 0x07 }))]);
    // A constant subframe (§9.2.2); the value alternates, so that it is no silence.
    const value = n % 2 === 0 ? 8_000 : -8_000;
    const body = Buffer.alloc(3);
    body.writeInt16BE(value, 1);
    const frame = Buffer.concat([checked, body]);
    const end = Buffer.alloc(2);
    end.writeUInt16BE(crc(frame, { bits: 16, polynomial: 0x80_05 }));
    return Buffer.concat([frame, end]);
  });
  return Buffer.concat([info, ...frames]);
}
