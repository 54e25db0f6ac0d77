import { expect } from './fixtures.ts';
import type { Stationhouse } from './stationhouse.ts';

/** Sends a request, and returns the JSON of its answer. */
type Send = <T>(method: string, path: string, body?: object, headers?: object) => Promise<T>;

/** Signs a user in, and returns a function that sends requests for them. */
export async function asUser(
  { port }: Stationhouse,
  { email, password }: { email: string; password: string },
): Promise<Send> {
  let token = '';
  const send: Send = async (method, path, body, headers) => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: {
        ...(body && { 'Content-Type': 'application/json' }),
        ...(token !== '' && { Authorization: `Bearer ${token}` }),
        ...headers,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect([method, path, answer.ok ? '' : await answer.text()]).toEqual([method, path, '']);
    return answer.json();
  };
  const sent = { grant_type: 'password', email, password };
  token = (await send<{ access_token: string }>('POST', '/v1/auth/token', sent)).access_token;
  return send;
}
