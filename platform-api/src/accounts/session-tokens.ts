import { createHash, createSecretKey } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { ACCESS_TOKEN_SECONDS, STEP_UP_SECONDS } from '../../contract/accounts/values.ts';
import { AppError } from '../errors.ts';

/** Clock skew allowed between replicas, in seconds: one fast and one slow, both still serving (clock-watch.ts). */
const LEEWAY_SECONDS = 60;

const ALGORITHM = 'HS256';

const Claims = z.object({
  sub: z.uuid(),
  sid: z.uuid(),
  aud: z.string(),
  iat: z.int(),
  exp: z.int(),
});

/** The user and session that a token is for. */
export interface TokenSubject {
  user_id: string;
  session_id: string;
}

export interface SessionTokens {
  issue(about: TokenSubject): string;
  /** @throws `invalid_token`, `token_expired` */
  read(token: string): Promise<TokenSubject>;
}

/** Options shared by every kind of token. */
export interface SigningOptions {
  /** The first one signs, all of them verify: that is how secrets are rotated. */
  secrets: readonly string[];
  publicUrl: string;
  /** The clock, in epoch ms. */
  now: () => number;
}

/**
 * Issues and verifies JWTs of one kind, each for one session.
 *
 * @param kind.type the JWT's `typ`, so that a token of another kind is never accepted (RFC 9068)
 * @param kind.lifetime in seconds
 */
function createSessionTokens(
  options: SigningOptions,
  { type, lifetime }: { type: string; lifetime: number },
): SessionTokens {
  const { publicUrl, now } = options;
  // Key objects, because the library tries to parse a string as PEM for every token, at fifty times the
  // cost of the signature.
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
          done(key === undefined ? new Error('unknown key') : null, key);
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
        // The library accepts tokens without `exp`, tokens issued in the future, and tokens with further
        // audiences. We never issue such tokens, so they are refused.
        const { sub, sid, iat, exp } = Claims.parse(await verified(token));
        if (iat > seconds() + LEEWAY_SECONDS || exp - iat > lifetime) {
          throw new Error('the token has an impossible lifetime');
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

/** Names a secret without revealing it. */
const keyId = (secret: string): string =>
  createHash('sha256').update(`key id of ${secret}`).digest('base64url').slice(0, 8);

/** Access tokens, which authorise requests. */
export const createAccessTokens = (options: SigningOptions): SessionTokens =>
  createSessionTokens(options, { type: 'at+jwt', lifetime: ACCESS_TOKEN_SECONDS });

/** Step-up tokens, which prove that the password was entered again a moment ago. */
export const createStepUpTokens = (options: SigningOptions): SessionTokens =>
  createSessionTokens(options, { type: 'step-up+jwt', lifetime: STEP_UP_SECONDS });
