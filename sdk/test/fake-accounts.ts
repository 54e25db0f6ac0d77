/// <reference types="node" />
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { User } from '../src/client/generated/types.gen.ts';

export const PASSWORD = 'a long enough one';

const person = (name: string): User => ({
  id: name,
  email: `${name}@example.com`,
  phone: null,
  new_email: null,
  email_confirmed_at: null,
  phone_confirmed_at: null,
  created_at: '2026-11-21T12:00:00Z',
});

/** A request as the server received it. */
export interface Seen {
  method: string;
  path: string;
  body: Record<string, string>;
  authorization: string | undefined;
  /** Null without one. */
  cookie: string | null;
}

/** How the server treats a request. By default it is answered at once. */
export interface Fate {
  /** Handled, but the answer is lost. */
  lost?: true;
  /** Handled, and answered only then. */
  after?: Promise<unknown>;
  /** Not handled. */
  refused?: { status: number; code?: string; retryAfter?: number };
}

interface Answer {
  status?: number;
  body?: object;
  /** The new refresh token of the cookie; '' deletes it. */
  cookie?: string;
}

/** The API's account calls over real HTTP on localhost, as the contract describes them. */
export interface FakeAccounts {
  url: string;
  seen: Seen[];
  /** The requests to this address. */
  at(path: string): Seen[];
  /** Decides what happens to the next undecided request to this address. */
  next(path: string, fate: Fate): void;
  /** Expires all access tokens so far. */
  expireTokens(): void;
  /** Ends all sessions of a user, as another device would. */
  endSessions(name: string): void;
  /** Number of open sessions. */
  open(): number;
  close(): Promise<void>;
}

export async function startFakeAccounts(): Promise<FakeAccounts> {
  const people = new Map(['ada', 'bob'].map((name) => [name, person(name)]));
  const sessions = new Map<string, User>();
  const refreshTokens = new Map<string, { session: string; next?: string; usedAt?: number }>();
  const accessTokens = new Map<string, { session: string; isOld: boolean }>();
  const fates = new Map<string, Fate[]>();
  const seen: Seen[] = [];
  let count = 0;

  const problem = (status: number, code: string): Answer => ({
    status,
    body: { title: 'No', detail: `It is ${code}.`, code, request_id: `r${count}` },
  });

  function grant(session: string, refresh_token: string, inCookie: boolean, status = 200): Answer {
    const access_token = `access-${++count}`;
    accessTokens.set(access_token, { session, isOld: false });
    const user = sessions.get(session);
    return {
      status,
      body: {
        access_token,
        token_type: 'bearer',
        expires_in: 900,
        user,
        ...(!inCookie && { refresh_token }),
      },
      ...(inCookie && { cookie: refresh_token }),
    };
  }

  function signIn(name: string, inCookie: boolean, status?: number): Answer {
    const session = `session-${++count}`;
    sessions.set(session, people.get(name) ?? person(name));
    const token = `refresh-${++count}`;
    refreshTokens.set(token, { session });
    return grant(session, token, inCookie, status);
  }

  function refresh(given: string | undefined, inCookie: boolean): Answer {
    const token = refreshTokens.get(given ?? '');
    if (!token || !sessions.has(token.session)) return problem(401, 'invalid_token');
    if (token.next === undefined) {
      token.next = `refresh-${++count}`;
      token.usedAt = Date.now();
      refreshTokens.set(token.next, { session: token.session });
    } else if (Date.now() - (token.usedAt ?? 0) > 10_000) {
      sessions.delete(token.session);
      return problem(401, 'refresh_token_reused');
    }
    return grant(token.session, token.next, inCookie);
  }

  function signOut({ cookie, body }: Seen): Answer {
    const session = refreshTokens.get(body['refresh_token'] ?? cookie ?? '')?.session ?? '';
    if (body['scope'] === 'others') {
      for (const other of sessions.keys()) if (other !== session) sessions.delete(other);
      return { status: 204 };
    }
    sessions.delete(session);
    return { status: 204, cookie: '' };
  }

  function verify({ body }: Seen, inCookie: boolean): Answer {
    const { type, token = '', email } = body;
    if (token === 'spent') return problem(400, 'invalid_token');
    if (type === 'otp') return signIn(token || String(email).split('@')[0] || '', inCookie);
    return { body: { user: changed(token, { email_confirmed_at: '2026-11-21T12:01:00Z' }) } };
  }

  function changed(name: string, changes: Partial<User>): User {
    const user = { ...(people.get(name) ?? person(name)), ...changes };
    people.set(name, user);
    for (const [session, owner] of sessions) if (owner.id === name) sessions.set(session, user);
    return user;
  }

  function asMember(request: Seen): Answer {
    const token = request.authorization?.replace('Bearer ', '') ?? '';
    if (token.startsWith('shk_')) return { body: { user: person('ada'), role: 'user' } };
    const known = accessTokens.get(token);
    if (!known) return problem(401, 'invalid_token');
    const user = sessions.get(known.session);
    if (!user) return problem(401, 'session_ended');
    if (known.isOld) return problem(401, 'token_expired');
    if (request.method === 'DELETE') return { status: 204 };
    if (request.method === 'PATCH')
      return { body: changed(user.id, { new_email: request.body['email'] ?? null }) };
    return { body: { user, role: 'user' } };
  }

  function act(request: Seen): Answer {
    const { path, body, cookie } = request;
    const inCookie = body['session'] === 'cookie';
    if (path === '/v1/auth/signup') return signIn('ada', inCookie, 201);
    if (path === '/v1/auth/verify') return verify(request, inCookie);
    if (path === '/v1/auth/signout') return signOut(request);
    if (path === '/v1/auth/reset') {
      sessions.clear();
      return { body: {} };
    }
    if (path !== '/v1/auth/token')
      return /^.v1.(me|auth.(user|sessions)|admin)/.test(path) ? asMember(request) : { body: {} };
    if (body['grant_type'] === 'refresh_token') {
      const given = body['refresh_token'];
      return refresh(given ?? cookie ?? undefined, given === undefined);
    }
    if (body['password'] !== PASSWORD) return problem(401, 'invalid_credentials');
    return signIn(body['email']?.split('@')[0] ?? '', inCookie);
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const piece of request) text += String(piece);
    const path = request.url ?? '';
    const visit: Seen = {
      method: request.method ?? '',
      path,
      // Every body that a test sends is an object of strings.
      body: JSON.parse(text || '{}') as Record<string, string>,
      authorization: request.headers.authorization,
      cookie: /refresh_token=([^;]+)/.exec(request.headers.cookie ?? '')?.[1] ?? null,
    };
    seen.push(visit);
    const fate = fates.get(path)?.shift();
    const { refused } = fate ?? {};
    const {
      status = 200,
      body,
      cookie,
    } = refused ? problem(refused.status, refused.code ?? 'unavailable') : act(visit);
    await fate?.after;
    if (fate?.lost) return void response.destroy();
    response.writeHead(status, {
      ...(refused?.retryAfter && { 'Retry-After': String(refused.retryAfter) }),
      ...(cookie !== undefined && {
        'Set-Cookie': `refresh_token=${cookie}; Path=/v1/auth; HttpOnly; SameSite=Strict`,
      }),
    });
    response.end(body && JSON.stringify(body));
  }

  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A listening TCP server has an address of this shape.
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    at: (path) => seen.filter((request) => request.path === path),
    next: (path, fate) => fates.set(path, [...(fates.get(path) ?? []), fate]),
    expireTokens() {
      for (const token of accessTokens.values()) token.isOld = true;
    },
    endSessions(name) {
      for (const [session, user] of sessions) if (user.id === name) sessions.delete(session);
    },
    open: () => sessions.size,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
