/** Signs proofs for tests, with Node's crypto instead of the library that checks them. */
import { createHash, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';
import type { PlayProof, ProofKey } from '../src/proof/verify-proofs.ts';

/** A key pair, and the time in which it signs. */
export interface Signer {
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: ProofKey;
}

const inBase64url = (text: string): string => Buffer.from(text).toString('base64url');
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

const DAY = 24 * 60 * 60;

/** The first second of the first key, 1 September 2026. */
export const STARTED = Date.UTC(2026, 8, 1) / 1000;

/** A new key. @param days in which it signs, counted from `STARTED`; without an end it still does */
export function newSigner(days: { from?: number; until?: number } = {}): Signer {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const { x = '' } = publicKey.export({ format: 'jwk' });
  // The members that RFC 8037 requires, in the order of RFC 7638.
  const kid = sha256(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`);
  const { from = 0, until } = days;
  return {
    privateKey,
    publicKey,
    jwk: {
      kty: 'OKP',
      crv: 'Ed25519',
      x,
      kid,
      alg: 'EdDSA',
      use: 'sig',
      iat: STARTED + from * DAY,
      ...(until !== undefined && { exp: STARTED + until * DAY }),
    },
  };
}

/** A day after `STARTED` as the API writes times. */
export const onDay = (day: number): string => new Date((STARTED + day * DAY) * 1000).toISOString();

/** A JWS. @param header replaces parts of the header; undefined leaves one out */
export function signLine(signer: Signer, content: unknown, header: object = {}): string {
  const { kid } = signer.jwk;
  const protectedHeader = { alg: 'EdDSA', typ: 'play-proof+jws', kid, ...header };
  const payload = typeof content === 'string' ? content : JSON.stringify(content);
  const signed = `${inBase64url(JSON.stringify(protectedHeader))}.${inBase64url(payload)}`;
  return `${signed}.${sign(null, Buffer.from(signed), signer.privateKey).toString('base64url')}`;
}

/** A proof of a week with two airings and one location. */
export function proofOf(changes: Partial<PlayProof> = {}): PlayProof {
  return {
    version: 1,
    proof_id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a10',
    number: 1,
    previous: null,
    made_at: onDay(10),
    issuer: 'https://radio.example',
    station: {
      id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a11',
      name: 'Counting House Radio',
      slug: 'counting-house',
    },
    spot: {
      id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a12',
      kind: 'commercial_spot',
      title: 'Happy hour until seven',
      seconds: 6.1,
    },
    from: '2026-09-01',
    to: '2026-09-07',
    zone: 'Europe/London',
    airings: [
      {
        due_at: '2026-09-01T08:00:00.000Z',
        aired_at: '2026-09-01T08:00:00.100Z',
        late_seconds: 0.1,
        missed: null,
        listeners: 17.4,
      },
      {
        due_at: '2026-09-01T08:30:00.000Z',
        aired_at: null,
        late_seconds: null,
        missed: 'A longer item was on air until the next one was due.',
        listeners: null,
      },
    ],
    locations: [
      {
        id: '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a13',
        name: 'High Street',
        played: 0,
        not_playing: [{ airing: 0, status: 'offline' }],
      },
    ],
    due: 2,
    aired: 1,
    ...changes,
  };
}

/** A proof of the file, and the key that signs it. */
export interface Link {
  signer: Signer;
  changes?: Partial<PlayProof>;
}

/** The lines of a file: each proof has its number and the hash of the one before, unless its changes say otherwise. */
export function signLines(links: readonly Link[]): string[] {
  const lines: string[] = [];
  for (const [index, { signer, changes }] of links.entries()) {
    const before = lines.at(-1);
    lines.push(
      signLine(
        signer,
        proofOf({
          number: index + 1,
          previous: before === undefined ? null : sha256(before),
          made_at: onDay(10 + index),
          ...changes,
        }),
      ),
    );
  }
  return lines;
}

/** The file of lines. */
export const fileOf = (lines: readonly string[]): string =>
  lines.map((line) => `${line}\n`).join('');

/** A month of a spot that airs every half hour, at so many locations. */
export function aMonth(locations: number): Partial<PlayProof> {
  const first = Date.UTC(2026, 9, 1);
  const airings = Array.from({ length: 31 * 48 }, (_, index) => {
    const due = first + index * 30 * 60_000;
    return {
      due_at: new Date(due).toISOString(),
      aired_at: new Date(due + 100).toISOString(),
      late_seconds: 0.1,
      missed: null,
      listeners: 17.4,
    };
  });
  return {
    made_at: '2026-11-01T09:00:00.000Z',
    from: '2026-10-01',
    to: '2026-10-31',
    airings,
    locations: Array.from({ length: locations }, (_, place) => ({
      id: `019aa5d4-7f3a-7c1e-9d55-0b6f3f1c3${String(place).padStart(3, '0')}`,
      name: `Location ${place + 1}`,
      played: airings.length - 40,
      not_playing: Array.from({ length: 40 }, (_, index) => ({
        airing: index * 31 + place,
        status: index % 2 === 0 ? ('outside_hours' as const) : ('offline' as const),
      })),
    })),
    due: airings.length,
    aired: airings.length,
  };
}
