import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { decode, encode, type Answer } from 'dns-packet';
import { onCleanup } from './cleanup.ts';

/** The records of a name by their type. */
export type Zone = Record<string, { A?: string[]; CNAME?: string; TXT?: string[]; MX?: string[] }>;

/** A real DNS server on loopback (RFC 1035 over UDP). */
export interface DnsServer {
  /** Its address with its port. */
  address: string;
  /** The records, which a test may change at any time. Names are in lower case. */
  zone: Zone;
  /** While true, no question is answered. */
  isSilent: boolean;
}

function answersTo(zone: Zone, name: string, type: string): Answer[] {
  const records = zone[name];
  if (!records) return [];
  const ttl = 1;
  if (records.CNAME !== undefined) {
    const alias: Answer = { name, type: 'CNAME', ttl, data: records.CNAME };
    return type === 'CNAME' ? [alias] : [alias, ...answersTo(zone, records.CNAME, type)];
  }
  if (type === 'A') return (records.A ?? []).map((data) => ({ name, type: 'A', ttl, data }));
  if (type === 'MX') {
    const data = (exchange: string) => ({ preference: 10, exchange });
    return (records.MX ?? []).map((exchange) => ({ name, type: 'MX', ttl, data: data(exchange) }));
  }
  if (type === 'TXT') return (records.TXT ?? []).map((data) => ({ name, type: 'TXT', ttl, data }));
  return [];
}

export async function startDnsServer(zone: Zone = {}): Promise<DnsServer> {
  const socket = createSocket('udp4');
  const server: DnsServer = { address: '', zone, isSilent: false };
  socket.on('message', (message, from) => {
    if (server.isSilent) return;
    const { id, flags = 0, questions = [] } = decode(message);
    const answers = questions.flatMap(({ name, type }) =>
      answersTo(server.zone, name.toLowerCase(), type),
    );
    const isKnown = questions.every(({ name }) => server.zone[name.toLowerCase()] !== undefined);
    // An authoritative answer; 3: there is no such name.
    const outcome = flags | (1 << 10) | (isKnown ? 0 : 3);
    const bytes = encode({ type: 'response', id, flags: outcome, questions, answers });
    socket.send(bytes, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onCleanup(async () => void socket.close());
  server.address = `127.0.0.1:${socket.address().port}`;
  return server;
}
