import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { z } from 'zod';
import { BRAND } from '../../contract/site/brand.ts';
import type { passkeyProof } from '../../contract/fields.ts';
import { MAX_PASSKEYS, PASSKEY_SECONDS } from '../../contract/accounts/values.ts';
import type {
  addPasskey,
  beginPasskey,
  PasskeyRequest,
} from '../../contract/accounts/second-factor.ts';
import { AppError } from '../errors.ts';
import type { Logger } from '../process/log.ts';
import type { Passkey } from './table.ts';

/** A challenge: random bytes (WebAuthn, §13.4.3: at least 16), when it expires in epoch seconds, and a MAC. */
const NONCE_BYTES = 16;
const HEAD_BYTES = NONCE_BYTES + 4;

/** COSE's numbers of EdDSA, ES256 and RS256: passkeys of every maker can sign with one of them. */
const ALGORITHMS = [-8, -7, -257];

const TIMEOUT_MS = PASSKEY_SECONDS * 1_000;

/** The answer of a passkey to a challenge. */
export type PasskeyProof = z.output<typeof passkeyProof>;

/** A passkey in its owner's list. */
type PasskeyRow = Pick<Passkey, (typeof COLUMNS)[number]>;

const COLUMNS = ['id', 'name', 'created_at', 'last_used_at', 'signs_in'] as const;

/**
 * Passkeys (WebAuthn Level 3): discoverable, and always with user verification, so that each counts as both factors.
 * Attestations are not requested: any maker's authenticator is welcome.
 */
export class Passkeys {
  readonly #db: Knex;
  readonly #now: () => number;
  readonly #log: Logger;
  readonly #hostname: string;
  readonly #expected: { expectedOrigin: string; expectedRPID: string };
  readonly #keys: Buffer[];

  constructor(deps: {
    db: Knex;
    /** Sign the challenges; the newest first. */
    secrets: readonly string[];
    publicUrl: string;
    /** The clock, in epoch ms. */
    now: () => number;
    log: Logger;
  }) {
    this.#db = deps.db;
    this.#now = deps.now;
    this.#log = deps.log;
    const { origin, hostname } = new URL(deps.publicUrl);
    this.#hostname = hostname;
    this.#expected = { expectedOrigin: origin, expectedRPID: hostname };
    this.#keys = deps.secrets.map((secret) =>
      Buffer.from(hkdfSync('sha256', secret, '', 'challenges of passkeys', 32)),
    );
  }

  /** Begins to add a passkey in this session. @throws `too_many_passkeys` */
  async beginAdding(
    user: { id: string; email: string | null; phone: string | null },
    sessionId: string,
  ): Promise<z.input<typeof beginPasskey.response>> {
    const present = await referencesOf(this.#db, user.id);
    if (present.length >= MAX_PASSKEYS) throw new AppError('too_many_passkeys');
    const name = user.email ?? user.phone ?? '';
    return {
      challenge: this.#makeChallenge(adding(user.id, sessionId)),
      rp: { id: this.#hostname, name: BRAND.name },
      user: { id: handleOf(user.id), name, displayName: name },
      pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
      timeout: TIMEOUT_MS,
      excludeCredentials: present,
      authenticatorSelection: {
        residentKey: 'required',
        requireResidentKey: true,
        userVerification: 'required',
      },
      attestation: 'none',
    };
  }

  /**
   * Adds a passkey. Lock the user's row before.
   * @throws `passkey_refused`, `passkey_exists`, `too_many_passkeys`
   */
  async add(
    trx: Knex,
    { userId, sessionId }: { userId: string; sessionId: string },
    { name, passkey }: z.output<typeof addPasskey.body>,
  ): Promise<PasskeyRow> {
    const { transports = null, ...response } = passkey.response;
    let challenge = '';
    const { verifyRegistrationResponse } = await loadWebAuthn();
    // An attestation's certificates could make the library ask addresses that the client has chosen (SSRF).
    const checked = (await hasCertificates(response.attestationObject))
      ? undefined
      : await verifyRegistrationResponse({
          ...this.#expected,
          response: { ...passkey, response, clientExtensionResults: {} },
          expectedChallenge: (given) => {
            challenge = given;
            return this.#isValid(given, adding(userId, sessionId));
          },
          requireUserVerification: true,
          supportedAlgorithmIDs: ALGORITHMS,
        }).catch(() => undefined);
    if (!checked?.verified || !(await this.#useUp(trx, challenge)))
      throw new AppError('passkey_refused');
    if ((await referencesOf(trx, userId)).length >= MAX_PASSKEYS)
      throw new AppError('too_many_passkeys');
    const { id, publicKey, counter } = checked.registrationInfo.credential;
    const [row]: PasskeyRow[] = await trx('passkeys')
      .insert({
        id: uuidv7(),
        user_id: userId,
        name,
        credential_id: id,
        public_key: Buffer.from(publicKey),
        counter,
        transports,
      })
      .onConflict('credential_id')
      .ignore()
      .returning([...COLUMNS]);
    if (!row) throw new AppError('passkey_exists');
    return row;
  }

  /** A request for a passkey of this user as second factor; null for an account without passkeys. */
  async requestSecondFactor(userId: string, sessionId: string | undefined) {
    const present = await referencesOf(this.#db, userId);
    return present.length === 0 ? null : this.#request(asFactor(userId, sessionId), present);
  }

  /** Uses a passkey as second factor. From then on it signs in without the password, too. */
  async useAsSecondFactor(
    userId: string,
    sessionId: string | undefined,
    proof: PasskeyProof,
  ): Promise<boolean> {
    const row = await findByCredential(this.#db, proof);
    if (row?.user_id !== userId) return false;
    const used = await this.#use(proof, asFactor(userId, sessionId), { signs_in: true });
    return used !== undefined;
  }

  /** A request for any passkey, to sign in with it alone. */
  requestSignIn() {
    return this.#request(SIGN_IN, []);
  }

  /** The user whom a passkey names as its own; undefined when it is another's. Proves nothing yet. */
  async ownerOf(proof: PasskeyProof): Promise<string | undefined> {
    const row = await findByCredential(this.#db, proof);
    return row && proof.response.userHandle === handleOf(row.user_id) ? row.user_id : undefined;
  }

  /** Signs in with a passkey alone. @throws `passkey_refused`, `passkey_needs_password` */
  async useToSignIn(proof: PasskeyProof): Promise<void> {
    const used = await this.#use(proof, SIGN_IN);
    if (!used) throw new AppError('passkey_refused');
    if (!used.signs_in) throw new AppError('passkey_needs_password');
  }

  #macOf(key: Buffer, head: Buffer, ceremony: string): Buffer {
    return createHmac('sha256', key).update(head).update(ceremony).digest();
  }

  /** Signed instead of stored, so that strangers who begin to sign in leave no rows. */
  #makeChallenge(ceremony: string): string {
    const head = Buffer.alloc(HEAD_BYTES);
    randomBytes(NONCE_BYTES).copy(head);
    head.writeUInt32BE(Math.floor(this.#now() / 1_000) + PASSKEY_SECONDS, NONCE_BYTES);
    return Buffer.concat([head, this.#macOf(this.#keys[0] ?? head, head, ceremony)]).toString(
      'base64url',
    );
  }

  #expiryOf(challenge: Buffer): number {
    return challenge.readUInt32BE(NONCE_BYTES) * 1_000;
  }

  /** Whether we made the challenge for this ceremony a moment ago. */
  #isValid(text: string, ceremony: string): boolean {
    const challenge = Buffer.from(text, 'base64url');
    const [head, mac] = [challenge.subarray(0, HEAD_BYTES), challenge.subarray(HEAD_BYTES)];
    return (
      this.#keys.some((key) => {
        const own = this.#macOf(key, head, ceremony);
        return own.length === mac.length && timingSafeEqual(own, mac);
      }) && this.#expiryOf(challenge) > this.#now()
    );
  }

  /** Uses a valid challenge up. @returns false when it was used before */
  async #useUp(trx: Knex, text: string): Promise<boolean> {
    const challenge = Buffer.from(text, 'base64url');
    const [row] = await trx('used_passkey_challenges')
      .insert({
        challenge_hash: createHash('sha256').update(challenge).digest(),
        expires_at: new Date(this.#expiryOf(challenge)),
      })
      .onConflict('challenge_hash')
      .ignore()
      .returning('challenge_hash');
    return row !== undefined;
  }

  /** @returns the challenge that the passkey has signed; undefined unless signature and all else are right */
  async #check(proof: PasskeyProof, publicKey: Buffer, ceremony: string) {
    const { clientDataJSON, authenticatorData, signature } = proof.response;
    let challenge = '';
    const { verifyAuthenticationResponse } = await loadWebAuthn();
    const checked = await verifyAuthenticationResponse({
      ...this.#expected,
      response: {
        ...proof,
        response: { clientDataJSON, authenticatorData, signature },
        clientExtensionResults: {},
      },
      expectedChallenge: (given) => {
        challenge = given;
        return this.#isValid(given, ceremony);
      },
      requireUserVerification: true,
      // The library's check of the counter could not be atomic.
      credential: { id: proof.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    }).catch(() => undefined);
    return checked?.verified
      ? { challenge, counter: checked.authenticationInfo.newCounter }
      : undefined;
  }

  /**
   * Uses a passkey of a user. A counter that has not grown is refused: the passkey may have been copied.
   * @param change what else to write, such as that it may sign in alone from now on
   * @returns undefined when anything is wrong with it
   */
  async #use(
    proof: PasskeyProof,
    ceremony: string,
    change: { signs_in?: true } = {},
  ): Promise<{ signs_in: boolean } | undefined> {
    const row = await findByCredential(this.#db, proof);
    const checked = row && (await this.#check(proof, row.public_key, ceremony));
    if (!checked) return undefined;
    const { challenge, counter } = checked;
    return this.#db.transaction(async (trx) => {
      if (!(await this.#useUp(trx, challenge))) return undefined;
      const [used] = await trx('passkeys')
        .where({ id: row.id })
        .whereRaw('(counter < ? or (counter = 0 and ? = 0))', [counter, counter])
        .update({ counter, last_used_at: trx.fn.now(), ...change })
        .returning('signs_in');
      if (!used)
        this.#log.warn({ passkey: row.id }, 'a passkey’s counter went back: it may be a copy');
      return used;
    });
  }

  /** The options for a browser that asks for one of these passkeys, or for any of this site. */
  #request(ceremony: string, allowCredentials: PasskeyReference[]): z.input<typeof PasskeyRequest> {
    return {
      challenge: this.#makeChallenge(ceremony),
      rpId: this.#hostname,
      timeout: TIMEOUT_MS,
      userVerification: 'required',
      allowCredentials,
    };
  }
}

/** The user's name for passkeys (WebAuthn's user handle). */
const handleOf = (userId: string): string => Buffer.from(userId).toString('base64url');

/** The ceremonies that a challenge can be for. */
const SIGN_IN = 'sign in';
const adding = (userId: string, sessionId: string): string => `add ${userId} ${sessionId}`;
const asFactor = (userId: string, sessionId = 'to sign in'): string =>
  `second factor ${userId} ${sessionId}`;

/** A user's passkeys, the newest first. */
export async function listPasskeys(db: Knex, userId: string): Promise<PasskeyRow[]> {
  return db('passkeys')
    .where({ user_id: userId })
    .orderBy('created_at', 'desc')
    .select(...COLUMNS);
}

/**
 * Passkeys of a user no longer sign in alone, until they were used along with the password. Call it where
 * an account may have been in the wrong hands, which may have added one.
 */
export async function requirePasswordOnce(trx: Knex, userId: string): Promise<void> {
  await trx('passkeys').where({ user_id: userId }).update({ signs_in: false });
}

interface PasskeyReference {
  id: string;
  type: 'public-key';
  transports?: string[];
}

async function referencesOf(db: Knex, userId: string): Promise<PasskeyReference[]> {
  const rows = await db('passkeys')
    .where({ user_id: userId })
    .orderBy('created_at')
    .select('credential_id', 'transports');
  return rows.map(({ credential_id: id, transports }) => ({
    id,
    type: 'public-key',
    ...(transports && { transports }),
  }));
}

const findByCredential = (
  db: Knex,
  { id }: PasskeyProof,
): Promise<{ id: string; user_id: string; public_key: Buffer } | undefined> =>
  db('passkeys').where({ credential_id: id }).first('id', 'user_id', 'public_key');

/** Loads the library with the first passkey: it takes 7 MB of memory. */
const loadWebAuthn = () => import('@simplewebauthn/server');

/** Whether an attestation carries certificates. Unreadable ones count. */
async function hasCertificates(attestationObject: string): Promise<boolean> {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  try {
    const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'));
    const attestation = decodeAttestationObject(bytes);
    const format = attestation.get('fmt');
    return (
      format !== 'none' &&
      (format !== 'packed' || attestation.get('attStmt').get('x5c') !== undefined)
    );
  } catch {
    return true;
  }
}
