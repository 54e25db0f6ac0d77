import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { answers, freePort, makeFolder, removeFolder, startProgram } from '../programs.ts';

/** An nginx that sends one file. */
export interface Nginx {
  /** For example `nginx 1.22.1`. */
  version: string;
  url: string;
  workerPid: number;
  /** Sets the file's content. */
  serve(bytes: Buffer): Promise<void>;
  stop(): Promise<void>;
}

/** Starts nginx on 127.0.0.1 with one worker. */
export async function startNginx(core: number): Promise<Nginx> {
  const folder = await makeFolder('nginx');
  const file = join(folder, 'now-playing.json');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/now-playing.json`;
  await writeFile(join(folder, 'nginx.conf'), configuration(folder, port));
  await writeFile(file, '{}');
  // Started by root, nginx's worker runs as another user.
  await chmod(folder, 0o755);
  const program = startProgram('nginx', ['-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    core,
  });
  async function stop(): Promise<void> {
    await program.stop();
    await removeFolder(folder);
  }
  try {
    await answers(url, program);
    return {
      version: await nginxVersion(url),
      url,
      workerPid: await onlyChild(program.pid),
      serve: (bytes) => writeFile(file, bytes),
      stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * nginx's usual configuration for a site's files, without a log and without a limit of requests per
 * connection.
 */
function configuration(folder: string, port: number): string {
  const scratch = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `
    daemon off;
    worker_processes 1;
    pid ${folder}/nginx.pid;
    events { worker_connections 1024; }
    http {
      access_log off;
      error_log stderr;
      sendfile on;
      keepalive_requests 1000000;
      default_type application/json;
      ${scratch.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ')}
      server { listen 127.0.0.1:${port}; root ${folder}; }
    }
  `;
}

async function nginxVersion(url: string): Promise<string> {
  const { headers } = await fetch(url);
  return (headers.get('server') ?? 'nginx').replace('/', ' ');
}

async function onlyChild(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim());
}
