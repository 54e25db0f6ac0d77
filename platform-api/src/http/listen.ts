import type { Server } from 'node:http';
import { connect } from 'node:net';

const BACKLOG = 4_096;

/** Where to listen, and the variable that says the port. */
interface Place {
  host: string;
  port: number;
  variable?: string;
}

/** The address can't be listened on; the message says what to do. */
export class CannotListen extends Error {
  constructor(code: string | undefined, { host, port, variable = 'PORT' }: Place) {
    super(
      code === 'EADDRINUSE'
        ? `Port ${port} is already in use on ${host}. Stop the program that uses it, or set ${variable} to another number.`
        : `Cannot listen on ${host} port ${port} (${code}). Set HOST and ${variable} to an address of this machine.`,
    );
    this.name = 'CannotListen';
  }
}

/** @throws CannotListen */
export async function listen(server: Server, place: Place): Promise<void> {
  const { host, port } = place;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(new CannotListen(error.code, place));
    });
    server.listen({ host, port, backlog: BACKLOG }, resolve);
  });
}

/**
 * Checks at the start that no other program answers on the port, before anything else is started. Nothing
 * listens until the process can serve: a load balancer sends a refused connection elsewhere, but not one
 * that was accepted and reset, or answered 503.
 * @throws CannotListen
 */
export async function requireFreePort(host: string, port: number): Promise<void> {
  const isTaken = await new Promise<boolean>((resolve) => {
    const socket = connect(port, host);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
  if (isTaken) throw new CannotListen('EADDRINUSE', { host, port });
}
