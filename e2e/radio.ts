import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';

/** A radio that plays a station of ours by its stream address, and asks for titles in it. */
export async function radio(port: number, slug: string): Promise<IncomingMessage> {
  const headers = { 'Icy-MetaData': '1', 'User-Agent': 'VLC/3.0.21 LibVLC/3.0.21' };
  const asked = get({ host: '127.0.0.1', port, path: `/stream/${slug}`, headers });
  const [sound] = (await once(asked, 'response')) as [IncomingMessage];
  // The test or the server ends the connection.
  sound.on('error', () => undefined).resume();
  return sound;
}
