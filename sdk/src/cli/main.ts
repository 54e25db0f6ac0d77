// The command of the package: `npx @stationhouse/sdk`.
import { open } from 'node:fs/promises';
import type { Terminal } from './command.ts';
import { run } from './run.ts';

/** Node 20 and 22 warn that Ed25519 is experimental in WebCrypto, which would worry readers of a proof. */
function withoutWarningOfEd25519(): void {
  const emit = process.emitWarning.bind(process) as (...args: unknown[]) => void;
  process.emitWarning = (...args: unknown[]) => {
    if (!String(args[0]).includes('Ed25519')) emit(...args);
  };
}

/** Reads up to so many bytes: a device or a huge file would fill the memory. */
async function readStart(chunks: AsyncIterable<Buffer>, maxBytes: number): Promise<string> {
  const read: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    read.push(chunk);
    size += chunk.length;
    if (size >= maxBytes) break;
  }
  // A character for each byte, so that no byte is changed by decoding.
  return Buffer.concat(read).subarray(0, maxBytes).toString('latin1');
}

const terminal: Terminal = {
  async read(file, maxBytes) {
    if (file === '-') return readStart(process.stdin, maxBytes);
    const handle = await open(file);
    return readStart(handle.createReadStream() as AsyncIterable<Buffer>, maxBytes);
  },
  fetch: (...request) => fetch(...request),
  env: process.env,
  untilInterrupted() {
    const ended = new AbortController();
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.once(signal, () => ended.abort());
    }
    return ended.signal;
  },
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
};

withoutWarningOfEd25519();
process.exitCode = await run(process.argv.slice(2), terminal);
