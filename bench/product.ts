import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  answers,
  freePort,
  makeFolder,
  removeFolder,
  startProgram,
  type Program,
} from './programs.ts';

const MAIN = fileURLToPath(new URL('../platform-api/dist/src/main.js', import.meta.url));

/** The built product with a database of its own in a fresh folder. */
export interface Product {
  program: Program;
  pid: number;
  port: number;
  url: string;
  dataDir: string;
  /** Stops it and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts the built product and waits until it is ready.
 * @param options.core the only processor it may use
 * @param options.nodeArgs arguments for Node
 * @param options.env added to its environment
 */
export async function startProduct(
  options: { core?: number; nodeArgs?: string[]; env?: Record<string, string> } = {},
): Promise<Product> {
  const { nodeArgs = [], ...where } = options;
  const product = await launchProduct([process.execPath, ...nodeArgs, MAIN], where);
  try {
    await answers(`${product.url}/v1/ready`, product.program);
    return product;
  } catch (error) {
    await product.stop();
    throw error;
  }
}

/**
 * Starts the product by any command and does not wait. Its environment holds only its address and
 * its folder, unless told otherwise.
 */
export async function launchProduct(
  [command = '', ...args]: string[],
  { core, env }: { core?: number; env?: Record<string, string> } = {},
): Promise<Product> {
  const dataDir = await makeFolder('data');
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const program = startProgram(command, args, {
    ...(core !== undefined && { core }),
    env: {
      NODE_ENV: '',
      DATABASE_URL: '',
      HOST: '127.0.0.1',
      PORT: String(port),
      PUBLIC_URL: url,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      ...env,
    },
  });
  async function stop(): Promise<void> {
    await program.stop();
    await removeFolder(dataDir);
  }
  return { program, pid: program.pid, port, url, dataDir, stop };
}

/** The connection string of the product's own database. */
export async function databaseUrl({ dataDir }: Product): Promise<string> {
  const read = (name: string): Promise<string> => readFile(join(dataDir, 'postgres', name), 'utf8');
  // PostgreSQL writes its port into the fourth line (manual, 'Database File Layout').
  const port = (await read('postmaster.pid')).split('\n')[3];
  const password = (await read('stationhouse.password')).trim();
  return `postgres://stationhouse:${password}@127.0.0.1:${port}/stationhouse`;
}
