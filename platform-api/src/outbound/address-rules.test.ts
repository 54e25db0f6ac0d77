import { describe, expect, it } from 'vitest';
import { addressRules } from './address-rules.ts';

describe('addressRules without exceptions', () => {
  const { permits } = addressRules([]);

  it.each([
    '1.1.1.1',
    '93.184.216.34',
    '2606:4700:4700::1111',
    '2a00:1450:4001::1',
    '::ffff:1.1.1.1',
    // 1.1.1.1 in NAT64 form.
    '64:ff9b::101:101',
  ])('%s, which is public', (address) => {
    expect(permits('radio.example', address)).toBe(true);
  });

  it.each([
    '0.0.0.0',
    '0.1.2.3',
    '10.0.0.1',
    '100.64.0.1',
    '100.100.100.200',
    '127.0.0.1',
    '127.255.255.254',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.168.0.1',
    '198.18.0.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::2',
    '::ffff:127.0.0.1',
    '::ffff:a00:1',
    '::ffff:0:127.0.0.1',
    '64:ff9b::7f00:1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:db8::1',
    '2002:7f00:1::',
    '2002:a9fe:a9fe::',
    '3fff::1',
    '4000::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%lo',
    'fec0::1',
    'ff02::1',
    'localhost',
    '',
  ])('not "%s"', (address) => {
    expect(permits('radio.example', address)).toBe(false);
  });
});

describe('addressRules with exceptions', () => {
  it('permits an address in every form that a socket reports', () => {
    const { permits } = addressRules(['10.1.2.3', '[fd00::7]']);
    expect(permits('10.1.2.3', '10.1.2.3')).toBe(true);
    expect(permits('10.1.2.3', '::ffff:10.1.2.3')).toBe(true);
    expect(permits('[fd00::7]', 'fd00::7')).toBe(true);
    expect(permits('10.1.2.4', '10.1.2.4')).toBe(false);
  });

  it('permits a network', () => {
    const { permits } = addressRules(['10.1.0.0/16', 'fd00::/8']);
    expect(permits('radio.example', '10.1.255.255')).toBe(true);
    expect(permits('radio.example', 'fd12::1')).toBe(true);
    expect(permits('radio.example', '10.2.0.1')).toBe(false);
  });

  it('permits a host name at any address, and no other name at that address', () => {
    const { permits } = addressRules(['Icecast_1.internal']);
    expect(permits('icecast_1.internal.', '10.0.0.9')).toBe(true);
    expect(permits('evil.icecast_1.internal', '10.0.0.9')).toBe(false);
    expect(permits('icecast_2.internal', '10.0.0.9')).toBe(false);
  });

  it.each(['', 'http://10.0.0.1', 'host:8000', '10.0.0.0/99', '999.1.1.1', 'a b', '*.internal'])(
    'but "%s" makes no sense and is named',
    (entry) => {
      expect(() => addressRules([entry])).toThrow(`"${entry}" is neither`);
    },
  );
});
