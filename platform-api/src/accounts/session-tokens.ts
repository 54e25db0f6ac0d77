import { createHash, createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { AppError } from '../errors.ts';

/** Clocks of replicas may differ by this much, in seconds (security, Access token). */
const LEEWAY_SECONDS = 5;

const ALGORITHM = 'HS256';

const Claims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
});

/** Whose token it is: a user, in one of their sessions. */
export interface TokenSubject {
  user_id: string;
  session_id: string;
}

export interface SessionTokens {
  issue(about: TokenSubject): string;
  /** @throws `invalid_token`, `token_expired` */
  read(token: string): Promise<TokenSubject>;
}

/** What every kind of token is made with. */
export interface SigningOptions {
  /** The first one signs, any of them is believed: that is how secrets are rotated. */
  secrets: readonly string[];
  publicUrl: string;
  /** The clock, in epoch ms. */
  now: () => number;
}

/**
 * Makes and reads signed tokens of one kind, each about one session.
 *
 * @param kind.type the JWTs' type, so that one made for something else is never taken for one (RFC 9068)
 * @param kind.lifetime in seconds
 */
export function createSessionTokens(
  options: SigningOptions,
  { type, lifetime }: { type: string; lifetime: number },
): SessionTokens {
  const { publicUrl, now } = options;
  // Key objects: from a text the library would try to read a PEM key anew for every token, which costs
  // fifty times the signature.
  const keys = new Map(
    options.secrets.map((secret) => [keyId(secret), createSecretKey(Buffer.from(secret))]),
  );
  const [first] = keys;
  if (!first) throw new Error('Tokens need a secret.');
  const [signingId, signingKey] = first;
  const audience = `${publicUrl}/v1`;
  const seconds = (): number => Math.floor(now() / 1000);

  function verified(token: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      jwt.verify(
        token,
        ({ kid = '', typ }, done) => {
          const key = typ === type ? keys.get(kid) : undefined;
          done(key === undefined ? new Error('no key of ours') : null, key);
        },
        {
          algorithms: [ALGORITHM],
          issuer: publicUrl,
          audience,
          clockTimestamp: seconds(),
          clockTolerance: LEEWAY_SECONDS,
          maxAge: lifetime,
        },
        (error, claims) => (error ? reject(error) : resolve(claims)),
      );
    });
  }

  return {
    issue({ user_id, session_id }) {
      return jwt.sign({ sid: session_id, iat: seconds() }, signingKey, {
        algorithm: ALGORITHM,
        keyid: signingId,
        header: { alg: ALGORITHM, typ: type },
        issuer: publicUrl,
        audience,
        subject: user_id,
        expiresIn: lifetime,
      });
    },
    async read(token) {
      try {
        // The library takes a token without `exp` for one that never expires, does not mind one that
        // is made tomorrow, nor one for other audiences beside ours: ours are none of these.
        const { sub, sid, iat, exp } = Claims.parse(await verified(token));
        if (iat > seconds() + LEEWAY_SECONDS || exp - iat > lifetime) {
          throw new Error('not a life that we give');
        }
        return { user_id: sub, session_id: sid };
      } catch (error) {
        throw error instanceof jwt.TokenExpiredError
          ? new AppError('token_expired')
          : new AppError('invalid_token', { cause: error });
      }
    },
  };
}

/** Names a secret without telling it. */
const keyId = (secret: string): string =>
  createHash('sha256').update(`key id of ${secret}`).digest('base64url').slice(0, 8);
