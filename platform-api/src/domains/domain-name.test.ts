import { describe, expect, it } from 'vitest';
import { AppError } from '../errors.ts';
import { readDomain } from './domain-name.ts';

const OURS = ['radio.example.com', 'example.com', 'project.app'];
const read = (text: string) => readDomain(text, OURS);

/** The code of the refusal. */
function refusalOf(text: string): string {
  try {
    return `accepted as ${read(text)}`;
  } catch (error) {
    if (error instanceof AppError) return error.kind;
    throw error;
  }
}

/** 63 characters, the longest label. */
const LABEL = 'a'.repeat(63);

describe('a domain is read', () => {
  it.each([
    ['radio.cafe.example', 'radio.cafe.example'],
    ['  Radio.CAFE.Example ', 'radio.cafe.example'],
    ['radio.cafe.example.', 'radio.cafe.example'],
    ['radio.café.example', 'radio.xn--caf-dma.example'],
    ['RADIO.CAFÉ.EXAMPLE', 'radio.xn--caf-dma.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['xn--bcher-kva.example', 'xn--bcher-kva.example'],
    ['ラジオ.example', 'xn--kck1a0k.example'],
    ['radio。cafe。example', 'radio.cafe.example'],
    ['a.co', 'a.co'],
    [`${LABEL}.${LABEL}.${LABEL}.${'a'.repeat(57)}.com`, undefined],
  ])('%s', (text, expected = text) => {
    expect(read(text)).toBe(expected);
  });
});

describe('a domain is refused', () => {
  it.each([
    ['', 'domain_invalid'],
    ['.', 'domain_invalid'],
    ['cafe', 'domain_invalid'],
    ['radio..example', 'domain_invalid'],
    ['.cafe.example', 'domain_invalid'],
    ['radio.cafe.example..', 'domain_invalid'],
    ['https://radio.cafe.example', 'domain_invalid'],
    ['radio.cafe.example/path', 'domain_invalid'],
    ['radio.cafe.example:8000', 'domain_invalid'],
    ['user@cafe.example', 'domain_invalid'],
    ['radio cafe.example', 'domain_invalid'],
    ['radio_cafe.example', 'domain_invalid'],
    ['-radio.example', 'domain_invalid'],
    ['radio-.example', 'domain_invalid'],
    ['radio.cafe.123', 'domain_invalid'],
    ['radio.%63afe.example', 'domain_invalid'],
    ['radio.caf\0e.example', 'domain_invalid'],
    [`${'a'.repeat(64)}.example`, 'domain_invalid'],
    [`${LABEL}.${LABEL}.${LABEL}.${'a'.repeat(58)}.com`, 'domain_invalid'],
    ['localhost', 'domain_invalid'],
    ['radio.localhost', 'domain_invalid'],
    ['cafe.local', 'domain_invalid'],
    ['db.internal', 'domain_invalid'],
    ['192.0.2.7', 'domain_is_address'],
    ['192.0.2.7.', 'domain_is_address'],
    ['0x7f.1', 'domain_is_address'],
    ['3221225991', 'domain_is_address'],
    ['2001:db8::7', 'domain_is_address'],
    ['[2001:db8::7]', 'domain_is_address'],
    ['*.cafe.example', 'domain_wildcard'],
    ['radio.*.example', 'domain_wildcard'],
    ['radio.example.com', 'domain_ours'],
    ['EXAMPLE.com.', 'domain_ours'],
    ['blue.example.com', 'domain_ours'],
    ['blue.main.project.app', 'domain_ours'],
  ])('%j: %s', (text, expected) => {
    expect(refusalOf(text)).toBe(expected);
  });

  it('but not a domain that only ends in the same letters as ours', () => {
    expect(read('myexample.com')).toBe('myexample.com');
  });
});
