import type { Hash } from 'node:crypto';

/** So many characters tell the states of one file apart: 96 bits. */
const LENGTH = 16;

/**
 * What changes in a file's address when its bytes do.
 *
 * @param stored SHA-256 of the stored bytes
 */
export const versionFrom = (stored: Hash): string => stored.digest('base64url').slice(0, LENGTH);
