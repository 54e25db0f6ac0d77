import { describe, expect, it } from 'vitest';
import { hashToken, makeRefreshToken, sealNext, unsealNext } from './refresh-token.ts';

describe('a refresh token', () => {
  it('has 256 random bits behind a prefix known to secret scanners', () => {
    const tokens = new Set(Array.from({ length: 1_000 }, makeRefreshToken));
    expect(tokens.size).toBe(1_000);
    for (const token of tokens) expect(token).toMatch(/^shr_[\w-]{43}$/);
  });

  it('decrypts its successor, and no other token does', () => {
    const [token, next, other] = [makeRefreshToken(), makeRefreshToken(), makeRefreshToken()];
    const sealed = sealNext(token, next);
    expect(unsealNext(token, sealed)).toBe(next);
    expect(unsealNext(other, sealed)).not.toBe(next);
    expect(sealed.toString('base64url')).not.toBe(next.slice('shr_'.length));
  });

  it('differs from its hash and from the key of its successor', () => {
    const [token, next] = [makeRefreshToken(), makeRefreshToken()];
    const kept = hashToken(token);
    const sealed = sealNext(token, next);
    const opened = Buffer.from(sealed.map((byte, at) => byte ^ (kept[at] ?? 0)));
    expect(`shr_${opened.toString('base64url')}`).not.toBe(next);
  });
});
