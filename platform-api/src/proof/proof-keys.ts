// The keys with which proofs of play are signed. One signs at a time; former ones stay public, so old proofs stay good.
import type { Knex } from 'knex';
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importPKCS8, exportPKCS8 } from 'jose';
import { PROOF_ALGORITHM } from '../../contract/proof/values.ts';
import type { Sealer } from '../process/secrets.ts';
import type { ProofKey } from './table.ts';

/** Keeps the encryption of these keys apart from that of others. */
export const PROOF_KEYS = 'keys of proofs';

/** The services that keys need. */
export interface KeyDeps {
  db: Knex;
  /** Encrypts private keys. */
  sealer: Sealer;
  /** The clock, in epoch ms. */
  now: () => number;
}

type SigningKey = Awaited<ReturnType<typeof importPKCS8>>;

/** Key sets have whole seconds: rounded outwards, so that each proof is within the time of its key. */
const wholeSecond = (ms: number, round: 'floor' | 'ceil'): Date =>
  new Date(Math[round](ms / 1_000) * 1_000);

/**
 * The key that signs, made at its first use. The rows of keys are locked until the transaction ends, so that a rotation
 * comes before or after a proof.
 */
export async function signingKey(
  trx: Knex,
  { sealer, now }: Omit<KeyDeps, 'db'>,
): Promise<{ kid: string; key: SigningKey }> {
  await trx.raw('lock table proof_keys in share row exclusive mode');
  const row = await trx('proof_keys').whereNull('retired_at').first();
  const opened = row?.sealed_key ? sealer.open(row.sealed_key) : null;
  if (row && opened) {
    const key = await importPKCS8(opened.secret.toString(), PROOF_ALGORITHM);
    // Encrypted anew before the former secret is removed.
    if (opened.isOld) {
      await trx('proof_keys')
        .where({ kid: row.kid })
        .update({ sealed_key: sealer.seal(opened.secret) });
    }
    return { kid: row.kid, key };
  }
  // No key was made yet, or the secret that encrypted it is gone.
  await retireKey(trx, now());
  return addKey(trx, { sealer, now });
}

async function addKey(trx: Knex, { sealer, now }: Omit<KeyDeps, 'db'>) {
  const { privateKey, publicKey } = await generateKeyPair(PROOF_ALGORITHM, {
    crv: 'Ed25519',
    extractable: true,
  });
  const jwk = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(jwk);
  await trx('proof_keys').insert({
    kid,
    x: jwk.x ?? '',
    sealed_key: sealer.seal(Buffer.from(await exportPKCS8(privateKey))),
    created_at: wholeSecond(now(), 'floor'),
    retired_at: null,
  });
  return { kid, key: privateKey };
}

/**
 * Retires the key that signs: its private part is deleted, and the next proof makes a new key. Proofs that it signed stay
 * good.
 * @returns its id; null: none has signed yet
 */
export async function retireKey(db: Knex, now: number): Promise<string | null> {
  const [retired]: Pick<ProofKey, 'kid'>[] = await db('proof_keys')
    .whereNull('retired_at')
    .update({ retired_at: wholeSecond(now, 'ceil'), sealed_key: null })
    .returning('kid');
  return retired?.kid ?? null;
}

/** All public keys as a JWK Set (RFC 7517), each with the time in which it signed: `iat` to `exp`, in seconds. */
export async function readKeySet(db: Knex) {
  const rows: Pick<ProofKey, 'kid' | 'x' | 'created_at' | 'retired_at'>[] = await db('proof_keys')
    .orderBy('created_at')
    .select('kid', 'x', 'created_at', 'retired_at');
  const seconds = (date: Date) => date.getTime() / 1_000;
  return {
    keys: rows.map(({ kid, x, created_at, retired_at }) => ({
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      kid,
      alg: PROOF_ALGORITHM,
      use: 'sig',
      iat: seconds(created_at),
      ...(retired_at && { exp: seconds(retired_at) }),
    })),
  };
}
