import { onTestFinished, vi } from 'vitest';

/** A file on its way through the network, as far as the page can tell. */
export interface Sending {
  /** Its `Idempotency-Key`. */
  key: string;
  kind: string;
  file: File;
  isAborted: () => boolean;
  /** So much of it has left, of a hundred. */
  progress(percent: number): void;
  answer(status: number, body: object): void;
  /** The line breaks. */
  lose(): void;
}

/**
 * Puts a network in the place of `XMLHttpRequest`, whose requests wait for what the test lets happen to
 * them: as much of one as uploads use.
 */
export function holdTheLine(): Sending[] {
  const line: Sending[] = [];
  class Held extends EventTarget {
    upload = new EventTarget();
    status = 0;
    responseText = '';
    readonly #headers = new Headers();
    #isOver = false;

    open() {}
    setRequestHeader(name: string, value: string) {
      this.#headers.set(name, value);
    }
    getAllResponseHeaders() {
      return 'content-type: application/json\r\n';
    }
    abort() {
      this.#end('abort');
    }
    send(form: FormData) {
      const file = form.get('file');
      if (!(file instanceof File)) throw new Error('There is no file in the form.');
      // What the API demands: it must know what to expect before the file begins.
      if ([...form.keys()].join() !== 'kind,file') throw new Error('The form is in disorder.');
      let isAborted = false;
      this.addEventListener('abort', () => {
        isAborted = true;
      });
      line.push({
        key: this.#headers.get('idempotency-key') ?? '',
        kind: String(form.get('kind')),
        file,
        isAborted: () => isAborted,
        progress: (loaded) => {
          this.upload.dispatchEvent(new ProgressEvent('progress', { loaded, total: 100 }));
        },
        answer: (status, body) => {
          this.status = status;
          this.responseText = JSON.stringify(body);
          this.#end('readystatechange');
        },
        lose: () => this.#end('error'),
      });
    }
    #end(how: 'abort' | 'error' | 'readystatechange') {
      if (this.#isOver) return;
      this.#isOver = true;
      this.dispatchEvent(new Event(how));
      this.dispatchEvent(new Event('loadend'));
    }
  }
  vi.stubGlobal('XMLHttpRequest', Held);
  onTestFinished(() => void vi.unstubAllGlobals());
  return line;
}
