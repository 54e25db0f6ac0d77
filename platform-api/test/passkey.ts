import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import type { z } from 'zod';
import type { passkeyProof } from '../contract/fields.ts';
import type {
  addPasskey,
  beginPasskey,
  PasskeyRequest,
} from '../contract/accounts/second-factor.ts';
import { json, type TestApp } from './server.ts';

/** The flags of authenticator data (WebAuthn, §6.1): user present, user verified, attested credential data. */
const PRESENT = 0x01;
const VERIFIED = 0x04;
const ATTESTED = 0x40;

/** A fault that a test gives an authenticator. */
interface Fault {
  origin?: string;
  rpId?: string;
  challenge?: string;
  /** `webauthn.get` in place of `webauthn.create`, or the other way round. */
  type?: string;
  isVerified?: boolean;
  /** The counter of this use; default: one more than at the last one. */
  counter?: number;
  userHandle?: string;
  /** The attestation statement, in CBOR, and its format. */
  attestation?: { fmt: string; attStmt: Map<string, unknown> };
}

/** A passkey in software: it makes real attestations (format `none`) and assertions with ES256. */
export function createPasskey(origin = 'http://radio.example.com') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const credentialId = randomBytes(16);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle = 'bm9ib2R5';

  const clientData = (type: string, challenge: string, fault: Fault): Buffer =>
    Buffer.from(
      JSON.stringify({
        type: fault.type ?? type,
        challenge: fault.challenge ?? challenge,
        origin: fault.origin ?? origin,
        crossOrigin: false,
      }),
    );

  function authenticatorData(rpId: string, fault: Fault, attested = Buffer.alloc(0)): Buffer {
    counter = fault.counter ?? counter + 1;
    const flags =
      PRESENT | (fault.isVerified === false ? 0 : VERIFIED) | (attested.length > 0 ? ATTESTED : 0);
    const head = Buffer.alloc(5);
    head.writeUInt8(flags);
    head.writeUInt32BE(counter, 1);
    return Buffer.concat([sha256(fault.rpId ?? rpId), head, attested]);
  }

  return {
    id,

    /** Answers the options of `beginPasskey`. */
    create(
      { challenge, rp, user }: z.output<typeof beginPasskey.response>,
      fault: Fault = {},
    ): z.output<typeof addPasskey.body>['passkey'] {
      userHandle = user.id;
      const cose = cbor(
        new Map<number, unknown>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      );
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, cose]);
      const { fmt, attStmt } = fault.attestation ?? { fmt: 'none', attStmt: new Map() };
      const attestation = new Map<string, unknown>([
        ['fmt', fmt],
        ['attStmt', attStmt],
        ['authData', authenticatorData(rp.id, fault, attested)],
      ]);
      const data = clientData('webauthn.create', challenge, fault);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },

    /** Answers the options of a sign-in or of a second factor. */
    get(
      { challenge, rpId }: z.output<typeof PasskeyRequest>,
      fault: Fault = {},
    ): z.output<typeof passkeyProof> {
      const data = clientData('webauthn.get', challenge, fault);
      const bytes = authenticatorData(rpId, fault);
      const signature = sign('sha256', Buffer.concat([bytes, sha256(data)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: bytes.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: fault.userHandle ?? userHandle,
        },
      };
    },
  };
}

export type SoftPasskey = ReturnType<typeof createPasskey>;

/** Adds a passkey to a user's account over HTTP. */
export async function addPasskeyOf(
  app: TestApp,
  { headers }: { headers: Record<string, string> },
  passkey = createPasskey(),
): Promise<{ id: string; passkey: SoftPasskey; recovery_codes: string[] }> {
  const begun = await app.post('/v1/auth/passkey-creation', {}, { headers });
  const answer = passkey.create(await json(begun));
  const body = { name: 'Chrome on Windows', passkey: answer };
  const added = await app.post('/v1/auth/passkeys', body, { headers });
  if (added.status !== 201) throw new Error(`The passkey was refused: ${await added.text()}`);
  const { passkey: row, recovery_codes } = await json<{
    passkey: { id: string };
    recovery_codes: string[];
  }>(added);
  return { id: row.id, passkey, recovery_codes };
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();

/** CBOR (RFC 8949) of what attestations are made of. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') {
    const text = Buffer.from(value);
    return Buffer.concat([head(3, text.length), text]);
  }
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([head(4, value.length), ...value.map(cbor)]);
  if (value instanceof Map) {
    return Buffer.concat([head(5, value.size), ...[...value].flat().map(cbor)]);
  }
  throw new TypeError(`No CBOR for ${typeof value}.`);
}

/** The major type and a count, in up to three bytes. */
function head(major: number, count: number): Buffer {
  const type = major << 5;
  if (count < 24) return Buffer.from([type | count]);
  if (count < 256) return Buffer.from([type | 24, count]);
  return Buffer.from([type | 25, count >> 8, count & 255]);
}
