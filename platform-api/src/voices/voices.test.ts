import { createHash } from 'node:crypto';
import { createServer } from 'node:http2';
import type { AddressInfo } from 'node:net';
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getCustomer, type CustomerDetails } from '../../contract/admin/customers.ts';
import { MAX_SPOKEN_TEXT_LENGTH } from '../../contract/voices/values.ts';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { submitSetup } from '../../contract/setup/calls.ts';
import {
  acceptRadioId,
  listSpokenIds,
  listVoices,
  recordRadioId,
  removeRadioId,
  speakRadioId,
  type SpokenId,
  type Voice,
} from '../../contract/voices/calls.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { signedInUser } from '../../test/factories.ts';
import { fakeVoices, tone } from '../../test/fake-voices.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { ffmpegEngine, folder, quickEngine } from '../../test/sounds.ts';
import { fetchStored, memberWith, soundFile, uploadFor } from '../../test/uploads.ts';
import { runTask, workOff } from '../../test/work-off.ts';
import { readConfig } from '../process/config.ts';
import { createEmbeddedEngine } from '../preparation/embedded-engine.ts';
import { Unpreparable } from '../preparation/media-engine.ts';
import { ProgramFailed } from '../preparation/run-program.ts';
import { createEmbeddedVoices } from './embedded-voice.ts';
import { openEspeak } from './espeak.ts';
import { createPollyVoices } from './polly.ts';
import { voicesFor } from './spoken-rows.ts';
import { splitForVoice, canRead } from './spoken-text.ts';
import { joinMakers, SpeechFailed } from './voice-maker.ts';
import { createPreparer } from '../preparation/preparer.ts';

const database = testDatabase();
const { knex } = database;
const SCRIPT = 'You are listening to Counting House Radio.';
const SPELT = 'You are listening to Counting House Raydio.';
const MAKING = ['speak_radio_id', 'prepare_asset', 'prepare_sound', 'settle_asset'];

type Signed = Awaited<ReturnType<typeof signedInUser>>;

/** The app with an admin and a customer, who has submitted a form with these scripts. */
async function openDesk(given: Parameters<typeof startApp>[1] = {}, scripts = [SCRIPT]) {
  const app = await startApp(database, { preparer: createPreparer(quickEngine()), ...given });
  const customer = await memberWith(app);
  const admin = await signedInUser(app, { role: 'admin' });
  await submit(app, customer, scripts);
  return { app, customer, admin };
}

async function submit(app: TestApp, { access_token: token }: Signed, radio_id_texts: string[]) {
  const [example] = Object.values(submitSetup.body_examples);
  const body = { ...example, voice_preference: 'female', radio_id_texts };
  expect((await send(app, submitSetup, { token, body })).status).toBe(200);
}

type Desk = Awaited<ReturnType<typeof openDesk>>;
const list = async ({ app, customer, admin: { access_token: token } }: Desk) =>
  json<{ data: SpokenId[]; default_voice_id: string }>(
    await send(app, listSpokenIds, { token, params: { user_id: customer.id } }),
  );

async function only(desk: Desk): Promise<SpokenId> {
  const { data } = await list(desk);
  const [spoken, ...more] = data;
  if (!spoken || more.length > 0) throw new Error(`${data.length} scripts`);
  return spoken;
}

const speak = ({ app, customer, admin }: Desk, { id }: { id: string }, body: object = {}) =>
  send(app, speakRadioId, {
    token: admin.access_token,
    params: { user_id: customer.id, id },
    body: { text: SCRIPT, voice_id: 'flite:slt', ...body },
  });

const accept = (desk: Desk, { id, take }: SpokenId, as = desk.admin) =>
  send(desk.app, acceptRadioId, {
    token: as.access_token,
    params: { user_id: desk.customer.id, id },
    body: { take_id: take?.id },
  });

const record = ({ app, customer, admin }: Desk, { id }: SpokenId, bytes: Buffer) =>
  send(app, recordRadioId, {
    token: admin.access_token,
    params: { user_id: customer.id, id },
    bytes,
  });

const remove = ({ app, customer, admin }: Desk, { id }: SpokenId) =>
  send(app, removeRadioId, {
    token: admin.access_token,
    params: { user_id: customer.id, id },
  });

/** Has the only script spoken, and waits until it is ready. */
async function speakOut(desk: Desk, body: object = {}): Promise<SpokenId> {
  expect((await speak(desk, await only(desk), body)).status).toBe(202);
  await workOff(desk.app, MAKING);
  return only(desk);
}

const told = async (answer: Response): Promise<string> =>
  `${answer.status} ${(await json<{ code: string }>(answer)).code}`;

async function assetsOf({ app, customer, admin }: Desk) {
  const token = admin.access_token;
  const answer = await send(app, getCustomer, { token, params: { user_id: customer.id } });
  return (await json<CustomerDetails>(answer)).assets;
}

describe('a script of the setup form', () => {
  test('becomes a radio ID of the station with the embedded voice', async (context) => {
    const engine = await ffmpegEngine(context);
    const desk = await openDesk({ preparer: createPreparer(engine) });
    const before = await list(desk);
    expect(before.default_voice_id).toBe('flite:slt');
    expect(before.data).toMatchObject([
      { script: SCRIPT, spoken_text: SCRIPT, is_outdated: false, take: null, accepted: null },
    ]);

    const asked = await json<SpokenId>(await speak(desk, await only(desk), { text: SPELT }));
    expect(asked.take).toMatchObject({ state: 'getting_ready', text: SPELT, audio_url: null });
    await workOff(desk.app, MAKING);
    const spoken = await only(desk);
    expect(spoken).toMatchObject({ script: SCRIPT, spoken_text: SPELT, accepted: null });
    expect(spoken.take).toMatchObject({ state: 'ready', voice_id: 'flite:slt', message: null });
    // About three words a second.
    expect(spoken.take?.duration_seconds).toBeGreaterThan(1.5);
    expect(spoken.take?.duration_seconds).toBeLessThan(5);
    const heard = await fetchStored(desk.app, spoken.take?.audio_url ?? '');
    const bytes = Buffer.from(await heard.arrayBuffer());

    expect((await accept(desk, spoken)).status).toBe(200);
    const { accepted } = await only(desk);
    expect(accepted).toMatchObject({
      take_id: spoken.take?.id,
      voice_id: 'flite:slt',
      text: SPELT,
    });
    const [asset, ...more] = await assetsOf(desk);
    expect(more).toEqual([]);
    expect(asset).toMatchObject({
      id: accepted?.asset_id,
      kind: 'radio_id',
      is_operators: true,
      file_name: 'You are listening to Counting House Radio.mp3',
      preparation: { state: 'ready' },
    });
    const aired = await fetchStored(desk.app, accepted?.audio_url ?? '');
    expect(Buffer.from(await aired.arrayBuffer()).equals(bytes)).toBe(true);

    const place = await folder();
    const path = join(place, 'aired.mp3');
    await writeFile(path, bytes);
    const { signal } = new AbortController();
    const [loudness] = await engine.verify([{ path, name: 'mp3_128' }], {
      folder: place,
      signal,
      max_seconds: 60,
    });
    expect(loudness?.lufs).toBeGreaterThan(-17);
    expect(loudness?.lufs).toBeLessThan(-15);
  });

  test('is spoken as text: markup and control characters are no commands', async () => {
    const { maker, said } = fakeVoices();
    const desk = await openDesk({ voices: maker });
    const text = '<speak>Fish & chips</speak>\n\u0007 [[h@l@U]]';
    await speakOut(desk, { text, voice_id: 'fake' });
    expect(said).toEqual(['<speak>Fish & chips</speak> [[h@l@U]]']);
  });

  test('keeps its take when the same text and voice are asked for again', async () => {
    const { maker, said } = fakeVoices();
    const desk = await openDesk({ voices: maker });
    const first = await speakOut(desk, { voice_id: 'fake' });
    expect((await speakOut(desk, { voice_id: 'fake' })).take?.id).toBe(first.take?.id);
    expect(said).toHaveLength(1);
    expect((await speakOut(desk, { voice_id: 'fake', text: SPELT })).take?.id).not.toBe(
      first.take?.id,
    );
  });

  test('may be a recording, which is prepared like any sound', async () => {
    const desk = await openDesk();
    expect((await record(desk, await only(desk), tone(3))).status).toBe(202);
    await workOff(desk.app, MAKING);
    const spoken = await only(desk);
    expect(spoken.take).toMatchObject({ state: 'ready', voice_id: null, text: null });
    expect((await accept(desk, spoken)).status).toBe(200);
    expect((await only(desk)).accepted).toMatchObject({ voice_id: null, text: null });
  });

  test('needs no ffmpeg: the embedded engine reads 16-bit WAV', async () => {
    const place = await folder();
    const path = join(place, 'speech.wav');
    await writeFile(path, tone(3, 2));
    let bytes = 0;
    const { signal } = new AbortController();
    const measured = await createEmbeddedEngine().measure(
      { path, format: 'wav' },
      { folder: place, signal, max_seconds: 60, onPcm: (chunk) => void (bytes += chunk.length) },
    );
    // 16 bits of two channels at 48 kHz; the resampler adds a little.
    expect(bytes / (4 * 48_000)).toBeCloseTo(2, 0);
    // A sine of a quarter of full scale in both channels, by EBU R128.
    expect(measured.lufs).toBeGreaterThan(-14);
    expect(measured.lufs).toBeLessThan(-11);
  });

  test.each([
    ['a text', Buffer.from('not a sound'), 'This is not an audio file'],
    ['silence', soundFile(1), 'contains only silence'],
    ['a WAV of 24 bits, without ffmpeg', tone(1, 1, 24), 'ffmpeg is not installed'],
  ])('says why a recording can’t be used: %s', async (_, bytes, message) => {
    const desk = await openDesk({ preparer: createPreparer(createEmbeddedEngine()) });
    await record(desk, await only(desk), bytes);
    await workOff(desk.app, MAKING);
    const spoken = await only(desk);
    expect(spoken.take?.state).toBe('failed');
    expect(spoken.take?.message).toContain(message);
    expect(await told(await accept(desk, spoken))).toBe('409 take_not_ready');
  });
});

describe('an accepted radio ID', () => {
  test('replaces the earlier one of the same script, and nothing is left of that', async () => {
    const { maker } = fakeVoices();
    const desk = await openDesk({ voices: maker });
    await accept(desk, await speakOut(desk, { voice_id: 'fake' }));
    const [former] = await assetsOf(desk);
    const second = await speakOut(desk, { voice_id: 'fake', text: SPELT });
    expect(second.accepted?.asset_id).toBe(former?.id);
    await Promise.all([accept(desk, second), accept(desk, second)]);
    await accept(desk, second);
    await workOff(desk.app, MAKING);
    const assets = await assetsOf(desk);
    expect(assets).toHaveLength(1);
    expect(assets[0]?.id).not.toBe(former?.id);
    expect((await only(desk)).accepted?.asset_id).toBe(assets[0]?.id);

    const hourAgo = new Date(Date.now() - 7_200_000);
    await knex('prepared_files').update({ created_at: hourAgo });
    await runTask(desk.app, 'sweep_prepared_files');
    expect(await knex('prepared_files')).toHaveLength(1);
    const objects: string[] = [];
    for await (const { key } of desk.app.services.storage.list('')) objects.push(key);
    const kept = objects.filter((key) => key.includes('/'));
    // The radio ID, what was spoken, and its one rendition.
    expect(kept).toHaveLength(3);
  });

  test('is outdated once the customer changes the script, until it is removed', async () => {
    const { maker } = fakeVoices();
    const desk = await openDesk({ voices: maker });
    const spoken = await speakOut(desk, { voice_id: 'fake' });
    await accept(desk, spoken);
    await submit(desk.app, desk.customer, ['Now something else.']);
    const { data } = await list(desk);
    expect(data).toMatchObject([
      { script: 'Now something else.', is_outdated: false, accepted: null },
      { script: SCRIPT, is_outdated: true, accepted: { text: SCRIPT } },
    ]);
    expect(await told(await speak(desk, spoken, { voice_id: 'fake' }))).toBe('409 script_changed');
    expect(await told(await accept(desk, spoken))).toBe('409 script_changed');
    expect((await remove(desk, spoken)).status).toBe(204);
    expect(await assetsOf(desk)).toEqual([]);
    expect((await list(desk)).data).toHaveLength(1);
    expect(await told(await remove(desk, spoken))).toBe('404 not_found');
  });

  test('is written to the audit log, as are its steps', async () => {
    const { maker } = fakeVoices();
    const desk = await openDesk({ voices: maker });
    await accept(desk, await speakOut(desk, { voice_id: 'fake' }));
    await remove(desk, await only(desk));
    const lines = await knex('audit_log').orderBy('at').orderBy('id').select('action', 'after');
    expect(lines.map(({ action }) => action)).toEqual([
      'speak_radio_id',
      'accept_radio_id',
      'remove_radio_id',
    ]);
    expect(lines[1].after).toMatchObject({ script: SCRIPT, voice_id: 'fake' });
  });

  test('can’t be more than the package has', async () => {
    const { maker } = fakeVoices();
    const scripts = ['One, two, three.', 'Four, five, six.', 'Seven, eight, nine.'];
    const desk = await openDesk({ voices: maker }, scripts);
    for (const script of (await list(desk)).data) await speak(desk, script, { voice_id: 'fake' });
    await workOff(desk.app, MAKING);
    // As after a change to a smaller package.
    const { data } = await list(desk);
    await knex('profiles').update({ radio_id_texts: [...scripts, 'And a fourth.'] });
    const answers: string[] = [];
    for (const spoken of data) answers.push(String((await accept(desk, spoken)).status));
    expect(answers).toEqual(['200', '200', '200']);
    const fourth = (await list(desk)).data.find(({ script }) => script === 'And a fourth.');
    await speak(desk, fourth ?? { id: '' }, { voice_id: 'fake' });
    await workOff(desk.app, MAKING);
    const ready = (await list(desk)).data.find(({ script }) => script === 'And a fourth.');
    if (!ready) throw new Error('The script is gone');
    expect(await told(await accept(desk, ready))).toBe('409 too_many_files');
    expect(await assetsOf(desk)).toHaveLength(3);
  });
});

describe('another admin at the same time', () => {
  test('accepts only what was heard', async () => {
    const { maker } = fakeVoices();
    const desk = await openDesk({ voices: maker });
    const heard = await speakOut(desk, { voice_id: 'fake' });
    await speakOut(desk, { voice_id: 'fake', text: SPELT });
    expect(await told(await accept(desk, heard))).toBe('409 take_changed');
    expect(await assetsOf(desk)).toEqual([]);
  });

  test('may accept the same take: it is one radio ID', async () => {
    const { maker } = fakeVoices();
    const desk = await openDesk({ voices: maker });
    const other = await signedInUser(desk.app, { role: 'admin' });
    const spoken = await speakOut(desk, { voice_id: 'fake' });
    const answers = await Promise.all([accept(desk, spoken), accept(desk, spoken, other)]);
    expect(answers.map(({ status }) => status)).toContain(200);
    expect((await accept(desk, spoken, other)).status).toBe(200);
    expect(await assetsOf(desk)).toHaveLength(1);
  });
});

describe('refusals', () => {
  test('name what is wrong', async () => {
    const { maker } = fakeVoices();
    const desk = await openDesk({ voices: maker });
    const script = await only(desk);
    expect(await told(await speak(desk, script))).toBe('422 voice_not_found');
    for (const given of ['', '  ', 'a'.repeat(MAX_SPOKEN_TEXT_LENGTH + 1), 'a\0b']) {
      const answer = await speak(desk, script, { voice_id: 'fake', text: given });
      expect(await told(answer)).toBe('422 validation_failed');
    }
    const unknown = { id: '01938a3f-0000-7000-8000-000000000000' };
    expect(await told(await speak(desk, unknown))).toBe('409 script_changed');
    const elsewhere = { ...desk, customer: desk.admin };
    expect(await told(await speak(elsewhere, script))).toBe('409 script_changed');
    expect(await told(await remove(elsewhere, script))).toBe('404 not_found');
  });

  test('come beyond the rate limit', async () => {
    const rates = { ...WIDE_LIMITS, speech: { ...RATE_LIMITS.speech, points: 1 } };
    const { maker } = fakeVoices();
    const desk = await openDesk({ voices: maker, limits: { eventStreams: 100, rates } });
    const script = await only(desk);
    expect((await speak(desk, script, { voice_id: 'fake' })).status).toBe(202);
    expect(await told(await speak(desk, script, { voice_id: 'fake' }))).toBe('429 rate_limited');
  });
});

describe('a voice that fails', () => {
  test('says so when another try is useless, and is asked again by the admin', async () => {
    let isBroken = true;
    const { maker } = fakeVoices(() => (isBroken ? new SpeechFailed('unspeakable') : undefined));
    const desk = await openDesk({ voices: maker });
    const failed = await speakOut(desk, { voice_id: 'fake' });
    expect(failed.take).toMatchObject({ state: 'failed' });
    expect(failed.take?.message).toContain('choose another voice');
    isBroken = false;
    expect((await speakOut(desk, { voice_id: 'fake' })).take?.state).toBe('ready');
  });

  test.each([
    ['crashes', new ProgramFailed('', null, 'SIGSEGV')],
    ['is killed', new ProgramFailed('', null, 'SIGKILL')],
    ['takes too long', new Unpreparable('too_demanding')],
  ])('whose program %s twice has a text that it can’t speak', async (_, fault) => {
    const { maker } = fakeVoices(() => fault);
    const desk = await openDesk({ voices: maker });
    await speak(desk, await only(desk), { voice_id: 'fake' });
    const [row] = await knex('spoken_ids');
    const payload = { spoken_id: row.id, take_id: row.take_id };
    await expect(runTask(desk.app, 'speak_radio_id', payload)).rejects.toThrow(fault.message);
    const task = desk.app.tasks.find(({ name }) => name === 'speak_radio_id');
    await task?.run(payload, { id: '1', attempt: 2, signal: new AbortController().signal });
    expect((await only(desk)).take?.message).toContain('can’t speak the text');
  });

  test('is tried again by the job, and given up with a sentence', async () => {
    const { maker } = fakeVoices(() => new Error('The line is cut'));
    const desk = await openDesk({ voices: maker });
    await speak(desk, await only(desk), { voice_id: 'fake' });
    const [row] = await knex('spoken_ids');
    const payload = { spoken_id: row.id, take_id: row.take_id };
    await expect(runTask(desk.app, 'speak_radio_id', payload)).rejects.toThrow('The line is cut');
    expect((await only(desk)).take?.state).toBe('getting_ready');
    const task = desk.app.tasks.find(({ name }) => name === 'speak_radio_id');
    const { signal } = new AbortController();
    await task?.run(payload, { id: '1', attempt: 4, signal });
    expect((await only(desk)).take?.message).toContain('Please try again in a few minutes');
  });
});

describe('a text that a voice can’t read', () => {
  test('is refused before anything is made, and the sentence names the language', async () => {
    const { maker, said } = fakeVoices();
    const desk = await openDesk({ voices: maker });
    const answer = await speak(desk, await only(desk), { text: '欢迎光临 Bay', voice_id: 'fake' });
    expect(answer.status).toBe(422);
    const { errors } = await json<{ errors: { field: string; message: string }[] }>(answer);
    expect(errors).toMatchObject([{ field: 'text' }]);
    expect(errors[0]?.message).toContain('speaks English only and can’t read “欢迎光临”');
    const nothing = await speak(desk, await only(desk), { text: '!!! ...', voice_id: 'fake' });
    expect(nothing.status).toBe(422);
    await workOff(desk.app, MAKING);
    expect(said).toEqual([]);
  });

  test.each([
    ['en-GB', 'Café Ñandú, 100 % Käse! 🎉', true],
    ['en-GB', 'Приходите', false],
    ['el', 'Καλημέρα, Bay Radio', true],
    ['ja-JP', 'ラジオを聞いてください, 東京', true],
    ['cmn-CN', '欢迎光临', true],
    ['ko-KR', '환영합니다', true],
    ['arb', 'أهلا وسهلا', true],
    ['ru-RU', '欢迎', false],
  ])('is told by its letters: %s, %s', (language, text, isReadable) => {
    const voice = { id: 'v', name: 'V', language, sex: 'male', maker: 'polly', is_draft: false };
    expect(canRead(voice as Voice, text)).toBe(isReadable);
  });
});

describe('a text for a voice program', () => {
  const longest = (text: string) =>
    Math.max(
      ...splitForVoice(text)
        .split('\n\n')
        .map(({ length }) => length),
    );

  test('stays as it is when it is short', () => {
    const text = 'Call 0208 123456, now! Tables from £1000000... see you.';
    expect(splitForVoice(text)).toBe(text);
  });

  test.each([
    ['digits', '1'.repeat(1_000)],
    ['dots', '.'.repeat(1_000)],
    ['marks in turn', '[[@@@!?'.repeat(140)],
    ['a word', 'x'.repeat(1_000)],
    ['sentences', 'Happy hour until seven. '.repeat(40)],
    ['a sentence', 'and then another word '.repeat(45)],
    ['letters of two code units', '𝒳'.repeat(500)],
  ])('is cut into pieces of at most 200 characters: %s', (_, text) => {
    expect(longest(text)).toBeLessThanOrEqual(200);
    const letters = (of: string) => of.replaceAll(/[^\p{L}\p{N}]/gu, '');
    expect(letters(splitForVoice(text))).toBe(letters(text));
  });

  test('has long numbers in groups of three digits', () => {
    expect(splitForVoice('Win 1234567890123!')).toBe('Win 123 456 789 012 3!');
  });

  test('is spoken by the embedded voice as quickly as any, whatever it is made of', async () => {
    const maker = createEmbeddedVoices();
    const [voice] = maker.voices;
    if (!voice) throw new Error('No voice');
    const { signal } = new AbortController();
    for (const text of ['1'.repeat(1_000), '[[@@@'.repeat(200)]) {
      const path = await maker.speak({ text, voice, folder: await folder(), signal });
      expect((await stat(path)).size).toBeGreaterThan(100_000);
    }
  });
});

test('the voices are listed with the names of people, the best first', async () => {
  const { app, admin } = await openDesk();
  const answer = await send(app, listVoices, { token: admin.access_token });
  const { data } = await json<{ data: Voice[] }>(answer);
  expect(data.map(({ name }) => name)).toEqual(['Sally', 'Russell', 'Alan']);
  expect(data.map(({ sex }) => sex)).toEqual(expect.arrayContaining(['male', 'female']));
  expect(data.every(({ is_draft, maker }) => is_draft && maker === 'embedded')).toBe(true);
});

describe('espeak-ng', () => {
  test('speaks other languages where it is installed, and takes brackets as text', async (context) => {
    const maker = await openEspeak('/usr/bin/espeak-ng');
    if (!maker) return context.skip('espeak-ng is not installed');
    const { voices } = maker;
    expect(voices.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['espeak:de', 'espeak:de+f3']),
    );
    const voice = voices.find(({ language, sex }) => language === 'de' && sex === 'female');
    if (!voice) throw new Error('No German voice');
    const { signal } = new AbortController();
    const speech = async (text: string) =>
      (await stat(await maker.speak({ text, voice, folder: await folder(), signal }))).size;
    const plain = await speech('Guten Morgen');
    expect(plain).toBeGreaterThan(20_000);
    // Two brackets in a row would begin phonemes.
    expect(await speech('[[guten morgen]]')).toBe(await speech('[ [guten morgen]]'));
    // As a command, this would be a pause of nine seconds.
    expect(await speech('Guten <break time="9s"/> Morgen')).toBeLessThan(plain + 9 * 44_100);
  });

  test('is left out where it is not', async () => {
    expect(await openEspeak('/nowhere/espeak-ng')).toBeNull();
  });
});

describe('Amazon Polly', () => {
  /** A fake Polly server on loopback, for Amazon's library. */
  async function startPolly(answer: { status: number; type: string; body: string | Buffer }) {
    const asked: { authorization: string | undefined; path: string | undefined; body: object }[] =
      [];
    // Amazon's library speaks HTTP/2 with Polly.
    const server = createServer(async (req, res) => {
      const body: object = JSON.parse(await text(req));
      asked.push({ authorization: req.headers.authorization, path: req.url, body });
      res.writeHead(answer.status, { 'content-type': answer.type }).end(answer.body);
    });
    const sessions = new Set<{ destroy(): void }>();
    server.on('session', (session) => sessions.add(session));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      for (const session of sessions) session.destroy();
      server.close();
    });
    // A listening TCP server has an address of this shape.
    const { port } = server.address() as AddressInfo;
    const POLLY_URL =
      'polly://KEY%2F1:se%2Fcret@eu-west-2?engine=neural&en-GB.female=Amy,Emma&en-GB.male=Brian' +
      `&endpoint=http://127.0.0.1:${port}`;
    const { polly } = readConfig({ POLLY_URL });
    if (!polly) throw new Error('POLLY_URL was not read');
    return { asked, maker: createPollyVoices(polly) };
  }

  test.each([
    ['United Kingdom', 'male', 'awb'],
    ['United States', 'male', 'rms'],
    ['United Kingdom', 'female', 'slt'],
    ['Germany', 'female', 'de-f'],
    ['Austria', 'male', 'de'],
    // Where there is no voice for the language, English is understood best.
    ['Japan', 'male', 'rms'],
  ] as const)('the first voice for %s, %s, is %s', (country, voice_preference, first) => {
    const voice = (id: string, language: string, sex: 'male' | 'female') =>
      ({ id, name: id, language, sex, maker: 'embedded', is_draft: true }) as const;
    const voices = [
      voice('slt', 'en-US', 'female'),
      voice('rms', 'en-US', 'male'),
      voice('awb', 'en-GB', 'male'),
      voice('de', 'de', 'male'),
      voice('de-f', 'de', 'female'),
    ];
    expect(voicesFor(voices, { country, voice_preference })[0]?.id).toBe(first);
  });

  test('speaks plain text with the configured voices, signed for the region', async () => {
    const body = soundFile(7, 100);
    const { maker, asked } = await startPolly({ status: 200, type: 'audio/mpeg', body });
    const { voices } = maker;
    expect(voices.map(({ id, language, sex, is_draft }) => [id, language, sex, is_draft])).toEqual([
      ['polly:Amy', 'en-GB', 'female', false],
      ['polly:Emma', 'en-GB', 'female', false],
      ['polly:Brian', 'en-GB', 'male', false],
    ]);
    const desk = await openDesk({ voices: joinMakers([maker]) });
    expect((await list(desk)).default_voice_id).toBe('polly:Amy');
    await speakOut(desk, { voice_id: 'polly:Brian', text: '<speak>Hello</speak>' });
    expect(asked).toHaveLength(1);
    expect(asked[0]?.path).toBe('/v1/speech');
    expect(asked[0]?.authorization).toMatch(
      /Credential=KEY\/1\/\d{8}\/eu-west-2\/polly\/aws4_request/,
    );
    expect(asked[0]?.body).toMatchObject({
      Engine: 'neural',
      VoiceId: 'Brian',
      LanguageCode: 'en-GB',
      Text: '<speak>Hello</speak>',
      TextType: 'text',
      OutputFormat: 'mp3',
    });
    const hash = createHash('sha256').update(body).digest('hex');
    expect(await knex('prepared_files').pluck('source_hash')).toEqual([hash]);
  });

  test.each([
    ['TextLengthExceededException', 'unspeakable'],
    ['AccessDeniedException', 'AccessDenied'],
  ])('answers %s', async (name, expected) => {
    const body = JSON.stringify({ __type: name, message: name });
    const { maker } = await startPolly({ status: 400, type: 'application/json', body });
    const [voice] = maker.voices;
    if (!voice) throw new Error('No voice');
    const { signal } = new AbortController();
    const given = { text: 'Hello', voice, folder: await folder(), signal };
    await expect(maker.speak(given)).rejects.toThrow(expected);
  });
});

test('a file that an admin uploads is not a spoken radio ID', async () => {
  const desk = await openDesk({}, []);
  await uploadFor(desk.app, desk.admin, desk.customer.id, { bytes: soundFile(9) });
  // A form without scripts has the station’s name.
  expect((await list(desk)).data).toMatchObject([{ script: SCRIPT, take: null, accepted: null }]);
});
