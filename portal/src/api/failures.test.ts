import { RequestFailed } from '@stationhouse/sdk/client';
import { expect, test } from 'vitest';
import { describe as describeFailure, ignoreNotFound, inWords, onField } from './failures.ts';

test.each([
  [1, 'in 1 second'],
  [59.2, 'in 60 seconds'],
  [61, 'in 2 minutes'],
  [900, 'in 15 minutes'],
  [3600, 'in 60 minutes'],
  [3601, 'in 2 hours'],
])('puts a wait of %s seconds into the words "%s"', (seconds, words) => {
  expect(inWords(seconds)).toBe(words);
});

const problem = { code: 'rate_limited', title: 'Too many attempts', detail: 'Too often.' } as const;

test('describes a refusal in the API’s words, with the wait it asks for', () => {
  expect(describeFailure(new RequestFailed(429, problem))).toEqual({
    title: 'Too many attempts',
    detail: 'Too often.',
    requestId: '',
  });
  const failure = new RequestFailed(429, { ...problem, request_id: 'r1' }, 600);
  expect(describeFailure(failure, 'Login Error')).toEqual({
    title: 'Login Error',
    detail: 'Too often. You can try again in 10 minutes.',
    requestId: 'r1',
  });
  const { detail } = describeFailure(
    new RequestFailed(502, { ...problem, detail: 'It failed' }, 30),
  );
  expect(detail).toBe('It failed. You can try again in 30 seconds.');
});

test('names the faults of a request in place of the sentence for programs, each once', () => {
  const errors = ['Choose a playlist.', 'Choose a playlist.', 'Please use fewer characters.'].map(
    (message, n) => ({ field: `day_parts.${n}`, code: 'too_small', message }),
  );
  const detail = 'Some fields are invalid. Each one is listed under errors.';
  const of = (more: object) =>
    describeFailure(
      new RequestFailed(422, { code: 'validation_failed', title: 'No', detail, ...more }),
    ).detail;
  expect(of({ errors })).toBe('Choose a playlist. Please use fewer characters.');
  expect(of({})).toBe(detail);
  expect(of({ errors, detail: 'Please fill in all required fields' })).toBe(
    'Please fill in all required fields',
  );
});

test('describes a missing or unreadable answer in words of its own', () => {
  const unreachable = new RequestFailed(0, { code: 'unreachable' });
  expect(describeFailure(unreachable).detail).toContain('connection');
  expect(describeFailure(new RequestFailed(502, {})).detail).toContain('in a moment');
  expect(describeFailure(new Error('a bug')).detail).toContain('in a moment');
});

test('onField names the field of a refusal, and keeps the rest of it', () => {
  const failure = new RequestFailed(429, { ...problem, request_id: 'r1' }, 60);
  const named = new RequestFailed(
    429,
    {
      ...problem,
      request_id: 'r1',
      errors: [{ field: 'password', code: 'rate_limited', message: 'Too often.' }],
    },
    60,
  );
  const thrown = (handle: (failure: unknown) => never) => {
    try {
      return handle(failure);
    } catch (error) {
      return error;
    }
  };
  expect(thrown(onField({ rate_limited: 'password' }))).toEqual(named);
  expect(thrown(onField({ slug_taken: 'station_slug' }))).toBe(failure);
});

test('ignoreNotFound throws every failure but not_found', () => {
  const gone = new RequestFailed(404, { code: 'not_found' });
  const refused = new RequestFailed(429, problem);
  expect(() => ignoreNotFound(gone)).not.toThrow();
  expect(() => ignoreNotFound(refused)).toThrow(refused);
});
