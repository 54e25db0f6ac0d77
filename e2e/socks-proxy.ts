import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** SOCKS 5 (RFC 1928): the messages that a browser needs. */
const VERSION = 5;
const NO_AUTHENTICATION = Buffer.from([VERSION, 0]);
const REPLY = { connected: 0, notAllowed: 2, refused: 5 };
const ADDRESS = { ipv4: 1, name: 3 };

/** A reply needs an address, which no browser reads. */
const reply = (code: number) => Buffer.from([VERSION, code, 0, ADDRESS.ipv4, 0, 0, 0, 0, 0, 0]);

/** Reads exactly this many bytes; fewer when the connection ends before. */
async function read(socket: Socket, bytes: number): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read(bytes) as Buffer | null;
    if (chunk) return chunk;
    if (socket.readableEnded || socket.destroyed) return Buffer.alloc(bytes);
    await Promise.race([once(socket, 'readable'), once(socket, 'close')]);
  }
}

/** The host and port that the client requests, such as `localhost:8000`. */
async function readTarget(socket: Socket): Promise<string> {
  const methods = (await read(socket, 2)).readUInt8(1);
  await read(socket, methods);
  socket.write(NO_AUTHENTICATION);
  const kind = (await read(socket, 4)).readUInt8(3);
  const isName = kind === ADDRESS.name;
  if (!isName && kind !== ADDRESS.ipv4) return '';
  const length = isName ? (await read(socket, 1)).readUInt8(0) : 4;
  const address = await read(socket, length);
  const port = (await read(socket, 2)).readUInt16BE(0);
  return `${isName ? address.toString('latin1') : address.join('.')}:${port}`;
}

/** Joins two connections: bytes, their end, and an abrupt loss pass through unchanged. */
function join(one: Socket, other: Socket): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from.on('error', () => to.resetAndDestroy());
    from.on('close', () => to.destroy());
    from.pipe(to);
  }
}

async function serve(socket: Socket, portOf: (target: string) => number | null): Promise<void> {
  socket.on('error', () => socket.destroy());
  const port = portOf(await readTarget(socket));
  if (port === null) {
    socket.end(reply(REPLY.notAllowed));
    return;
  }
  const target = connect(port, '127.0.0.1');
  target.once('error', () => socket.end(reply(REPLY.refused)));
  await once(target, 'connect');
  socket.write(reply(REPLY.connected));
  join(socket, target);
}

/**
 * A proxy that reaches only this machine, and passes bytes through unchanged.
 * @param portOf the port of 127.0.0.1 for a target such as `localhost:8000`; null: refused
 */
export async function startSocksProxy(
  portOf: (target: string) => number | null,
): Promise<{ port: number; stop: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    // The browser notices a lost connection; nothing else needs to know.
    serve(socket, portOf).catch(() => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    // A listening TCP server has an address with a port.
    port: (server.address() as AddressInfo).port,
    stop() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
