import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  answers,
  freePort,
  makeFolder,
  removeFolder,
  startProgram,
  type Program,
} from './programs.ts';

/** A cache in front of the product. */
export interface Cache {
  url: string;
  program: Program;
  stop(): Promise<void>;
}

/** The folders in which nginx keeps bodies. */
const SCRATCH = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];

/**
 * Starts nginx with one worker.
 * @param settings of its `http` block
 * @param path of a page that answers once it is up
 */
export async function startNginx(
  settings: (at: { folder: string; port: number }) => string,
  path: string,
): Promise<Cache> {
  const [folder, port] = [await makeFolder('nginx'), await freePort()];
  // The worker is another user.
  await chmod(folder, 0o777);
  const file = join(folder, 'nginx.conf');
  await writeFile(
    file,
    `daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections 4096; }
    http {
      access_log off;
      error_log stderr;
      keepalive_requests 1000000;
      ${SCRATCH.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      ${settings({ folder, port })}
    }`,
  );
  const program = startProgram('nginx', ['-e', 'stderr', '-c', file]);
  const url = `http://127.0.0.1:${port}`;
  async function stop(): Promise<void> {
    await program.stop();
    await removeFolder(folder);
  }
  try {
    await answers(url + path, program);
    return { url, program, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
