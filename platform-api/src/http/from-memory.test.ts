import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { rawRequest } from '../../test/raw-request.ts';
import { serve } from '../../test/server.ts';
import { wholeAnswer } from './from-memory.ts';

const FROM_MEMORY = wholeAnswer('200 OK', ['Content-Length', '6'], Buffer.from('memory'));
const BY_HANDLER: RequestListener = (req, res) => {
  setImmediate(() => res.end(`handler ${req.url}`));
};
const LAST = 'GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n';

/** The bodies of the answers on one connection. */
async function answersTo(...requests: string[]): Promise<string[]> {
  const { url } = await serve(BY_HANDLER, ({ url: path }) =>
    path === '/known' ? FROM_MEMORY : null,
  );
  const answers = await rawRequest(url, [...requests, LAST].join(''));
  return answers.split('HTTP/1.1 200 OK').flatMap((one) => one.split('\r\n\r\n')[1] ?? []);
}

const known = (head = 'Host: a\r\n', start = 'GET /known HTTP/1.1') => `${start}\r\n${head}\r\n`;
const other = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`;

describe('answers from memory', () => {
  it('keep their place between other answers of the connection', async () => {
    expect(await answersTo(known(), known(), other('/1'), known(), other('/2'))).toEqual([
      'memory',
      'memory',
      'handler /1',
      'handler /known',
      'handler /2',
      'handler /last',
    ]);
  });

  it('are left to the handler when a request has a body, expects or upgrades something', async () => {
    for (const header of ['Content-Length: 0', 'Expect: 100-continue', 'Upgrade: h2c']) {
      const answers = await answersTo(known(`Host: a\r\n${header}\r\n`));
      expect(answers).toContain('handler /known');
      expect(answers).not.toContain('memory');
    }
    const head = await answersTo(known(undefined, 'HEAD /known HTTP/1.1'));
    expect(head.at(-1)).toBe('handler /last');
    expect(head).not.toContain('memory');
  });

  it('are not sent to a client that must close its connection', async () => {
    const { url } = await serve(BY_HANDLER, () => FROM_MEMORY);
    for (const start of [
      'GET / HTTP/1.0\r\n',
      'GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n',
    ]) {
      expect(await rawRequest(url, `${start}\r\n`)).toContain('handler /');
    }
  });

  it('refuse no request without a host otherwise than the handler does', async () => {
    const { url } = await serve(BY_HANDLER, () => FROM_MEMORY);
    expect(await rawRequest(url, 'GET / HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 /);
  });
});
