import type { Chance } from './chance.ts';

/** A file with random faults: changed bits and bytes, and pieces lost, doubled or moved. */
export function mutated(file: Buffer, random: Chance): Buffer {
  let bytes: Buffer = Buffer.from(file);
  for (let change = 1 + random(4); change > 0; change--) bytes = changedOnce(bytes, random);
  return bytes;
}

function changedOnce(bytes: Buffer, random: Chance): Buffer {
  // Half of the changes are in the header, which misleads decoders most.
  const at = random(random(2) === 0 ? Math.min(64, bytes.length + 1) : bytes.length + 1);
  const length = 1 + random(64);
  const before = bytes.subarray(0, at);
  const piece = bytes.subarray(at, at + length);
  switch (random(6)) {
    case 0:
      return Buffer.concat([
        before,
        piece.map((byte) => byte ^ (1 << random(8))),
        bytes.subarray(at + length),
      ]);
    case 1:
      return Buffer.concat([before, piece.map(() => random(256)), bytes.subarray(at + length)]);
    case 2:
      return Buffer.concat([before, bytes.subarray(at + length)]);
    case 3:
      return Buffer.concat([before, piece, bytes.subarray(at)]);
    case 4:
      return before;
    default:
      return Buffer.concat([before, Buffer.alloc(length, random(2) * 255), bytes.subarray(at)]);
  }
}
