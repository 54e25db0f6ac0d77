import { hash } from '@node-rs/argon2';
import type { Knex } from 'knex';
import { v7 as uuidv7 } from 'uuid';
import type { Session } from '../contract/accounts/auth.ts';
import type { UserRole } from '../contract/accounts/values.ts';
import { storageKey } from '../src/assets/asset-address.ts';
import { Asset } from '../src/assets/asset.ts';
import { createAccessTokens } from '../src/accounts/session-tokens.ts';
import { startSession } from '../src/accounts/sessions.ts';
import { RadioStation } from '../src/stations/station.ts';
import type { TrackRow } from '../src/library/tracks.ts';
import type { TestApp } from './server.ts';

let count = 0;

/** The password of all users. */
export const PASSWORD = 'a long walk by the sea';

/** A fast hash. The cost of the product's hashes has its own test. */
const hashed = hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** A member who has signed up, with role, profile and `PASSWORD`. */
export async function buildUser(
  db: Knex,
  given: { email?: string; phone?: string; role?: UserRole; password_hash?: string } = {},
): Promise<{ id: string; email: string; password_hash: string }> {
  count += 1;
  const id = uuidv7();
  const { role = 'user', phone = null, email = `member${count}@example.com` } = given;
  const password_hash = given.password_hash ?? (await hashed);
  await db.raw(
    `with the_user as (
       insert into users (id, email, phone, phone_confirmed_at, password_hash) values
         (:id, :email, :phone, case when cast(:phone as text) is not null then now() end, :password_hash)
     ), the_role as (
       insert into user_roles (user_id, role) values (:id, :role)
     )
     insert into profiles (id, user_id, email) values (:profile_id, :id, :email)`,
    { id, email, phone, password_hash, role, profile_id: uuidv7() },
  );
  return { id, email, password_hash };
}

/** As if the user had opened the link in the first mail. */
export const confirmAddress = (db: Knex, { id }: { id: string }) =>
  db('users').where({ id }).update({ email_confirmed_at: new Date() });

/** A user with a session. */
export interface SignedInUser {
  id: string;
  email: string;
  access_token: string;
  refresh_token: string;
  /** Options of `fetch` that authenticate it as this user. */
  as: { headers: { Authorization: string } };
}

/** A member or an admin with a session. Signing in over HTTP takes ten times as long, and has its own tests. */
export async function signedInUser(
  app: TestApp,
  given: Parameters<typeof buildUser>[1] = {},
): Promise<SignedInUser> {
  const { db } = app.services;
  const user = await buildUser(db, given);
  const { id, email } = user;
  const place = { user_agent: 'node', address: '127.0.0.1' };
  const { session_id, refresh_token } = await startSession(db, user, place);
  const access_token = createAccessTokens(app.services).issue({ user_id: id, session_id });
  return { id, email, access_token, refresh_token, as: bearer(access_token) };
}

/** Another session of the same user, over HTTP. */
export async function signInAgain(
  app: TestApp,
  user: { email: string },
): Promise<Pick<SignedInUser, 'access_token' | 'refresh_token' | 'as'>> {
  const answer = await app.post('/v1/auth/token', {
    grant_type: 'password',
    email: user.email,
    password: PASSWORD,
  });
  if (answer.status !== 200) throw new Error(`Signing in was refused: ${await answer.text()}`);
  // The assertions check the type.
  const { access_token, refresh_token } = (await answer.json()) as Required<Session>;
  return { access_token, refresh_token, as: bearer(access_token) };
}

/** Options of `fetch` with a token or an API key. */
export const bearer = (token: string) => ({ headers: { Authorization: `Bearer ${token}` } });

/** The credentials of a user who has just entered the password again (step-up). */
export async function steppedUp(
  app: TestApp,
  { as }: Pick<SignedInUser, 'as'>,
): Promise<{ headers: { Authorization: string; 'Step-Up': string } }> {
  const answer = await app.post('/v1/auth/step-up', { password: PASSWORD }, as);
  if (answer.status !== 200) throw new Error(`The step-up was refused: ${await answer.text()}`);
  const { step_up_token } = (await answer.json()) as { step_up_token: string };
  return { headers: { ...as.headers, 'Step-Up': step_up_token } };
}

/** Creates an API key over HTTP, and the options of `fetch` that use it. */
export async function madeApiKey(
  app: TestApp,
  owner: Pick<SignedInUser, 'as'>,
  given: object = {},
): Promise<{ id: string; key: string; prefix: string; as: SignedInUser['as'] }> {
  const body = { name: 'Shop window', scopes: ['read', 'write'], ...given };
  const answer = await app.post('/v1/me/api-keys', body, await steppedUp(app, owner));
  if (answer.status !== 201) throw new Error(`The key was refused: ${await answer.text()}`);
  const made = (await answer.json()) as { id: string; key: string; prefix: string };
  return { ...made, as: bearer(made.key) };
}

/** A station with a new owner, by default on air. */
export async function buildStation(
  db: Knex,
  given: Partial<
    Pick<
      RadioStation,
      | 'user_id'
      | 'status'
      | 'station_slug'
      | 'station_name'
      | 'station_logo_url'
      | 'accent_colour'
      | 'station_url'
      | 'stream_url'
      | 'setup_notes'
      | 'radio_player_embed'
      | 'package_name'
      | 'current_track_data'
      | 'previous_track_data'
      | 'next_track_data'
    >
  > = {},
): Promise<RadioStation> {
  count += 1;
  return RadioStation.query(db).insertAndFetch({
    id: uuidv7(),
    user_id: given.user_id ?? (await buildUser(db)).id,
    status: 'active',
    station_slug: `station-${count}`,
    station_name: `Station ${count}`,
    ...given,
  });
}

/** The row of a stored radio ID, without its object. */
export async function buildAsset(
  db: Knex,
  given: Pick<Asset, 'user_id'> &
    Partial<Pick<Asset, 'id' | 'kind' | 'file_name' | 'is_operators' | 'storage_key' | 'version'>>,
): Promise<Asset> {
  count += 1;
  const { is_operators = false } = given;
  const place = { number: count, is_operators, ext: 'mp3' } as const;
  return Asset.query(db).insertAndFetch({
    id: uuidv7(),
    kind: 'radio_id',
    number: count,
    file_name: 'Good morning.mp3',
    storage_key: storageKey(given.user_id, given.kind ?? 'radio_id', place),
    content_type: 'audio/mpeg',
    size_bytes: 1,
    state: 'stored',
    version: 'v',
    sent_hash: 'h',
    ...given,
  });
}

/** A track of the library whose audio is not prepared, unless `renditions` are given. */
export async function buildTrack(
  db: Knex,
  { renditions, ...given }: Partial<TrackRow> & { renditions?: object } = {},
): Promise<TrackRow> {
  count += 1;
  const [prepared_file_id, id] = [uuidv7(), uuidv7()];
  const source_hash = prepared_file_id.replaceAll('-', '').repeat(2);
  const audio = renditions ? { state: 'ready', renditions, peaks: [0, 0.5, 1] } : {};
  await db('prepared_files').insert({ id: prepared_file_id, source_hash, ...audio });
  const [row]: TrackRow[] = await db('library_tracks')
    .insert({
      id,
      prepared_file_id,
      file_name: `Music/${count}.flac`,
      title: `Track ${count}`,
      duration_seconds: 200,
      ...given,
    })
    .returning('*');
  if (!row) throw new Error('The track was not inserted.');
  return row;
}
