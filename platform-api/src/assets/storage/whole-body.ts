import { Transform, type TransformCallback } from 'node:stream';
import { AppError } from '../../errors.ts';

/**
 * Passes a body on and checks its length: an answer that ends early, or stalls while its reader waits, becomes
 * an error for the reader instead of a short file.
 */
export class WholeBody extends Transform {
  #missing: number;
  #silence: NodeJS.Timeout;

  /** @param options.length promised bytes @param options.silenceMs the longest pause between chunks */
  constructor({ length, silenceMs }: { length: number; silenceMs: number }) {
    super();
    this.#missing = length;
    this.#silence = setTimeout(() => this.#onSilence(silenceMs), silenceMs);
    // Until now the reader was the slow side.
    this.on('drain', () => this.#silence.refresh());
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.#silence.refresh();
    this.#missing -= chunk.length;
    done(null, chunk);
  }

  override _flush(done: TransformCallback): void {
    clearTimeout(this.#silence);
    if (this.#missing === 0) done();
    else
      done(
        new AppError('storage_unavailable', {
          cause: new Error(`${this.#missing} bytes are missing`),
        }),
      );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    clearTimeout(this.#silence);
    super._destroy(error, done);
  }

  #onSilence(silenceMs: number): void {
    if (this.writableNeedDrain) this.#silence.refresh();
    else
      this.destroy(
        new AppError('storage_unavailable', {
          cause: new Error(`nothing came for ${silenceMs} ms`),
        }),
      );
  }
}
