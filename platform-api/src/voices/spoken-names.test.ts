import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { RATE_LIMITS } from '../../contract/rate-limits.ts';
import { MAX_SPOKEN_NAME_LENGTH } from '../../contract/voices/values.ts';
import { speakName } from '../../contract/voices/spoken-names.ts';
import { send } from '../../test/call.ts';
import { testDatabase } from '../../test/database.ts';
import { fakeVoices } from '../../test/fake-voices.ts';
import { json, startApp, WIDE_LIMITS, type TestApp } from '../../test/server.ts';
import { createEmbeddedVoices } from './embedded-voice.ts';
import { isSpeakable } from './speakable-name.ts';
import { joinMakers, SpeechFailed, type VoiceMaker } from './voice-maker.ts';

const database = testDatabase();
const NAME = 'Kaffeehaus Morgenrot';

/** The voice that an operator has configured for stations. */
function goodVoices(fault?: () => Error | undefined) {
  const { maker, said } = fakeVoices(fault);
  const voices = maker.voices.map((voice) => ({ ...voice, id: 'good', is_draft: false }));
  return { maker: { ...maker, voices } satisfies VoiceMaker, said };
}

const open = (voices: VoiceMaker, limits = WIDE_LIMITS): Promise<TestApp> =>
  startApp(database, { voices, limits: { eventStreams: 100, rates: limits } });

const ask = (app: TestApp, body: object) => send(app, speakName, { body });
const answerOf = async (app: TestApp, body: object) =>
  json<{ text: string; audio: string | null; is_draft: boolean }>(await ask(app, body));
const bytesOf = (audio: string | null) => Buffer.from(audio ?? '', 'base64');

test('a visitor hears the name of their place in the operator’s voice', async () => {
  const { maker, said } = goodVoices();
  const { text, audio, is_draft } = await answerOf(await open(maker), { name: `  ${NAME} ` });
  expect(text).toBe('You are listening to Kaffeehaus Morgenrot.');
  expect(is_draft).toBe(false);
  expect(bytesOf(audio).subarray(0, 4).toString()).toBe('RIFF');
  expect(said).toEqual([text]);
});

test('a draft voice speaks only when a draft is asked for', async () => {
  const { maker, said } = fakeVoices();
  const app = await open(maker);
  expect(await answerOf(app, { name: NAME })).toMatchObject({ audio: null, is_draft: true });
  expect(said).toEqual([]);
  const { audio, is_draft } = await answerOf(app, { name: NAME, draft: true });
  expect(is_draft).toBe(true);
  expect(bytesOf(audio).length).toBeGreaterThan(1_000);
});

test('the operator’s voice is chosen before a draft, also where a draft would do', async () => {
  const [good, draft] = [goodVoices(), fakeVoices()];
  const app = await open(joinMakers([draft.maker, good.maker]));
  expect((await answerOf(app, { name: NAME, draft: true })).is_draft).toBe(false);
  expect([good.said.length, draft.said.length]).toEqual([1, 0]);
});

test('without any voice there is only music', async () => {
  const app = await open({ voices: [], speak: () => Promise.reject(new Error('no voice')) });
  expect((await answerOf(app, { name: NAME, draft: true })).audio).toBeNull();
});

test('the embedded voice speaks a name within the time that the music gives it', async () => {
  const begun = performance.now();
  const { audio } = await answerOf(await open(createEmbeddedVoices()), { name: NAME, draft: true });
  expect(bytesOf(audio).length).toBeGreaterThan(20_000);
  expect(performance.now() - begun).toBeLessThan(6_000);
});

test('a name is spoken once, for requests at once and for later ones', async () => {
  const { maker, said } = goodVoices();
  const app = await open(maker);
  const answers = await Promise.all([1, 2, 3].map(() => answerOf(app, { name: NAME })));
  answers.push(await answerOf(app, { name: NAME }));
  expect(said).toHaveLength(1);
  const hash = ({ audio }: { audio: string | null }) =>
    createHash('sha256').update(bytesOf(audio)).digest('hex');
  expect(new Set(answers.map(hash)).size).toBe(1);
});

test('an address can try so many names an hour, cached ones included', async () => {
  const { maker } = goodVoices();
  const spoken_name = { ...RATE_LIMITS.spoken_name, points: 3 };
  const app = await open(maker, { ...WIDE_LIMITS, spoken_name });
  const statuses = [];
  for (let n = 0; n < 4; n += 1) statuses.push((await ask(app, { name: NAME })).status);
  expect(statuses).toEqual([200, 200, 200, 429]);
});

test('everybody together can have so many new names spoken; known ones are still heard', async () => {
  const { maker, said } = goodVoices();
  const spoken_name_new = { ...RATE_LIMITS.spoken_name_new, points: 2 };
  const app = await open(maker, { ...WIDE_LIMITS, spoken_name_new });
  const statuses = [];
  for (const name of ['One', 'Two', 'Three', 'One']) {
    statuses.push((await ask(app, { name })).status);
  }
  expect(statuses).toEqual([200, 200, 429, 200]);
  expect(said).toHaveLength(2);
});

test.each([
  ['an insult', 'The Fucking Horse', 'name_not_spoken'],
  ['an address', 'www.example.com', 'name_not_spoken'],
  ['a telephone number', 'Call 020 7946 0000', 'name_not_spoken'],
  ['markup', '<speak>Hello</speak>', 'name_not_spoken'],
  ['letters that the voice cannot read', 'カフェ', 'name_not_spoken'],
  ['nothing', '  ', 'validation_failed'],
  ['a name that is too long', 'a'.repeat(MAX_SPOKEN_NAME_LENGTH + 1), 'validation_failed'],
])('%s is not spoken', async (_, name, code) => {
  const { maker, said } = goodVoices();
  const app = await open(maker);
  const answer = await ask(app, { name, draft: true });
  expect(answer.status).toBe(422);
  expect(await json<{ code: string }>(answer)).toMatchObject({ code });
  expect(said).toEqual([]);
});

test('a voice that fails is said to be unavailable, and is asked again for the next visitor', async () => {
  const faults = [new Error('away'), new SpeechFailed('unspeakable')];
  const { maker, said } = goodVoices(() => faults.shift());
  const app = await open(maker);
  expect((await ask(app, { name: NAME })).status).toBe(503);
  expect((await ask(app, { name: NAME })).status).toBe(422);
  expect((await ask(app, { name: NAME })).status).toBe(200);
  expect(said).toHaveLength(1);
});

describe('a name', () => {
  test.each([
    'Scunthorpe Radio',
    'Penistone Café',
    'The Cock Tavern',
    'Dick’s Diner',
    'Bar & Bistro No. 5',
    'Studio 54',
    'Hotel ***',
    'Café O’Lé!',
    'Shiitake House',
    'Cockfosters Gym',
    'Assam Tea & Co.',
    'L’Été (Paris)',
    'B & B Morgenröte',
    'Who’re We Waiting For?',
    'Sussex Grass Courts',
    'Hotel Troia',
    '99 Cents',
    'A.B.C. Salon',
  ])('%s is spoken', (name) => expect(isSpeakable(name)).toBe(true));

  test.each([
    'Fuck',
    'FUCKING good',
    'fuuuuck',
    'F U C K bar',
    'f.u.c.k',
    'Sh1t Café',
    'Sh-it',
    '$hit!',
    'Arschlöcher & Arschloch',
    'The Wankers',
    'A55hole Bar',
    'h.i.t.l.e.r',
  ])('%s is not', (name) => expect(isSpeakable(name)).toBe(false));
});
