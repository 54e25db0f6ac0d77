import { randomBytes } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Reads or creates a secret in the data folder, for starts without configuration. Two processes that
 * start at the same time get the same secret.
 *
 * @param name the file's name
 * @returns the secret, and whether it was created by this call
 */
export async function keptSecret(
  dataDir: string,
  name: string,
): Promise<{ secret: string; isNew: boolean }> {
  const file = join(dataDir, name);
  await mkdir(dataDir, { recursive: true });
  try {
    const secret = randomBytes(32).toString('base64url');
    await writeFile(file, secret, { flag: 'wx', mode: 0o600 });
    return { secret, isNew: true };
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    return { secret: (await readFile(file, 'utf8')).trim(), isNew: false };
  }
}
