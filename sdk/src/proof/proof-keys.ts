import { PROOF_ALGORITHM } from '@stationhouse/platform-api/contract/proof/values';
import { calculateJwkThumbprint } from 'jose/jwk/thumbprint';
import { isRecord } from './play-proof.ts';

/** A public key with which the operator signs proofs (RFC 7517, RFC 8037). */
export interface ProofKey {
  kty: 'OKP';
  crv: 'Ed25519';
  /** The key, in base64url. */
  x: string;
  /** Its thumbprint (RFC 7638). */
  kid: string;
  alg: 'EdDSA';
  use: 'sig';
  /** From when it signed, in Unix seconds. */
  iat: number;
  /** Until when it signed, in Unix seconds. Left out: it still does. */
  exp?: number;
}

/** The operator's public keys, from `/.well-known/proof-keys.json`. */
export interface ProofKeySet {
  keys: readonly ProofKey[];
}

const isSeconds = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

/** 32 bytes in base64url, whose last letter has two bits to spare. */
const KEY = /^[\w-]{42}[AEIMQUYcgkosw048]$/;

/** Whether a key of the set has everything that a key of proofs has. Others are passed over (RFC 7517, 5). */
function isProofKey(value: unknown): value is ProofKey {
  return (
    isRecord(value) &&
    value['kty'] === 'OKP' &&
    value['crv'] === 'Ed25519' &&
    value['alg'] === PROOF_ALGORITHM &&
    value['use'] === 'sig' &&
    typeof value['x'] === 'string' &&
    KEY.test(value['x']) &&
    isSeconds(value['iat']) &&
    (value['exp'] === undefined || isSeconds(value['exp']))
  );
}

/** Whether a value has the form of a key set. */
export const isKeySet = (value: unknown): value is ProofKeySet =>
  isRecord(value) && Array.isArray(value['keys']);

/** A key that is ready to verify, and the time in which it signed, in Unix seconds. */
export interface UsableKey {
  key: CryptoKey;
  from: number;
  until: number;
}

/**
 * The key of the set with this id. Its id must be its thumbprint, so that no other key answers to it.
 *
 * @returns undefined when the set has no such key
 * @throws DOMException, or TypeError without WebCrypto, where Ed25519 is not supported
 */
export async function findKey({ keys }: ProofKeySet, kid: string): Promise<UsableKey | undefined> {
  const found: unknown = keys.find((key: unknown) => isRecord(key) && key['kid'] === kid);
  if (!isProofKey(found)) return undefined;
  const { kty, crv, x, iat, exp = Infinity } = found;
  if ((await calculateJwkThumbprint({ kty, crv, x })) !== kid) return undefined;
  // Never a private key, even if the set has one by mistake.
  const key = await crypto.subtle.importKey('jwk', { kty, crv, x }, 'Ed25519', false, ['verify']);
  return { key, from: iat, until: exp };
}

/** Whether this browser can verify the signature of proofs (Ed25519 in WebCrypto, which needs HTTPS). */
export async function canVerifyProofs(): Promise<boolean> {
  // The base point, which is a valid key everywhere.
  const x = 'WGZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmZmY';
  try {
    const key = { kty: 'OKP', crv: 'Ed25519', x };
    await crypto.subtle.importKey('jwk', key, 'Ed25519', false, ['verify']);
    return true;
  } catch {
    return false;
  }
}
