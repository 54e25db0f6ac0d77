import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { request } from 'node:http';
import sharp from 'sharp';
import { describe, expect, it, vi } from 'vitest';
import { deleteAsset, uploadAsset, type Asset } from '../../contract/assets/calls.ts';
import { MAX_AUDIO_BYTES, MAX_LOGO_BYTES, type AssetKind } from '../../contract/assets/values.ts';
import { PACKAGES, type PackageName } from '../../contract/billing/prices.ts';
import type { Problem } from '../../contract/problem.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { buildStation, signedInUser, type SignedInUser } from '../../test/factories.ts';
import { json, startApp, type TestApp } from '../../test/server.ts';
import {
  formOf,
  leftovers,
  logoFile,
  memberWith,
  NOTHING_LEFT,
  soundFile,
  upload,
  uploaded,
} from '../../test/uploads.ts';
import { workOff } from '../../test/work-off.ts';

const database = testDatabase();

/** A refusal as text: `409 Too many files - Maximum …`. */
async function words(answer: Response): Promise<string> {
  const { status, title, detail } = await json<Problem>(answer);
  return `${status} ${title} - ${detail}`;
}

const codeOf = async (answer: Response) => (await json<Problem>(answer)).code;

/** Sends a body as it is. */
function post(app: TestApp, member: SignedInUser, body: string | Buffer, type: string) {
  return fetch(app.url + uploadAsset.path, {
    method: 'POST',
    headers: { ...member.as.headers, 'Content-Type': type },
    body: typeof body === 'string' ? body : new Uint8Array(body),
  });
}

const TYPE = 'multipart/form-data; boundary=b';

/** A part of a form, as a browser writes it. */
const part = (name: string, value: string | Buffer, about = '') =>
  Buffer.concat([
    Buffer.from(`--b\r\nContent-Disposition: form-data; name="${name}"${about}\r\n\r\n`),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
const sound = soundFile(1);
const PNG = await logoFile();
const KIND = part('kind', 'radio_id');
const FILE = part('file', sound, '; filename="a.mp3"');
const END = Buffer.from('--b--\r\n');
const form = (...parts: Buffer[]) => Buffer.concat([...parts, END]);

describe('an upload', () => {
  it('is refused before its body is read when the member has no station', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    const req = request(app.url + uploadAsset.path, {
      method: 'POST',
      headers: { ...member.as.headers, 'Content-Type': TYPE },
    });
    req.on('error', () => undefined);
    req.write('The preamble of a form that never ends.');
    const [answer] = await once(req, 'response');
    expect(answer.statusCode).toBe(404);
    answer.on('error', () => undefined);
    req.destroy();
  });

  it('is refused when no file was chosen, or the file has no name', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const octets = '\r\nContent-Type: application/octet-stream';
    const said = [];
    for (const about of [
      '; filename=""',
      `; filename=""${octets}`,
      octets,
      `; filename=${octets}`,
      `; filename${octets}`,
      `; filename*=UTF-8''${octets}`,
      `; filename=""\r\nContent-Type: audio/mpeg`,
    ]) {
      for (const bytes of [Buffer.alloc(0), sound]) {
        const answer = await post(app, member, form(KIND, part('file', bytes, about)), TYPE);
        said.push(answer.status);
        const { code } = await json<Problem>(answer);
        expect(['bad_multipart', 'validation_failed']).toContain(code);
      }
    }
    expect(said.filter((status) => status !== 400 && status !== 422)).toEqual([]);
    const nameless = form(KIND, part('file', sound, `; filename=""${octets}`));
    expect(await json<Problem>(await post(app, member, nameless, TYPE))).toMatchObject({
      errors: [{ field: 'file', code: 'required', message: 'Choose a file. It needs a name.' }],
    });
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('is refused when it is not an MP3, whatever its name', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const files: [what: string, bytes: Buffer][] = [
      ['a PNG that is called .mp3', PNG],
      [
        'a page that is called .mp3',
        Buffer.from('<html><script>alert(1)</script></html>'.repeat(9)),
      ],
      ['nothing', Buffer.alloc(0)],
      [
        'a tag that claims 200 MB',
        Buffer.from('ID3\x04\0\0\x64\0\0\0'.padEnd(2_000, 'x'), 'latin1'),
      ],
      ['sound with a page behind it', Buffer.concat([sound, Buffer.from('<html>'.repeat(99))])],
    ];
    for (const [what, bytes] of files) {
      const answer = await upload(app, member, { bytes, name: 'Good morning.mp3' });
      expect([what, await words(answer)]).toEqual([
        what,
        '415 Invalid files - Only MP3 files are allowed',
      ]);
    }
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('is refused when an MP3 is too large, before all bytes have come', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const frames = Math.ceil(MAX_AUDIO_BYTES / 384) + 1;
    const bytes = soundFile(1, frames);
    expect(await words(await upload(app, member, { bytes }))).toBe(
      '413 File too large - MP3 files must be under 20MB and at most 15 minutes long',
    );
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('is refused when a logo is too large, whatever its content', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const bytes = Buffer.alloc(MAX_LOGO_BYTES + 1);
    expect(await words(await upload(app, member, { kind: 'logo', bytes }))).toBe(
      '413 File too large - Logo must be under 2MB',
    );
    const exact = await upload(app, member, { kind: 'logo', bytes: bytes.subarray(1) });
    expect(exact.status).toBe(415);
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('is refused when a logo has an unsupported format or too many pixels', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    expect(await words(await upload(app, member, { kind: 'logo', bytes: svg }))).toBe(
      '415 Invalid file - A picture must be a JPG, PNG or GIF image',
    );
    const size = { width: 12_000, height: 12_000, channels: 3, background: '#fff' } as const;
    const bytes = await sharp({ create: size, limitInputPixels: false }).png().toBuffer();
    expect(bytes.length).toBeLessThan(MAX_LOGO_BYTES);
    const answer = await upload(app, member, { kind: 'logo', bytes });
    expect(await json(answer)).toMatchObject({ status: 422, code: 'image_too_large' });
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('is refused for a commercial on Starter, before reading the file', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    expect(await words(await upload(app, member, { kind: 'commercial' }))).toBe(
      '403 Feature not available - Commercial spots are not available in your Starter package. ' +
        'Please upgrade to Professional or Enterprise.',
    );
    const endless = await openUpload(app, member, 'commercial');
    expect((await endless.answer).status).toBe(403);
    endless.req.destroy();
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it.each<[PackageName, AssetKind, number]>(
    PACKAGES.flatMap(({ name, limits }): [PackageName, AssetKind, number][] => [
      [name, 'radio_id', limits.radio_ids],
      [name, 'jingle', limits.jingles],
      ...(limits.commercial_spots > 0
        ? [[name, 'commercial', limits.commercial_spots] as [PackageName, AssetKind, number]]
        : []),
    ]),
  )(
    'is refused when package %s already has its maximum of %s files: %i',
    async (packageName, kind, most) => {
      const app = await startApp(database);
      const member = await memberWith(app, packageName);
      for (let n = 0; n < most; n++) await uploaded(app, member, { kind });
      expect(await words(await upload(app, member, { kind }))).toBe(
        `409 Too many files - Maximum ${most} files allowed for ${packageName} package`,
      );
      expect(await leftovers(app)).toMatchObject({ rows: most, temporary: [] });
    },
  );

  it('is refused when all files together exceed 500 MB', async () => {
    const app = await startApp(database);
    const member = await memberWith(app, 'Enterprise');
    await uploaded(app, member);
    const allButOneByte = 500 * 1024 * 1024 - sound.length + 1;
    await database.knex('assets').update({ size_bytes: allButOneByte });
    expect(await words(await upload(app, member))).toBe(
      '413 Storage full - Your files can take up 500MB in total. Remove one that you no longer need and try again.',
    );
    await database.knex('assets').update({ size_bytes: allButOneByte - 1 });
    expect((await upload(app, member)).status).toBe(201);
  });

  it('is refused when the member has no station, or an unpaid one', async () => {
    const app = await startApp(database);
    const member = await signedInUser(app);
    expect(await codeOf(await upload(app, member))).toBe('no_station');
    await buildStation(database.knex, { user_id: member.id, status: 'payment_pending' });
    expect(await codeOf(await upload(app, member))).toBe('no_station');
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });
});

/** An upload with its headers and `kind` sent, and its file unfinished. */
async function openUpload(app: TestApp, member: SignedInUser, kind = 'radio_id') {
  const req = request(app.url + uploadAsset.path, {
    method: 'POST',
    headers: { ...member.as.headers, 'Content-Type': TYPE, 'Transfer-Encoding': 'chunked' },
  });
  req.on('error', () => undefined);
  const answer = new Promise<{ status: number | undefined; text: string }>((resolve) => {
    req.on('response', (res) => {
      let text = '';
      res.on('data', (chunk) => (text += String(chunk)));
      res.on('end', () => resolve({ status: res.statusCode, text }));
    });
  });
  req.write(part('kind', kind));
  req.write('--b\r\nContent-Disposition: form-data; name="file"; filename="a.mp3"\r\n\r\n');
  req.write(sound.subarray(0, 100));
  return { req, answer };
}

describe('an invalid upload form', () => {
  const many = (count: number, one: (n: number) => Buffer) =>
    Buffer.concat(Array.from({ length: count }, (_, n) => one(n)));

  const BODIES: [what: string, body: Buffer, type?: string][] = [
    ['nothing', Buffer.alloc(0)],
    ['no part', END],
    ['no boundary at all', Buffer.from('radio_id')],
    ['a boundary that is not the one that was named', form(KIND, FILE), `${TYPE}c`],
    ['no boundary named', form(KIND, FILE), 'multipart/form-data'],
    ['an empty boundary', form(KIND, FILE), 'multipart/form-data; boundary=""'],
    ['a boundary of 71 characters', form(KIND), `multipart/form-data; boundary=${'b'.repeat(71)}`],
    ['a boundary of other characters', form(KIND, FILE), 'multipart/form-data; boundary="<b>"'],
    ['a boundary that ends in a space', form(KIND, FILE), 'multipart/form-data; boundary="b "'],
    ['a file before its kind', form(FILE, KIND)],
    ['a file and no kind', form(FILE)],
    ['a kind and no file', form(KIND)],
    ['a kind twice', form(KIND, KIND, FILE)],
    ['another kind behind the file', form(KIND, FILE, KIND)],
    ['two files', form(KIND, FILE, FILE)],
    ['a file that is a text', form(KIND, part('file', 'sound'))],
    ['a file that is a text and a file', form(KIND, part('file', 'sound'), FILE)],
    [
      'eleven fields',
      form(
        KIND,
        many(10, (n) => part(`f${n}`, '')),
        FILE,
      ),
    ],
    [
      'ten thousand parts',
      form(
        KIND,
        many(10_000, (n) => part(`f${n}`, '')),
        FILE,
      ),
    ],
    [
      'ten thousand nameless parts',
      form(
        KIND,
        many(10_000, () => Buffer.from('--b\r\n\r\n\r\n')),
      ),
    ],
    ['a part with no head', form(KIND, Buffer.concat([Buffer.from('--b\r\n\r\n'), sound]))],
    ['a part whose head is __proto__', form(KIND, Buffer.from('--b\r\n__proto__: a\r\n\r\nb\r\n'))],
    ['a part whose head never ends', form(KIND, Buffer.from(`--b\r\nA: ${'a'.repeat(99_999)}`))],
    [
      'a part of ten thousand head lines',
      form(KIND, Buffer.from(`--b\r\n${'A: a\r\n'.repeat(9_999)}`)),
    ],
    [
      'a line break in a name',
      form(KIND, part('fi\nle', sound.subarray(0, 999), '; filename="a.mp3"')),
    ],
    [
      'an attachment',
      form(KIND, Buffer.from('--b\r\nContent-Disposition: attachment\r\n\r\na\r\n')),
    ],
    ['an end in the middle of a head', Buffer.concat([KIND, FILE.subarray(0, 20)])],
    ['an end in the middle of a file', Buffer.concat([KIND, FILE.subarray(0, 9_000)])],
    ['an end without the last boundary', Buffer.concat([KIND, FILE])],
    ['an end in the middle of the last boundary', form(KIND, FILE).subarray(0, -5)],
    [
      'a name with no quotes and no end',
      form(KIND, Buffer.from('--b\r\nContent-Disposition: form-data; name="file\r\n\r\na\r\n')),
    ],
  ];

  it('is refused with 400 bad_multipart, and leaves no files', async () => {
    expect(BODIES.length).toBeGreaterThanOrEqual(30);
    const app = await startApp(database);
    const member = await memberWith(app);
    for (const [what, body, type = TYPE] of BODIES) {
      const { status, code } = await json<Problem>(await post(app, member, body, type));
      expect([what, status, code]).toEqual([what, 400, 'bad_multipart']);
      expect([what, await leftovers(app)]).toEqual([what, NOTHING_LEFT]);
    }
    expect(await openUploads(app)).toEqual([]);
    expect(app.logged()).not.toContain('unexpected error');
    // The app still works.
    expect((await upload(app, member)).status).toBe(201);
  });

  it('is refused with 415 for any other content type', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const others: [type: string, body: string | Buffer][] = [
      ['application/json', '{}'],
      ['application/x-www-form-urlencoded', 'kind=radio_id'],
      ['text/plain', 'a'],
      ['multipart/mixed; boundary=b', form(KIND, FILE)],
      ['multipart/form-datax; boundary=b', form(KIND, FILE)],
    ];
    for (const [type, body] of others) {
      expect(await json(await post(app, member, body, type))).toMatchObject({
        status: 415,
        code: 'unsupported_media_type',
        detail: 'Send a form, with Content-Type: multipart/form-data.',
      });
    }
  });

  it('is refused with 415 when it is compressed', async () => {
    const app = await startApp(database);
    const { access_token: token } = await memberWith(app);
    const headers = { 'Content-Encoding': 'gzip' };
    const answer = await send(app, uploadAsset, { token, headers, form: formOf('logo', sound) });
    expect(answer.status).toBe(415);
  });

  it('is refused with 422 naming an unknown field, before or after the file', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const fields = ['status', 'user_id', 'package_name', 'number', 'storage_key'];
    for (const field of [...fields, '__proto__', 'constructor']) {
      const more = part(field, 'active');
      for (const body of [form(KIND, more, FILE), form(more, KIND, FILE), form(KIND, FILE, more)]) {
        expect(await json(await post(app, member, body, TYPE))).toMatchObject({
          status: 422,
          code: 'validation_failed',
          errors: [{ field, code: 'unknown_field' }],
        });
      }
    }
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });

  it('is refused with 422 for an unknown kind or file field', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    for (const kind of ['', 'RADIO_ID', 'song', 'a'.repeat(5_000), '../logo']) {
      const answer = await post(app, member, form(part('kind', kind), FILE), TYPE);
      expect(await json(answer)).toMatchObject({ status: 422, errors: [{ field: 'kind' }] });
    }
    const other = part('sound', sound, '; filename="a.mp3"');
    expect(await json(await post(app, member, form(KIND, other), TYPE))).toMatchObject({
      status: 422,
      errors: [{ field: 'sound' }],
    });
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
  });
});

/** Upload files that this process has open; an empty list except on Linux. */
async function openUploads({ services }: TestApp): Promise<string[]> {
  const names = await readdir('/proc/self/fd').catch(() => []);
  const paths = names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => ''));
  return (await Promise.all(paths)).filter((path) => path.startsWith(services.uploadsDir));
}

describe('an upload that fails midway', () => {
  it('is refused as soon as it is known to be invalid, before it ends', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const { req, answer } = await openUpload(app, member);
    req.write(Buffer.alloc(100_000, '<html>'));
    // Its body has not ended, and never will.
    expect((await answer).status).toBe(415);
    expect(await leftovers(app)).toEqual(NOTHING_LEFT);
    req.destroy();
  });

  it('gets its refusal even when the client reads only after sending everything', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    const { req, answer } = await openUpload(app, member);
    const rest = Buffer.alloc(1_000_000, '<html>');
    for (let n = 0; n < 8; n++) await new Promise((sent) => req.write(rest, sent));
    req.end('\r\n--b--\r\n');
    expect((await answer).status).toBe(415);
  });

  it('leaves no files when the client disconnects', async () => {
    const app = await startApp(database);
    const member = await memberWith(app);
    for (const bytes of [100, 1_000, 30_000, 200_000]) {
      const { req } = await openUpload(app, member);
      req.write(soundFile(1, 2_000).subarray(100, bytes));
      await vi.waitFor(async () => {
        expect((await leftovers(app)).temporary).toHaveLength(1);
      });
      req.destroy();
      await vi.waitFor(async () => expect(await leftovers(app)).toEqual(NOTHING_LEFT));
    }
    expect(app.logged()).not.toContain('unexpected error');
    expect((await upload(app, member)).status).toBe(201);
  });

  it('returns 503 when the temporary folder is unusable, and leaves no rows', async () => {
    const app = await startApp(database, { uploadsDir: '/proc/nowhere' });
    const member = await memberWith(app);
    for (const [kind, bytes] of [
      ['radio_id', sound],
      ['logo', PNG],
    ] as const) {
      const answer = await upload(app, member, { kind, bytes });
      expect(answer.headers.get('retry-after')).toBe('5');
      expect(await json(answer)).toMatchObject({ status: 503, code: 'storage_unavailable' });
    }
    expect(await database.knex('assets')).toEqual([]);
  });
});

describe('the name of a file', () => {
  const NAMES: [sent: string, shown: string][] = [
    ['../../etc/passwd', 'passwd'],
    ['C:\\Music\\jingle.mp3', 'jingle.mp3'],
    ['a\0b.mp3', 'ab.mp3'],
    ['\u202Egnp.mp3', 'gnp.mp3'],
    ['👩‍👩‍👧 Straße e\u0301.mp3', '👩‍👩‍👧 Straße \u00e9.mp3'],
    ['..', 'audio.mp3'],
    ['a/', 'audio.mp3'],
    ['  ', 'audio.mp3'],
    ['a'.repeat(300), 'a'.repeat(200)],
    [`${'a'.repeat(199)}🎵`, 'a'.repeat(199)],
    [`${'a'.repeat(198)}🎵`, `${'a'.repeat(198)}🎵`],
    ["'; drop table assets; --", "'; drop table assets; --"],
  ];

  it('is shown without misleading characters, and is not part of its key', async () => {
    const app = await startApp(database);
    const member = await memberWith(app, 'Enterprise');
    for (const [name, shown] of NAMES) {
      const body = form(KIND, part('file', sound, `; filename="${name}"`));
      const answer = await json<Asset>(await post(app, member, body, TYPE));
      expect([name, answer.file_name]).toEqual([name, shown]);
      expect((await leftovers(app)).objects).toEqual([`${member.id}/radio_ids/radio_id_1.mp3`]);
      await send(app, deleteAsset, { token: member.access_token, params: { id: answer.id } });
      await workOff(app, ['settle_asset']);
    }
  });
});
