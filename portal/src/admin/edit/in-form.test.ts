import { RequestFailed } from '@stationhouse/sdk/client';
import { expect, test } from 'vitest';
import { inForm } from './in-form.ts';

const fault = (field: string) => ({ field, code: 'a_code', message: 'Its sentence.' });

test('the API names a field by its part, the form by itself', () => {
  const failure = new RequestFailed(422, {
    code: 'url_not_allowed',
    errors: [fault('station.stream_url'), fault('profile.email'), fault('other.name')],
  });
  expect(inForm(failure).errors.map(({ field }) => field)).toEqual([
    'stream_url',
    'email',
    'other.name',
  ]);
});

test.each(['slug_taken', 'slug_invalid', 'slug_reserved'] as const)(
  'a refusal of an address is about its field (%s)',
  (code) => {
    const failure = inForm(new RequestFailed(409, { code, detail: 'Its sentence.' }));
    expect(failure.errors).toEqual([{ field: 'station_slug', code, message: 'Its sentence.' }]);
  },
);

test('of any other refusal all that it says is kept', () => {
  const failure = new RequestFailed(
    429,
    { code: 'rate_limited', title: 'Too many', detail: 'Later.', request_id: 'r1' },
    60,
  );
  expect(inForm(failure)).toEqual(failure);
});
