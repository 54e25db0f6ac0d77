/** Splits a stream with ICY metadata, as players do: the audio, and the text after each whole block. */
export function parseIcy(bytes: Buffer, metaint: number): { audio: Buffer; texts: string[] } {
  const audio: Buffer[] = [];
  const texts: string[] = [];
  let at = 0;
  while (at < bytes.length) {
    audio.push(bytes.subarray(at, at + metaint));
    at += metaint;
    if (at >= bytes.length) break;
    const length = bytes.readUInt8(at) * 16;
    texts.push(bytes.toString('utf8', at + 1, at + 1 + length).replace(/\0*$/, ''));
    at += 1 + length;
  }
  return { audio: Buffer.concat(audio), texts };
}
