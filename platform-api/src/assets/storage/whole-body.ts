import { Transform, type TransformCallback } from 'node:stream';
import { AppError } from '../../errors.ts';

/**
 * Passes on what a bucket sends and sees that it is all there: an answer that ends early, or falls silent
 * while its reader waits, is an error for the reader and no short file.
 */
export class WholeBody extends Transform {
  #missing: number;
  #silence: NodeJS.Timeout;

  /** @param expected bytes that were promised, and how long the next may take, in ms */
  constructor({ length, silenceMs }: { length: number; silenceMs: number }) {
    super();
    this.#missing = length;
    this.#silence = setTimeout(() => this.#onSilence(silenceMs), silenceMs);
    // Until now it was the reader who kept us waiting.
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
