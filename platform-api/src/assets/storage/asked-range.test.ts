import { describe, expect, it } from 'vitest';
import { askedRange } from './storage-routes.ts';

describe('a Range header for a file of ten bytes', () => {
  it.each([
    ['bytes=0-9', { first: 0, last: 9 }],
    ['bytes=0-0', { first: 0, last: 0 }],
    ['bytes=9-9', { first: 9, last: 9 }],
    ['bytes=2-4', { first: 2, last: 4 }],
    ['bytes=5-', { first: 5, last: 9 }],
    ['bytes=0-', { first: 0, last: 9 }],
    ['bytes=5-99999999999999999999999', { first: 5, last: 9 }],
    ['bytes=-3', { first: 7, last: 9 }],
    ['bytes=-10', { first: 0, last: 9 }],
    ['bytes=-9999', { first: 0, last: 9 }],
    ['Bytes=1-2', { first: 1, last: 2 }],
    ['bytes= 1-2 ', { first: 1, last: 2 }],
    ['bytes=10-', 'unsatisfiable'],
    ['bytes=10-20', 'unsatisfiable'],
    [`bytes=${'9'.repeat(400)}-`, 'unsatisfiable'],
    ['bytes=-0', 'unsatisfiable'],
    // An invalid range, or more than one, is answered with the whole file.
    ['', null],
    ['bytes', null],
    ['bytes=', null],
    ['bytes=-', null],
    ['bytes=4-2', null],
    ['bytes=20-10', null],
    ['bytes=a-b', null],
    ['bytes=0x1-2', null],
    ['bytes=1.5-2', null],
    ['bytes=+1-2', null],
    ['bytes=--1', null],
    ['bytes=1-2-3', null],
    ['bytes=0-1,3-4', null],
    [`bytes=${'0-,'.repeat(1_300)}0-`, null],
    ['seconds=1-2', null],
    ['items=0-1', null],
  ])('is parsed: %.40s', (header, expected) => {
    expect(askedRange(header, 10)).toEqual(expected);
  });
});
