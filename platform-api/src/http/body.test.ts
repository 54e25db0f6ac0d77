import { brotliCompressSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { recoverPassword } from '../../contract/accounts/auth.ts';
import { MAX_BODY_BYTES, MAX_BODY_DEPTH } from '../../contract/values.ts';
import type { Problem } from '../../contract/problem.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { rawRequest } from '../../test/raw-request.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';

const database = testDatabase();
const PATH = recoverPassword.path;

const GOOD = '{"email":"ada@example.com"}';
const filled = (bytes: number) => `{"email":"${'a'.repeat(bytes - '{"email":""}'.length)}"}`;
const nested = (levels: number) => `{"email":${'['.repeat(levels)}${']'.repeat(levels)}}`;

const post = (
  app: TestApp,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Record<string, string> = {},
) =>
  app.get(PATH, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });

/** The result of sending a body, for example `422 validation_failed email:required`. */
async function refusal(answer: Response): Promise<string> {
  const problem = await json<Problem>(answer);
  expect(problem.status).toBe(answer.status);
  const fields = (problem.errors ?? []).map(({ field, code }) => `${field}:${code}`);
  return [problem.status, problem.code, ...fields].join(' ');
}

describe('a body that is not a JSON object', () => {
  it.each([
    ['nothing', '', '400 missing_target'],
    ['an empty object', '{}', '400 missing_target'],
    ['white space', ' \n ', '400 bad_json'],
    ['half of one', '{"email":', '400 bad_json'],
    ['a word', 'email', '400 bad_json'],
    ['a text', '"email"', '400 bad_json'],
    ['a number', '1', '400 bad_json'],
    ['null', 'null', '400 bad_json'],
    ['an array', '[]', '400 bad_json'],
    ['an array of one', `[${GOOD}]`, '400 bad_json'],
    ['two of them', GOOD + GOOD, '400 bad_json'],
    ['a comment in it', `{/**/"email":"ada@example.com"}`, '400 bad_json'],
    ['a comma too many', '{"email":"ada@example.com",}', '400 bad_json'],
    ['single quotes', `{'email':'ada@example.com'}`, '400 bad_json'],
    ['a form', 'email=ada%40example.com', '400 bad_json'],
    ['XML', '<email>ada@example.com</email>', '400 bad_json'],
    ['a raw NUL', '{"email":"\0"}', '400 bad_json'],
    ['a line break in a text', '{"email":"\n"}', '400 bad_json'],
    ['NaN', '{"email":NaN}', '400 bad_json'],
  ])('is refused: %s', async (_, body, expected) => {
    expect(await refusal(await post(await startApp(database), body))).toBe(expected);
  });
});

describe('a JSON body that does not match the contract', () => {
  it.each([
    ['a number for a text', '{"email":1}', '422 validation_failed email:invalid_type'],
    ['an object for a text', '{"email":{"$ne":""}}', '422 validation_failed email:invalid_type'],
    [
      'an array for a text',
      '{"email":["ada@example.com"]}',
      '422 validation_failed email:invalid_type',
    ],
    ['a huge number', `{"email":${'9'.repeat(400)}}`, '422 validation_failed email:invalid_type'],
    ['null', '{"email":null}', '400 missing_target'],
    [
      'another field',
      '{"email":"ada@example.com","role":"admin"}',
      '422 validation_failed role:unknown_field',
    ],
    ['a prototype', '{"email":"ada@example.com","__proto__":{"role":"admin"}}', '400 bad_json'],
    [
      'a constructor',
      '{"email":"ada@example.com","constructor":{"prototype":{}}}',
      '422 validation_failed constructor:unknown_field',
    ],
    [
      'methods of objects',
      '{"email":"ada@example.com","toString":1,"hasOwnProperty":1}',
      '422 validation_failed toString:unknown_field hasOwnProperty:unknown_field',
    ],
    ['an empty name', '{"email":"ada@example.com","":1}', '422 validation_failed :unknown_field'],
    ['only a prototype', '{"__proto__":{"email":"ada@example.com"}}', '400 bad_json'],
    ['a prototype further in', '{"email":{"__proto__":{"role":"admin"}}}', '400 bad_json'],
    [
      'a prototype in another spelling',
      String.raw`{"email":"ada@example.com","\u005f_proto__":{"role":"admin"}}`,
      '400 bad_json',
    ],
  ])('is refused: %s', async (_, body, expected) => {
    expect(await refusal(await post(await startApp(database), body))).toBe(expected);
    expect(Object.prototype).not.toHaveProperty('role');
  });

  it.each([
    ['NUL', String.raw`{"first_name":"Ada\u0000"}`],
    ['half of a pair', String.raw`{"first_name":"Ada\ud800"}`],
    ['the other half', String.raw`{"first_name":"\udc00Ada"}`],
  ])('is refused by field if PostgreSQL cannot store it: %s', async (_, body) => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const answer = await app.get('/v1/me/profile', {
      method: 'PATCH',
      body,
      headers: { 'Content-Type': 'application/json', ...member.as.headers },
    });
    expect(await refusal(answer)).toBe('422 validation_failed first_name:bad_text');
  });

  it('takes the last value of a duplicate key, as JSON.parse does', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const answer = await app.get('/v1/me/profile', {
      method: 'PATCH',
      body: '{"first_name":"Ada","first_name":"Grace"}',
      headers: { 'Content-Type': 'application/json', ...member.as.headers },
    });
    expect(await answer.json()).toMatchObject({ first_name: 'Grace' });
  });
});

describe('a body that is too large', () => {
  it('is refused from one byte above the limit', async () => {
    const app = await startApp(database);
    expect(await refusal(await post(app, filled(MAX_BODY_BYTES)))).toContain('422');
    expect(await refusal(await post(app, filled(MAX_BODY_BYTES + 1)))).toBe('413 body_too_large');
  });

  it('is refused while it arrives if it has no Content-Length', async () => {
    const app = await startApp(database);
    const chunk = `${'a'.repeat(16 * 1024)}`;
    const sent = `4000\r\n${chunk}\r\n`.repeat(5);
    const answer = await rawRequest(
      app.url,
      `POST ${PATH} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
        `Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n${sent}0\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 413 /);
  });

  it('is refused above the maximum depth, and accepted at it', async () => {
    const app = await startApp(database);
    expect(await refusal(await post(app, nested(MAX_BODY_DEPTH - 1)))).toContain('422');
    for (const levels of [MAX_BODY_DEPTH, 10_000, 30_000]) {
      expect(await refusal(await post(app, nested(levels)))).toBe('400 bad_json');
    }
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(50 * 1024 * 1024, 'a'))],
    ['br', brotliCompressSync(Buffer.alloc(50 * 1024 * 1024, 'a'))],
  ])('is refused if it is too large after decompressing %s', async (encoding, body) => {
    const app = await startApp(database);
    const answer = await post(app, new Uint8Array(body), { 'Content-Encoding': encoding });
    expect(await refusal(answer)).toBe('413 body_too_large');
  });
});

describe('a body with another type or encoding', () => {
  it.each([
    ['text/plain', '415 unsupported_media_type'],
    ['application/x-www-form-urlencoded', '415 unsupported_media_type'],
    ['multipart/form-data; boundary=a', '415 unsupported_media_type'],
    ['application/jsonp', '415 unsupported_media_type'],
    ['application/json-patch+json', '415 unsupported_media_type'],
    ['nonsense', '415 unsupported_media_type'],
    ['application/json; charset=utf-7', '415 unsupported_media_type'],
    ['application/json; charset=nonsense', '415 unsupported_media_type'],
  ])('is refused: %s', async (type, expected) => {
    const app = await startApp(database);
    expect(await refusal(await post(app, GOOD, { 'Content-Type': type }))).toBe(expected);
  });

  it.each(['zstd', 'compress', 'gzip, gzip', 'nonsense'])(
    'packed as %s is refused',
    async (encoding) => {
      const app = await startApp(database);
      const answer = await post(app, GOOD, { 'Content-Encoding': encoding });
      expect(await refusal(answer)).toBe('415 unsupported_media_type');
    },
  );

  it('is refused if it claims gzip but is not', async () => {
    const app = await startApp(database);
    const broken = [Buffer.from(GOOD), gzipSync(GOOD).subarray(0, 20)];
    for (const body of broken) {
      const answer = await post(app, new Uint8Array(body), { 'Content-Encoding': 'gzip' });
      expect(await refusal(answer)).toBe('400 bad_json');
    }
  });

  it('is accepted in equivalent notations', async () => {
    const app = await startApp(database);
    for (const type of ['application/json;charset=UTF-8', 'Application/JSON']) {
      expect((await post(app, GOOD, { 'Content-Type': type })).status).toBe(200);
    }
    const packed = new Uint8Array(gzipSync(GOOD));
    expect((await post(app, packed, { 'Content-Encoding': 'gzip' })).status).toBe(200);
  });
});
