import { isDeepStrictEqual } from 'node:util';
import type { Call } from './clients.ts';
import type { Trips } from './server.ts';
import { answerOf, type Program } from '../programs.ts';

/** A member who has signed up, and their session. */
export interface Member {
  email: string;
  user_id: string;
  profile_id: string;
  access_token: string;
  refresh_token: string;
}

const PASSWORD = 'nine small boats on a lake';

/** Requests of each kind whose round trips are counted, one after the other. */
const TRIPS_COUNTED = 20;

/** The requests that a member sends to the product. */
export const callsOf = {
  read: ({ access_token }: Member): Call => ({
    method: 'GET',
    path: '/v1/me',
    headers: { Authorization: `Bearer ${access_token}` },
  }),
  refresh: ({ refresh_token }: Pick<Member, 'refresh_token'>): Call => ({
    method: 'POST',
    path: '/v1/auth/token',
    body: { grant_type: 'refresh_token', refresh_token },
    carries: 'refresh_token',
  }),
  signIn: ({ email }: Member): Call => ({
    method: 'POST',
    path: '/v1/auth/token',
    body: { grant_type: 'password', email, password: PASSWORD },
  }),
};

/** Requests the same member from the plain server, which trusts the ids in the path. */
export const plainRead = (member: Member): Call => ({
  ...callsOf.read(member),
  path: `/${member.user_id}/${member.profile_id}`,
});

/** A proof that the member has entered the password again, for five minutes. */
export async function stepUpToken(
  url: string,
  headers: { Authorization: string },
): Promise<string> {
  const call: Call = {
    method: 'POST',
    path: '/v1/auth/step-up',
    headers,
    body: { password: PASSWORD },
  };
  return (await ask<{ step_up_token: string }>(url, call)).step_up_token;
}

/** Signs members up, one after the other. */
export async function signUpMembers(url: string, count: number): Promise<Member[]> {
  const members: Member[] = [];
  while (members.length < count) {
    const email = `member-${members.length}@example.com`;
    const { access_token, refresh_token } = await ask<Member>(url, {
      method: 'POST',
      path: '/v1/auth/signup',
      body: {
        email,
        password: PASSWORD,
        first_name: 'Ada',
        last_name: 'Byron',
        country: 'United Kingdom',
        company_name: 'Byron & Daughters',
      },
    });
    const headers = { Authorization: `Bearer ${access_token}` };
    const { user, profile } = await ask<{ user: { id: string }; profile: { id: string } }>(url, {
      method: 'GET',
      path: '/v1/me',
      headers,
    });
    members.push({ email, user_id: user.id, profile_id: profile.id, access_token, refresh_token });
  }
  return members;
}

/** @throws Error when the plain server's answer differs from the product's */
export async function compareAnswers(url: string, plainUrl: string, member: Member): Promise<void> {
  const ours = await ask(url, callsOf.read(member));
  const plain = await ask(plainUrl, plainRead(member));
  if (isDeepStrictEqual(ours, plain)) return;
  throw new Error(`not the same: ${JSON.stringify(ours)} and ${JSON.stringify(plain)}`);
}

/** The most round trips that a call of each kind has made. Uses up the member's refresh token. */
export async function countTrips(
  product: Program,
  url: string,
  member: Member,
): Promise<Record<keyof typeof callsOf, Trips>> {
  let { refresh_token } = member;
  async function count(askOnce: () => Promise<unknown>): Promise<Trips> {
    const most: Trips = { own: 0, limiter: 0 };
    for (let round = 0; round < TRIPS_COUNTED; round += 1) {
      await tripsOf(product);
      await askOnce();
      const { own, limiter } = await tripsOf(product);
      most.own = Math.max(most.own, own);
      most.limiter = Math.max(most.limiter, limiter);
    }
    return most;
  }
  return {
    read: await count(() => ask(url, callsOf.read(member))),
    refresh: await count(async () => {
      ({ refresh_token } = await ask<Member>(url, callsOf.refresh({ refresh_token })));
    }),
    signIn: await count(() => ask(url, callsOf.signIn(member))),
  };
}

function tripsOf(product: Program): Promise<Trips> {
  const trips = answerOf<Trips>(product);
  product.child.send('trips');
  return trips;
}

/** @throws Error when the answer is not a success */
async function ask<T>(url: string, { method, path, headers, body }: Call): Promise<T> {
  const answer = await fetch(url + path, {
    method,
    headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!answer.ok) throw new Error(`${path} answers ${answer.status}: ${await answer.text()}`);
  // The contract guarantees this shape for a successful response.
  return (await answer.json()) as T;
}
