import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import knex from 'knex';
import { onTestFinished } from 'vitest';
import { startApp, type TestApp } from './server.ts';

/** A TCP proxy to the database, or to another server, that can be cut and repaired, like a network. */
export class DatabaseProxy {
  #sockets = new Set<Socket>();
  #server: Server;
  #up = true;
  #target: URL;
  url = '';

  constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => {
      if (!this.#up) {
        client.destroy();
        return;
      }
      const upstream = connect(Number(this.#target.port), this.#target.hostname);
      for (const [socket, other] of [
        [client, upstream],
        [upstream, client],
      ] as const) {
        this.#sockets.add(socket);
        socket.pipe(other);
        socket.on('error', () => other.destroy());
        socket.on('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
    });
  }

  static async to(databaseUrl: string): Promise<DatabaseProxy> {
    const url = new URL(databaseUrl);
    const proxy = new DatabaseProxy(new URL(databaseUrl));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    const address = proxy.#server.address();
    if (address === null || typeof address === 'string') throw new Error('No port was given.');
    url.host = `127.0.0.1:${address.port}`;
    proxy.url = url.href;
    return proxy;
  }

  cut(): void {
    this.#up = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** @param target another server from now on; default: the same one */
  repair(target = this.#target): void {
    this.#target = target;
    this.#up = true;
  }

  close(): void {
    this.cut();
    this.#server.close();
  }
}

/** Starts the app with a pool whose connections go through a proxy. */
export async function startBehindProxy(database: {
  url: string;
}): Promise<{ proxy: DatabaseProxy; app: TestApp }> {
  const proxy = await DatabaseProxy.to(database.url);
  const silent = { warn: () => undefined, debug: () => undefined };
  const db = knex({
    client: 'pg',
    connection: { connectionString: proxy.url, application_name: 'under test' },
    pool: { min: 0, max: 10 },
    acquireConnectionTimeout: 2_000,
    log: silent,
  });
  onTestFinished(async () => {
    await db.destroy();
    proxy.close();
  });
  return { proxy, app: await startApp({ knex: db, url: proxy.url }) };
}
