import type { SpokenId, Voice } from '@stationhouse/sdk/client';
import { expect, test } from 'vitest';
import { answered, refused } from '../../api/test/answers.ts';
import { find, press, pressable, until } from '../../ui/test/draw.tsx';
import { ada, CUSTOMER, openAdminDialog } from '../test/open-admin-dialog.tsx';
import { wavBytes } from '../../uploads/wav.ts';

const SCRIPT = 'You are listening to Counting House Radio.';
const LIST = `GET ${CUSTOMER}/radio-ids`;
const SPEAK = `POST ${CUSTOMER}/radio-ids/s1/speech`;
const ACCEPT = `POST ${CUSTOMER}/radio-ids/s1/acceptance`;
const REMOVE = `DELETE ${CUSTOMER}/radio-ids/s2`;

const voice = (id: string, more: Partial<Voice> = {}): Voice => ({
  id,
  name: id.split(':')[1] ?? id,
  language: 'en-GB',
  sex: 'female',
  maker: 'embedded',
  is_draft: true,
  ...more,
});

const spokenId = (more: Partial<SpokenId> = {}): SpokenId => ({
  id: 's1',
  script: SCRIPT,
  is_outdated: false,
  spoken_text: SCRIPT,
  take: null,
  accepted: null,
  ...more,
});

const take = (more: Partial<NonNullable<SpokenId['take']>> = {}): SpokenId['take'] => ({
  id: 't1',
  voice_id: 'flite:Slt',
  text: SCRIPT,
  state: 'ready',
  message: null,
  audio_url: 'https://radio.example.com/storage/library/prepared/a.mp3',
  duration_seconds: 3.1,
  peaks: [0, 1],
  created_at: '2026-11-21T09:30:00.000Z',
  ...more,
});

const accepted: SpokenId['accepted'] = {
  take_id: 't1',
  asset_id: 'a1',
  voice_id: 'flite:Slt',
  text: SCRIPT,
  audio_url: 'https://radio.example.com/storage/station-assets/u/a1.mp3?v=1',
  duration_seconds: 3.1,
  peaks: [0, 1],
  accepted_at: '2026-11-21T09:30:00.000Z',
};

const listed = (...data: SpokenId[]) =>
  answered({ data, default_voice_id: 'polly:Amy', has_more: false, next_cursor: null });

const dialog = () => find(HTMLElement, '[role="dialog"]');
const text = () => dialog().textContent;

async function openRadioIds(data: SpokenId[], more: Parameters<typeof openAdminDialog>[1] = {}) {
  const voices = [voice('polly:Amy', { maker: 'polly', is_draft: false }), voice('flite:Slt')];
  const page = await openAdminDialog('radio-ids', {
    'GET /v1/admin/library/voices': answered({ data: voices, has_more: false, next_cursor: null }),
    [LIST]: listed(...data),
    ...more,
  });
  await until(() => expect(dialog().querySelector('h3, p')).not.toBeNull());
  return page;
}

test('a script is spoken with the voice that suits the customer, and heard when it is ready', async () => {
  const getting = spokenId({ take: take({ state: 'getting_ready', audio_url: null }) });
  const page = await openRadioIds([spokenId()], { [SPEAK]: answered(getting) });
  await until(() => expect(text()).toContain(SCRIPT));
  expect(find(HTMLSelectElement, 'select').value).toBe('polly:Amy');
  expect(text()).toContain('Slt, British English, female, draft');
  page.answers[LIST] = listed(getting);
  await press('Speak Radio ID 1');
  await until(() => expect(page.sent(SPEAK)).toHaveLength(1));
  expect(page.sent(SPEAK)[0]?.body).toEqual({ text: SCRIPT, voice_id: 'polly:Amy' });
  await until(() => expect(text()).toContain('Getting ready...'));
  page.answers[LIST] = listed(spokenId({ take: take() }));
  await until(() => expect(pressable('Play New: Slt')).toBeTruthy());
});

test('a take is accepted as it was heard', async () => {
  const page = await openRadioIds([spokenId({ take: take() })], {
    [ACCEPT]: answered(spokenId({ take: take(), accepted })),
  });
  await until(() => expect(text()).toContain('Not accepted'));
  page.answers[LIST] = listed(spokenId({ take: take(), accepted }));
  await press('Accept Radio ID 1');
  await until(() => expect(text()).not.toContain('Not accepted'));
  expect(page.sent(ACCEPT)[0]?.body).toEqual({ take_id: 't1' });
  expect(pressable('Play In use: Slt')).toBeTruthy();
  expect(text()).not.toContain('New: Slt');
  expect(page.toasts[0]?.description).toBe('Radio ID 1 is ready for the air.');
});

test('says why a take can’t be used, and why one was not accepted', async () => {
  const message = 'This voice can’t speak the text.';
  await openRadioIds([spokenId({ take: take({ state: 'failed', message, audio_url: null }) })]);
  await until(() => expect(text()).toContain(message));
});

test('says when another admin had the script spoken again', async () => {
  const detail = 'Someone else has had this script spoken again.';
  const page = await openRadioIds([spokenId({ take: take() })], {
    [ACCEPT]: refused(409, 'take_changed', detail),
  });
  await until(() => expect(text()).toContain('Not accepted'));
  await press('Accept Radio ID 1');
  await until(() => expect(page.toasts[0]?.description).toBe(detail));
});

test('outdated radio IDs can be removed', async () => {
  const outdated = spokenId({ id: 's2', script: 'Good coffee.', is_outdated: true, accepted });
  const page = await openRadioIds([spokenId(), outdated], {
    [REMOVE]: () => new Response(null, { status: 204 }),
  });
  await until(() => expect(text()).toContain('Outdated'));
  page.answers[LIST] = listed(spokenId());
  await press('Remove Good coffee.');
  await until(() => expect(text()).not.toContain('Outdated'));
  expect(page.sent(REMOVE)).toHaveLength(1);
});

test('a form without texts says so', async () => {
  await openRadioIds([]);
  await until(() => expect(text()).toContain('The setup form has no radio ID texts.'));
});

test('the customer’s details lead to their scripts', async () => {
  const page = await openAdminDialog('view', {
    [`GET ${CUSTOMER}`]: answered({
      ...ada,
      profile: { ...ada.profile, radio_id_texts: [SCRIPT] },
    }),
    'GET /v1/admin/library/voices': answered({ data: [], has_more: false, next_cursor: null }),
    [LIST]: listed(spokenId()),
  });
  await until(() => expect(text()).toContain(SCRIPT));
  await press('Speak the radio IDs');
  await until(() => expect(page.address()).toContain('dialog=radio-ids'));
});

test('a recording becomes a WAV file of 16 bits', () => {
  const bytes = new DataView(wavBytes(Float32Array.of(0, 1, -2), 48_000));
  expect(bytes.byteLength).toBe(50);
  expect(bytes.getUint32(24, true)).toBe(48_000);
  expect([44, 46, 48].map((at) => bytes.getInt16(at, true))).toEqual([0, 32_767, -32_767]);
});
