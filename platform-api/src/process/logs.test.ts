import { hostname } from 'node:os';
import { expect, it, vi } from 'vitest';
import { sendContactMessage } from '../../contract/contact/calls.ts';
import { createToken, signUp, type Session } from '../../contract/accounts/auth.ts';
import { testDatabase } from '../../test/database.ts';
import { send } from '../../test/call.ts';
import { PASSWORD } from '../../test/factories.ts';
import { startProgram } from '../../test/program.ts';

const database = testDatabase();

const ADDRESS = '203.0.113.77';
const EMAIL = 'ada.canary@example.com';

/** A line of the log about a request. */
interface RequestLine {
  msg: string;
  replica: string;
  version: string;
  call: string;
  user_id?: string;
  path: string;
  status: number;
  bytes: number;
}

it('has who asked for which call in each line about a request, and nothing personal', async () => {
  const program = await startProgram({
    DATABASE_URL: database.url,
    TRUST_PROXY: '1',
    LOG_LEVEL: 'debug',
  });
  await program.ready();
  const headers = { 'X-Forwarded-For': ADDRESS, 'User-Agent': 'canary-browser' };
  const joined = await send(program, signUp, {
    body: {
      ...signUp.body_examples['with an email address'],
      email: EMAIL,
      password: PASSWORD,
      last_name: 'Canary',
      company_name: 'Canary House',
    },
    headers,
  });
  const { user, access_token: token } = (await joined.json()) as Required<Session>;
  await send(program, createToken, {
    body: { grant_type: 'password', email: EMAIL, password: 'canary-password' },
    headers,
  });
  await send(program, sendContactMessage, {
    body: { name: 'Ada Canary', email: EMAIL, subject: 'canary', message: 'canary '.repeat(10) },
    headers,
  });
  const bearer = { headers: { ...headers, Authorization: `Bearer ${token}` } };
  await fetch(`${program.url}/v1/me?access_token=canary-query`, bearer);
  await fetch(`${program.url}/reset-password?token=canary-query`, { headers });
  await fetch(`${program.url}/v1/me`, { headers: { ...headers, Authorization: 'Bearer canary' } });

  const requests = await vi.waitFor(() => {
    const lines = program
      .output()
      .out.split('\n')
      .filter((line) => line.startsWith('{'));
    const found = lines
      .map((line) => JSON.parse(line) as RequestLine)
      .filter(({ msg }) => msg === 'request');
    expect(found.filter(({ call }) => call === 'getMe')).toHaveLength(2);
    return found;
  });
  const { port } = new URL(program.url);
  expect(requests.find(({ call, status }) => call === 'getMe' && status === 200)).toMatchObject({
    replica: `${hostname()}:${port}`,
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    user_id: user.id,
    path: '/v1/me',
    bytes: expect.any(Number),
  });
  for (const { bytes } of requests) expect(bytes).toBeGreaterThan(100);
  const { out } = program.output();
  for (const secret of [EMAIL, ADDRESS, PASSWORD, token, 'canary', 'Canary']) {
    expect(out).not.toContain(secret);
  }
});
