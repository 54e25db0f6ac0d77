/** Listeners on raw sockets, in a process of their own: they only count what arrives. */
import { connect } from 'node:net';

/** A message from the bench to this process. */
export type ClientOrder =
  /** So many listeners of each path. */
  | { order: 'open'; group: string; port: number; paths: string[]; count: number }
  | { order: 'mark' }
  | { order: 'report'; group: string };

/** Figures of a group of listeners since the last mark. */
export interface Heard {
  /** Bytes of the listener that received least. */
  slowestBytes: number;
  /** The longest time between two arrivals, over all listeners, in ms. */
  longestSilenceMs: number;
  /** Listeners that are still connected. */
  connected: number;
}

interface Listener {
  bytes: number;
  lastArrival: number;
  longestSilenceMs: number;
  isConnected: boolean;
}

/**
 * Connections opened in parallel. Icecast's backlog is 5: with more, connections wait for a retry.
 */
const BATCH = 10;

const groups = new Map<string, Listener[]>();
/** The bytes are only counted, so all listeners share one buffer. */
const scratch = Buffer.alloc(64 * 1024);

function open(port: number, path: string): Promise<Listener> {
  const now = performance.now();
  const listener = { bytes: 0, lastArrival: now, longestSilenceMs: 0, isConnected: true };
  return new Promise((resolve, reject) => {
    function count(length: number): boolean {
      if (listener.bytes === 0) resolve(listener);
      const arrival = performance.now();
      listener.longestSilenceMs = Math.max(
        listener.longestSilenceMs,
        arrival - listener.lastArrival,
      );
      listener.lastArrival = arrival;
      listener.bytes += length;
      return true;
    }
    const socket = connect({
      port,
      host: '127.0.0.1',
      onread: { buffer: scratch, callback: count },
    });
    socket.once('connect', () => socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`));
    socket.once('error', reject);
    socket.once('close', () => (listener.isConnected = false));
  });
}

async function openGroup(port: number, path: string, count: number): Promise<Listener[]> {
  const listeners: Listener[] = [];
  while (listeners.length < count) {
    const batch = Math.min(BATCH, count - listeners.length);
    listeners.push(...(await Promise.all(Array.from({ length: batch }, () => open(port, path)))));
  }
  return listeners;
}

function mark(): void {
  const now = performance.now();
  for (const listener of [...groups.values()].flat()) {
    Object.assign(listener, { bytes: 0, longestSilenceMs: 0, lastArrival: now });
  }
}

function heardBy(listeners: Listener[]): Heard {
  return {
    slowestBytes: Math.min(...listeners.map(({ bytes }) => bytes)),
    longestSilenceMs: Math.max(...listeners.map(({ longestSilenceMs }) => longestSilenceMs)),
    connected: listeners.filter(({ isConnected }) => isConnected).length,
  };
}

async function obey(order: ClientOrder): Promise<Heard | null> {
  if (order.order === 'open') {
    const listeners: Listener[] = [];
    for (const path of order.paths) {
      listeners.push(...(await openGroup(order.port, path, order.count)));
    }
    groups.set(order.group, listeners);
  } else if (order.order === 'mark') {
    mark();
  } else {
    return heardBy(groups.get(order.group) ?? []);
  }
  return null;
}

process.on('message', (order: ClientOrder) => {
  // A listener that cannot connect ends this process with its error, and so the bench.
  void obey(order).then((answer) => process.send?.(answer ?? {}));
});
process.once('disconnect', () => process.exit(0));
