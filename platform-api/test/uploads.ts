import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { type Asset, uploadAsset } from '../contract/assets/calls.ts';
import { uploadCustomerAsset } from '../contract/admin/customer-acts.ts';
import type { CustomerAsset } from '../contract/admin/customers.ts';
import {
  MAX_AUDIO_BYTES,
  MAX_BACKGROUND_BYTES,
  MAX_LOGO_BYTES,
  type AssetKind,
} from '../contract/assets/values.ts';
import { type PackageName } from '../contract/billing/prices.ts';
import { Asset as AssetRow } from '../src/assets/asset.ts';
import { versionFrom } from '../src/assets/asset-address.ts';
import { INSTALLATION_KEY } from '../src/assets/installation.ts';
import { numberedFrames } from './audio-folder.ts';
import { send } from './call.ts';
import { buildStation, signedInUser, type SignedInUser } from './factories.ts';
import { json, type TestApp } from './server.ts';

/** This many frames of sound, of 24 ms and 384 bytes each, unique for each number. */
export const soundFile = (number: number, frames = 50): Buffer =>
  numberedFrames(number * 1_000, frames);

/** A picture of one colour. */
export const logoFile = (
  format: 'png' | 'jpeg' | 'gif' = 'png',
  color = '#1a0a53',
): Promise<Buffer> =>
  sharp({ create: { width: 60, height: 40, channels: 3, background: color } })
    .toFormat(format)
    .toBuffer();

/** The form in which a browser uploads a file. */
export function formOf(kind: string, bytes: Buffer, name = 'Good morning.mp3'): FormData {
  const form = new FormData();
  form.append('kind', kind);
  form.append('file', new Blob([new Uint8Array(bytes)]), name);
  return form;
}

let tooWide: Promise<Buffer> | undefined;

/** Forms that every upload rejects: incomplete, with an unknown field, with a file of another kind or too large. */
export async function refusedForms(): Promise<FormData[]> {
  const wide = { width: 9_000, height: 9_000, channels: 3, background: '#fff' } as const;
  // Drawing 81 megapixels takes a second.
  tooWide ??= sharp({ create: wide }).png().toBuffer();
  const unknown = new FormData();
  unknown.append('nickname', 'ada');
  return [
    new FormData(),
    unknown,
    formOf('radio_id', await logoFile()),
    formOf('logo', soundFile(1)),
    formOf('logo', Buffer.alloc(MAX_LOGO_BYTES + 1)),
    formOf('background', Buffer.alloc(MAX_BACKGROUND_BYTES + 1)),
    formOf('radio_id', soundFile(1, Math.ceil(MAX_AUDIO_BYTES / 384) + 1)),
    formOf('logo', await tooWide),
  ];
}

/** A member with a station. */
export async function memberWith(
  app: TestApp,
  package_name: PackageName = 'Starter',
): Promise<SignedInUser> {
  const member = await signedInUser(app);
  await buildStation(app.services.db, { user_id: member.id, package_name });
  return member;
}

/** The fields of an upload. */
interface GivenFile {
  kind?: AssetKind;
  bytes?: Buffer;
  name?: string;
  key?: string;
}

const sentAs = (
  { access_token }: { access_token: string },
  { kind = 'radio_id', bytes = soundFile(1), name, key }: GivenFile,
) => ({
  token: access_token,
  form: formOf(kind, bytes, name),
  ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
});

/** Uploads a file as a member. */
export const upload = (
  app: TestApp,
  member: { access_token: string },
  given: GivenFile = {},
): Promise<Response> => send(app, uploadAsset, sentAs(member, given));

/** A stored file. */
export async function uploaded(...sent: Parameters<typeof upload>): Promise<Asset> {
  const answer = await upload(...sent);
  if (answer.status !== 201) throw new Error(`Not kept: ${await answer.text()}`);
  return json<Asset>(answer);
}

/** Uploads a file as an admin, for a customer. */
export const uploadFor = (
  app: TestApp,
  admin: { access_token: string },
  user_id: string,
  given: GivenFile = {},
): Promise<Response> =>
  send(app, uploadCustomerAsset, { ...sentAs(admin, given), params: { user_id } });

/** A stored file of a customer. */
export async function uploadedFor(...sent: Parameters<typeof uploadFor>): Promise<CustomerAsset> {
  const answer = await uploadFor(...sent);
  if (answer.status !== 201) throw new Error(`Not kept: ${await answer.text()}`);
  return json<CustomerAsset>(answer);
}

/** Everything that uploads have left on this machine, in storage and in the database. */
export async function leftovers({ services }: TestApp) {
  const { db, storage, uploadsDir } = services;
  const objects: string[] = [];
  for await (const { key } of storage.list('')) if (key !== INSTALLATION_KEY) objects.push(key);
  return {
    rows: await db('assets')
      .count('* as n')
      .first()
      .then((row) => Number(Object(row).n)),
    objects: objects.toSorted(),
    temporary: await readdir(uploadsDir),
  };
}

export const NOTHING_LEFT = { rows: 0, objects: [], temporary: [] };

/** The object of an address, as a server sends it to any client. */
export async function fetchStored(app: TestApp, url: string): Promise<Response> {
  const { pathname, search } = new URL(url);
  return app.get(pathname + search);
}

/** Ends all leases, as if the processes that held them had crashed. */
export async function letLeasesEnd({ services: { db } }: TestApp): Promise<void> {
  await db('assets')
    .whereNotNull('storing_until')
    .update({ storing_until: db.raw("now() - interval '1 second'") });
}

/** Compares rows with objects. @returns a line for each difference */
export async function disagreements(app: TestApp): Promise<string[]> {
  const { db, storage } = app.services;
  const rows = await AssetRow.query(db);
  const { objects } = await leftovers(app);
  const faults = objects
    .filter((key) => !rows.some(({ storage_key }) => storage_key === key))
    .map((key) => `${key} has no owner`);
  for (const { state, storage_key, size_bytes, version, storing_until } of rows) {
    if (state !== 'stored' || storing_until) faults.push(`${storage_key} is ${state}`);
    const object = await storage.open(storage_key);
    const bytes = object ? await buffer(object.stream) : Buffer.alloc(0);
    const hash = createHash('sha256').update(bytes);
    const isSame = bytes.length === size_bytes && versionFrom(hash) === version;
    if (!isSame) faults.push(`${storage_key} is another`);
  }
  return faults;
}
