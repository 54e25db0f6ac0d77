import { createHash, createHmac, generateKeyPairSync, sign, type KeyObject } from 'node:crypto';

/** A forger's material: a token of their own and, for the worst case, the secret that signed it. */
export interface Stolen {
  token: string;
  secret: string;
  /** In seconds. */
  now: number;
}

/** A forged access token, and a name for the forgery. */
export type Forgery = [lie: string, token: string];

type Part = Record<string, unknown>;

const encode = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url');
const decode = (part: string): Part => JSON.parse(Buffer.from(part, 'base64url').toString());

/** Signed as HS256 (or another HMAC) with a secret. */
function hmac(header: unknown, claims: unknown, secret: string, hash = 'sha256'): string {
  const text = `${encode(header)}.${encode(claims)}`;
  return `${text}.${createHmac(hash, secret).update(text).digest('base64url')}`;
}

/** The object without these members. */
const without = (part: Part, ...names: string[]): Part =>
  Object.fromEntries(Object.entries(part).filter(([name]) => !names.includes(name)));

/** All known forgeries of a token. Each must be rejected. */
export function forgedTokens({ token, secret, now }: Stolen): Forgery[] {
  const [head = '', body = '', signature = ''] = token.split('.');
  const header = decode(head);
  const claims = decode(body);
  return [
    ...lyingAboutAlgorithm({ header, claims, secret, signature }),
    ...lyingAboutKey({ header, claims, secret }),
    ...lyingInHeader({ header, claims, secret }),
    ...lyingInClaims({ header, claims, secret, now }),
    ...bent(head, body, signature),
  ];
}

function lyingAboutAlgorithm(real: {
  header: Part;
  claims: Part;
  secret: string;
  signature: string;
}): Forgery[] {
  const { header, claims, secret, signature } = real;
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const ed = generateKeyPairSync('ed25519');
  const pem = String(rsa.publicKey.export({ type: 'spki', format: 'pem' }));
  const jwk = rsa.publicKey.export({ format: 'jwk' });
  const signed = (more: Part, key: KeyObject, hash: string | null): string => {
    const text = `${encode({ ...header, ...more })}.${encode(claims)}`;
    return `${text}.${sign(hash, Buffer.from(text), key).toString('base64url')}`;
  };
  const unsigned = ['none', 'None', 'NONE', 'nOnE'].flatMap((alg): Forgery[] => {
    const text = `${encode({ ...header, alg })}.${encode(claims)}`;
    return [
      [`alg ${alg}, no signature`, `${text}.`],
      [`alg ${alg}, the signature of another`, `${text}.${signature}`],
    ];
  });
  const named = ['hs256', 'HS256 ', '', 'HMAC', null, ['HS256'], { alg: 'HS256' }, 256, true].map(
    (alg): Forgery => [`alg ${JSON.stringify(alg)}`, hmac({ ...header, alg }, claims, secret)],
  );
  return [
    ...unsigned,
    ...named,
    ['no alg', hmac(without(header, 'alg'), claims, secret)],
    ['HS384 with our secret', hmac({ ...header, alg: 'HS384' }, claims, secret, 'sha384')],
    ['HS512 with our secret', hmac({ ...header, alg: 'HS512' }, claims, secret, 'sha512')],
    ['RS256 with a key of their own', signed({ alg: 'RS256' }, rsa.privateKey, 'sha256')],
    ['RS256 with the key inside', signed({ alg: 'RS256', jwk }, rsa.privateKey, 'sha256')],
    ['ES256', signed({ alg: 'ES256' }, ec.privateKey, 'sha256')],
    ['EdDSA', signed({ alg: 'EdDSA' }, ed.privateKey, null)],
    ['HS256 with a public key as its secret', hmac(header, claims, pem)],
    ['RS256 said, HS256 done with a public key', hmac({ ...header, alg: 'RS256' }, claims, pem)],
  ];
}

function lyingAboutKey(real: { header: Part; claims: Part; secret: string }): Forgery[] {
  const { header, claims, secret } = real;
  const kids = [
    '',
    'unknown',
    '../../../dev/null',
    "' union select 'x",
    '__proto__',
    'constructor',
  ];
  const guesses: [string, string][] = [
    ['another secret', 'another secret that is long enough to be one'],
    ['an empty secret', ''],
    ['the beginning of the secret', secret.slice(0, -1)],
    ['the secret and a line break', `${secret}\n`],
    ['the secret’s hash', createHash('sha256').update(secret).digest('hex')],
    ['the name of the key', String(header['kid'])],
    ['"null"', 'null'],
    ['"undefined"', 'undefined'],
  ];
  return [
    ['no kid', hmac(without(header, 'kid'), claims, secret)],
    ...kids.map((kid): Forgery => [`kid ${kid}`, hmac({ ...header, kid }, claims, secret)]),
    ...kids.map((kid): Forgery => [`kid ${kid}, empty key`, hmac({ ...header, kid }, claims, '')]),
    ...[null, 0, [header['kid']], { kid: header['kid'] }, `${header['kid']} `].map(
      (kid): Forgery => [`kid ${JSON.stringify(kid)}`, hmac({ ...header, kid }, claims, secret)],
    ),
    ...guesses.map(([what, guess]): Forgery => [what, hmac(header, claims, guess)]),
  ];
}

function lyingInHeader(real: { header: Part; claims: Part; secret: string }): Forgery[] {
  const { header, claims, secret } = real;
  return [
    ['no typ', hmac(without(header, 'typ'), claims, secret)],
    ...['JWT', 'rt+jwt', 'at+jwt ', '', null, ['at+jwt']].map((typ): Forgery => [
      `typ ${JSON.stringify(typ)}`,
      hmac({ ...header, typ }, claims, secret),
    ]),
    ['a header that is a text', hmac('header', claims, secret)],
    ['a header that is null', hmac('null', claims, secret)],
    ['a header that is an array', hmac([header], claims, secret)],
  ];
}

function lyingInClaims(real: {
  header: Part;
  claims: Part;
  secret: string;
  now: number;
}): Forgery[] {
  const { header, claims, secret, now } = real;
  const year = 365 * 24 * 60 * 60;
  const uuid = '019aa5d4-7f3a-7c1e-9d55-0b6f3f1c2a1';
  const changes: Part[] = [
    ...[null, String(now + 60), now + year, 1e300, -1, now - 120, [now + 60]].map((exp) => ({
      exp,
    })),
    { exp: now + 901 },
    ...[null, String(now), now + year, -1, now + 120].map((iat) => ({ iat })),
    { iat: now + year, exp: now + year + 60 },
    { iat: now - year, exp: now + 60 },
    { nbf: now + year },
    { nbf: 'tomorrow' },
    ...['https://example.com/v1', '', null, `${claims['aud']}/`, `${claims['iss']}`].map((aud) => ({
      aud,
    })),
    { aud: [claims['aud'], 'https://example.com'] },
    ...['https://example.com', '', null, `${claims['iss']}/`].map((iss) => ({ iss })),
    ...['admin', '', null, 0, uuid, "' or 1=1 --", [claims['sub']], '*'].map((sub) => ({ sub })),
    ...['', null, 0, uuid, "' or 1=1 --", [claims['sid']], '%'].map((sid) => ({ sid })),
  ];
  return [
    ...changes.map((change): Forgery => [
      JSON.stringify(change),
      hmac(header, { ...claims, ...change }, secret),
    ]),
    ...['exp', 'iat', 'aud', 'iss', 'sub', 'sid'].map((name): Forgery => [
      `no ${name}`,
      hmac(header, without(claims, name), secret),
    ]),
    ...['null', '[]', '{}', '"text"', '1', '{', ''].map((text): Forgery => [
      `claims ${text}`,
      hmac(header, text, secret),
    ]),
    ['claims in an array', hmac(header, [claims], secret)],
  ];
}

/** Changed letters, and parts that are missing, doubled or from another kind of token. */
function bent(head: string, body: string, signature: string): Forgery[] {
  const parts = [head, body, signature];
  const token = parts.join('.');
  const flips = parts.flatMap((part, at) =>
    [0, Math.floor(part.length / 2), part.length - 1].map((place): Forgery => {
      const flipped = part[place] === 'A' ? 'B' : 'A';
      const changed = part.slice(0, place) + flipped + part.slice(place + 1);
      return [`part ${at} changed at ${place}`, parts.with(at, changed).join('.')];
    }),
  );
  return [
    ...flips,
    ['no signature', `${head}.${body}`],
    ['an empty signature', `${head}.${body}.`],
    ['no header', `.${body}.${signature}`],
    ['no claims', `${head}..${signature}`],
    ['empty parts', '..'],
    ['one part', head],
    ['a part too many', `${token}.${signature}`],
    ['a dot too many', `${token}.`],
    ['parts in another order', `${body}.${head}.${signature}`],
    ['the last letter cut', token.slice(0, -1)],
    ['half of it', token.slice(0, token.length / 2)],
    ['padded', `${token}=`],
    ['five parts, as of an encrypted one', `${head}.${body}.${signature}.${body}.${signature}`],
    ['an encrypted one', `${encode({ alg: 'dir', enc: 'A256GCM' })}..AAAA.AAAA.AAAA`],
    ['JSON', JSON.stringify({ protected: head, payload: body, signature })],
    ['a blank within', `${head}. ${body}.${signature}`],
    ['a tab before', `\t${token}`],
    ['a blank before', ` ${token}`],
    ['two tokens', `${token} ${token}`],
    ['two tokens with a comma', `${token},${token}`],
    ['twice in one', token + token],
    ['in quotes', `"${token}"`],
    ['escaped', encodeURIComponent(`${head}.${body}.${signature}/`)],
    ['ten thousand letters', `${head}.${'A'.repeat(10_000)}.${signature}`],
    ['nothing', ''],
    ['null', 'null'],
    ['undefined', 'undefined'],
    ['a refresh token', `shr_${signature}`],
    ['an API key that is none', `shk_${signature}`],
    ['an empty API key', 'shk_'],
  ];
}
