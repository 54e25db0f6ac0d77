import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { loadOwnStations, ownAudioFolder } from '../../platform-api/src/broadcast/own-stations.ts';
import { MP3_128_FRAME_BYTES, MP3_FRAME_MS } from '../../platform-api/src/broadcast/renditions.ts';
import { pidOf } from '../process-cost.ts';
import { freePort } from '../programs.ts';

/** An Icecast server that plays the demo programme at `/live`, or at `/live0`, `/live1`, … */
export interface Icecast {
  pid: number;
  port: number;
  /** Sets the current title, as an encoder does. */
  announce(song: string): Promise<void>;
  stop(): Promise<void>;
}

const SOURCE_PASSWORD = 'source';
/** Icecast refuses to run as root; this is Debian's user and group `nobody`. */
const NOBODY = 65_534;
/** Where Debian's package keeps its pages, `status-json.xsl` among them. */
const SHARE = '/usr/share/icecast2';
/** An encoder's rhythm: four frames at a time. */
const FEED_EVERY_MS = 96;

/** The installed version, such as `Icecast 2.4.4`, or null. */
export async function icecastVersion(): Promise<string | null> {
  try {
    const { stdout } = await promisify(execFile)('icecast2', ['-v']);
    return stdout.trim();
  } catch {
    // Not installed: the bench prints that.
    return null;
  }
}

/** Starts Icecast on 127.0.0.1 and feeds it the demo programme, once for each path. */
export async function startIcecast(maxClients: number, paths = ['/live']): Promise<Icecast> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-icecast-'));
  const port = await freePort();
  const isRoot = process.getuid?.() === 0;
  await writeFile(
    join(folder, 'icecast.xml'),
    configuration(folder, port, { maxClients, sources: paths.length + 1 }),
  );
  if (isRoot) await chown(folder, NOBODY, NOBODY);
  const child = spawn('icecast2', ['-c', join(folder, 'icecast.xml')], {
    stdio: 'ignore',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  await once(child, 'spawn');

  let stopFeeding: (() => void) | undefined;
  async function stop(): Promise<void> {
    stopFeeding?.();
    if (child.exitCode === null) {
      child.kill();
      await once(child, 'exit');
    }
    await rm(folder, { recursive: true });
  }
  try {
    const feeds: (() => void)[] = [];
    for (const path of paths) feeds.push(await feed(port, path));
    stopFeeding = () => feeds.forEach((end) => end());
    return { pid: pidOf(child), port, announce: (song) => announce(port, song), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

function configuration(
  folder: string,
  port: number,
  { maxClients, sources }: { maxClients: number; sources: number },
): string {
  return `<icecast>
  <location>Earth</location><admin>operator@localhost</admin>
  <limits>
    <clients>${maxClients}</clients><sources>${sources}</sources><queue-size>524288</queue-size>
    <burst-on-connect>1</burst-on-connect><burst-size>65535</burst-size>
  </limits>
  <authentication>
    <source-password>${SOURCE_PASSWORD}</source-password>
    <admin-user>admin</admin-user><admin-password>${SOURCE_PASSWORD}</admin-password>
  </authentication>
  <hostname>localhost</hostname>
  <http-headers><header name="Access-Control-Allow-Origin" value="*" /></http-headers>
  <listen-socket><port>${port}</port><bind-address>127.0.0.1</bind-address></listen-socket>
  <paths><basedir>${SHARE}</basedir><logdir>${folder}</logdir><webroot>${SHARE}/web</webroot>
    <adminroot>${SHARE}/admin</adminroot></paths>
  <logging><accesslog>access.log</accesslog><errorlog>error.log</errorlog><loglevel>1</loglevel></logging>
  <security><chroot>0</chroot></security>
</icecast>
`;
}

/** Plays the demo programme to Icecast in real time, as an encoder would. */
async function feed(port: number, path: string): Promise<() => void> {
  const { sounds } = await loadOwnStations(ownAudioFolder(), false);
  const [music] = sounds.values();
  if (music === undefined) throw new Error('there is no demo programme');
  const frames = music.length / MP3_128_FRAME_BYTES;
  const frameAt = (ms: number) => Math.floor(ms / MP3_FRAME_MS);
  const socket = await connected(port);
  const login = Buffer.from(`source:${SOURCE_PASSWORD}`).toString('base64');
  socket.write(
    `SOURCE ${path} HTTP/1.0\r\nAuthorization: Basic ${login}\r\nContent-Type: audio/mpeg\r\n\r\n`,
  );
  const [answer] = await once(socket, 'data');
  if (!String(answer).includes(' 200 ')) throw new Error(`Icecast refused its source: ${answer}`);
  let frame = frameAt(Date.now());
  const timer = setInterval(() => {
    const due = frameAt(Date.now());
    for (; frame < due; frame += 1) {
      const at = (frame % frames) * MP3_128_FRAME_BYTES;
      socket.write(music.subarray(at, at + MP3_128_FRAME_BYTES));
    }
  }, FEED_EVERY_MS);
  return () => {
    clearInterval(timer);
    socket.destroy();
  };
}

async function announce(port: number, song: string): Promise<void> {
  const query = new URLSearchParams({ mount: '/live', mode: 'updinfo', charset: 'UTF-8', song });
  const { ok, status } = await fetch(`http://127.0.0.1:${port}/admin/metadata?${query}`, {
    headers: { Authorization: `Basic ${btoa(`admin:${SOURCE_PASSWORD}`)}` },
  });
  if (!ok) throw new Error(`Icecast refused the title: ${status}`);
}

/** Retries until Icecast listens, for 5 s at most. */
async function connected(port: number): Promise<Socket> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      await delay(100);
    }
  }
  throw new Error('Icecast does not listen');
}
