import { TOTP } from 'otpauth';
import { createToken, sendCode, verifyCode } from '../contract/accounts/auth.ts';
import { MAX_PASSKEYS } from '../contract/accounts/values.ts';
import * as calls from '../contract/accounts/second-factor.ts';
import { stepUp } from '../contract/accounts/sessions.ts';
import { stepUpHeaders } from './deletion-recipes.ts';
import { PASSWORD, type SignedInUser } from './factories.ts';
import { startMailInbox } from './mail-inbox.ts';
import { createPasskey, type SoftPasskey } from './passkey.ts';
import type { Recipe, World } from './recipe.ts';

/** The code that an app shows for a key URI. @param ahead steps of 30 s from now */
export function codeOf(uri: string, { now = Date.now(), ahead = 0 } = {}): string {
  const query = new URL(uri).searchParams;
  return new TOTP({ secret: query.get('secret') ?? '' }).generate({
    timestamp: now + ahead * 30_000,
  });
}

/** A code that is not the one of the app. */
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

/** Turns on a user's second factor. @returns how to step up and the recovery codes */
async function turnOn(world: World, user: SignedInUser) {
  const token = user.access_token;
  const headers = await stepUpHeaders(world, user);
  const begun = await world.ask(calls.beginSecondFactor, { token, headers });
  const code = codeOf(String(Object(begun.body).uri));
  const refused = { token, headers, body: { second_factor: other(code) } };
  await world.ask(calls.confirmSecondFactor, refused);
  const body = { second_factor: code };
  const confirmed = await world.ask(calls.confirmSecondFactor, { token, headers, body });
  const codes: string[] = Object(confirmed.body).recovery_codes;
  return { token, headers, body, codes };
}

/** Adds a passkey to a user's account. @param passkey default: a new one */
async function addPasskey(
  { ask }: World,
  { token, headers }: { token: string; headers: Record<string, string> },
  passkey = createPasskey(),
): Promise<{ id: string; passkey: SoftPasskey }> {
  const begun = await ask(calls.beginPasskey, { token, headers });
  const answer = passkey.create(calls.beginPasskey.response.parse(begun.body));
  const body = { name: 'Chrome on Windows', passkey: answer };
  const added = await ask(calls.addPasskey, { token, headers, body });
  return { id: String(Object(added.body).passkey?.id), passkey };
}

/** A proof that no account accepts. */
const wrongProof = createPasskey().get({
  challenge: 'Yk3vN0fJm1x7cQ2hZr8sTQ',
  rpId: 'radio.example.com',
  timeout: 1_000,
  userVerification: 'required',
  allowCredentials: [],
});

/** Signs in with a passkey alone: refused, good, and after everything was signed out. */
export async function signInWithPasskeys(world: World): Promise<void> {
  const { app, member, ask } = world;
  const as = { token: member.access_token, headers: await stepUpHeaders(world, member) };
  const { passkey } = await addPasskey(world, as);
  const signIn = async () => {
    const begun = await ask(calls.beginPasskeySignIn);
    const proof = passkey.get(calls.beginPasskeySignIn.response.parse(begun.body));
    await ask(createToken, { body: { grant_type: 'passkey', passkey: proof } });
  };
  await ask(createToken, { body: { grant_type: 'passkey', passkey: wrongProof } });
  await signIn();
  await app.services.db('passkeys').update({ signs_in: false });
  await signIn();
  await app.services.db('passkeys').delete();
}

export const SECOND_FACTOR_RECIPES: Record<string, Recipe> = {
  async stepUp(world) {
    const { member, ask } = world;
    const token = member.access_token;
    for (const body of Object.values(stepUp.body_examples)) await ask(stepUp, { token, body });
    await ask(stepUp, { token, body: { password: 'a short walk by the sea' } });
    await askForSecondFactor(world);
  },
  async getSecondFactor({ member, ask }) {
    await ask(calls.getSecondFactor, { token: member.access_token });
  },
  async beginSecondFactor(world) {
    const { token, headers } = await turnOn(world, world.member);
    await world.ask(calls.beginSecondFactor, { token, headers });
  },
  async confirmSecondFactor(world) {
    const { token, headers, body } = await turnOn(world, world.member);
    await world.ask(calls.confirmSecondFactor, { token, headers, body });
  },
  async renewRecoveryCodes(world) {
    const headers = await stepUpHeaders(world, world.member);
    const token = world.member.access_token;
    await world.ask(calls.renewRecoveryCodes, { token, headers });
    await turnOn(world, world.member);
    await world.ask(calls.renewRecoveryCodes, { token, headers });
  },
  async removeSecondFactor(world) {
    const { token, headers } = await turnOn(world, world.member);
    await world.ask(calls.removeSecondFactor, { token, headers });
  },
  async beginPasskey(world) {
    const { member } = world;
    const as = { token: member.access_token, headers: await stepUpHeaders(world, member) };
    for (let added = 0; added < MAX_PASSKEYS; added += 1) await addPasskey(world, as);
    await world.ask(calls.beginPasskey, as);
  },
  async addPasskey(world) {
    const { member, ask } = world;
    const as = { token: member.access_token, headers: await stepUpHeaders(world, member) };
    const begun = await ask(calls.beginPasskey, as);
    const late = createPasskey().create(calls.beginPasskey.response.parse(begun.body));
    for (const body of Object.values(calls.addPasskey.body_examples)) {
      await ask(calls.addPasskey, { ...as, body });
    }
    const { passkey } = await addPasskey(world, as);
    await addPasskey(world, as, passkey);
    for (let added = 1; added < MAX_PASSKEYS; added += 1) await addPasskey(world, as);
    await ask(calls.addPasskey, { ...as, body: { name: 'One more', passkey: late } });
  },
  async removePasskey(world) {
    const { member, ask } = world;
    const as = { token: member.access_token, headers: await stepUpHeaders(world, member) };
    const { id } = await addPasskey(world, as);
    await ask(calls.getSecondFactor, { token: as.token });
    for (let tries = 0; tries < 2; tries += 1)
      await ask(calls.removePasskey, { ...as, params: { id } });
  },
  beginPasskeySignIn: ({ ask }) => ask(calls.beginPasskeySignIn),
  async removeCustomerSecondFactor(world) {
    const { admin, member, ask } = world;
    await turnOn(world, member);
    const token = admin.access_token;
    const headers = await stepUpHeaders(world, admin);
    for (const user_id of [member.id, member.id, '01938a3f-0000-7000-8000-000000000000']) {
      await ask(calls.removeCustomerSecondFactor, { token, headers, params: { user_id } });
    }
  },
};

/** Causes the answers about a second factor: of both calls that sign in, and of the step-up. */
export async function askForSecondFactor(world: World): Promise<void> {
  const { app, member, ask } = world;
  const { email } = member;
  const { codes } = await turnOn(world, member);
  const token = member.access_token;
  for (const second_factor of [undefined, wrongProof, '0000-0000-0000-0000', codes[0]]) {
    const factor = second_factor === undefined ? {} : { second_factor };
    const grant = { grant_type: 'password', email, password: PASSWORD, ...factor };
    await ask(createToken, { body: grant });
  }
  for (const second_factor of [undefined, wrongProof, '0000-0000-0000-0000', codes[1]]) {
    const factor = second_factor === undefined ? {} : { second_factor };
    await ask(stepUp, { token, body: { password: PASSWORD, ...factor } });
  }
  const mailInbox = await startMailInbox(app);
  await ask(sendCode, { body: { email } });
  const code = await mailInbox.codeTo(email);
  for (const second_factor of [undefined, wrongProof, '0000-0000-0000-0000', codes[2]]) {
    const factor = second_factor === undefined ? {} : { second_factor };
    await ask(verifyCode, { body: { type: 'otp', email, code, ...factor } });
  }
  await mailInbox.close();
}
