/// <reference types="node" />
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that the server received, and what the test can answer. */
export interface Visit {
  request: IncomingMessage;
  response: ServerResponse;
  /** Answers 200 with an open event stream. */
  open(): Visit;
  /** Writes to the open stream. */
  write(text: string): Visit;
  /** Resolves when the client has disconnected. */
  gone: Promise<unknown>;
}

/** An HTTP server on localhost whose answers the test decides. It allows CORS requests, with preflight. */
export interface EventServer {
  url: string;
  /** The next request, in order of arrival; waits for it. */
  next(): Promise<Visit>;
  close(): Promise<void>;
}

export async function startEventServer(): Promise<EventServer> {
  const arrived: Visit[] = [];
  const awaited: ((visit: Visit) => void)[] = [];
  const server = createServer((request, response) => {
    response.setHeader('Access-Control-Allow-Origin', request.headers.origin ?? '*');
    response.setHeader('Access-Control-Expose-Headers', 'Retry-After');
    if (request.method === 'OPTIONS') {
      const wanted = request.headers['access-control-request-headers'] ?? '';
      response.writeHead(204, { 'Access-Control-Allow-Headers': wanted }).end();
      return;
    }
    const visit: Visit = {
      request,
      response,
      open() {
        response.writeHead(200, { 'Content-Type': 'text/event-stream; charset=utf-8' });
        response.flushHeaders();
        return visit;
      },
      write(text) {
        response.write(text);
        return visit;
      },
      gone: once(response, 'close'),
    };
    const waiting = awaited.shift();
    if (waiting) waiting(visit);
    else arrived.push(visit);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/events`,
    next: () =>
      new Promise((resolve) => {
        const visit = arrived.shift();
        if (visit) resolve(visit);
        else awaited.push(resolve);
      }),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
