import { onTestFinished, vi } from 'vitest';

/** A request of the fake `XMLHttpRequest`. */
export interface Sending {
  /** Its `Idempotency-Key`. */
  key: string;
  kind: string;
  file: File;
  isAborted: () => boolean;
  /** Reports progress, in percent. */
  progress(percent: number): void;
  answer(status: number, body: object): void;
  /** Breaks the connection. */
  lose(): void;
}

/**
 * Replaces `XMLHttpRequest` by a fake whose requests are controlled by the test.
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
      // The API needs the fields before the file.
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
