import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';
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

/** AES-256-GCM (NIST SP 800-38D): a nonce of 96 bits, a tag of 128. */
const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts what the database keeps. */
export type Sealer = ReturnType<typeof createSealer>;

/**
 * Encrypts secrets of users with keys that are derived from ours (HKDF, RFC 5869).
 *
 * @param secrets the first one encrypts, all of them decrypt: that is how they are rotated
 * @param purpose keeps the keys of different uses apart
 */
export function createSealer(secrets: readonly string[], purpose: string) {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)));
  return {
    seal(secret: Buffer): Buffer {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv(CIPHER, keys[0] ?? '', nonce);
      const sealed = Buffer.concat([cipher.update(secret), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    /** The secret, and whether a former key encrypted it; null when that key is gone. */
    open(sealed: Buffer): { secret: Buffer; isOld: boolean } | null {
      for (const [index, key] of keys.entries()) {
        try {
          const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, NONCE_BYTES));
          decipher.setAuthTag(sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
          const secret = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES));
          return { secret: Buffer.concat([secret, decipher.final()]), isOld: index > 0 };
        } catch {
          // Encrypted with another of the keys.
        }
      }
      return null;
    },
  };
}
