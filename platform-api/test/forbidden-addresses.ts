// Addresses that the app must never connect to (SSRF), in the spellings that attackers use.

/** Addresses of this machine, of private networks, and reserved ones. */
export const FORBIDDEN_IPV4 = [
  '127.0.0.1',
  '127.255.255.254',
  '0.0.0.0',
  '10.0.0.1',
  '100.100.100.200',
  '168.63.129.16',
  '169.254.169.254',
  '172.16.0.1',
  '192.0.0.192',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
];

export const FORBIDDEN_IPV6 = [
  '::1',
  '::',
  '0:0:0:0:0:0:0:1',
  '0000:0000:0000:0000:0000:0000:0000:0001',
  '::0001',
  '::2',
  'fe80::1',
  'FE80::a9fe:a9fe',
  'fc00::1',
  'fd00:ec2::254',
  'fd20:ce::254',
  'fec0::1',
  'ff02::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '3fff::1',
  '4000::1',
  '5f00::1',
  '64:ff9b:1::1',
];

function parts(address: string): [number, number, number, number] {
  const [a = 0, b = 0, c = 0, d = 0] = address.split('.').map(Number);
  return [a, b, c, d];
}

const hex = (value: number) => value.toString(16);
const octal = (value: number) => `0${value.toString(8)}`;
const fullWidth = (text: string) =>
  text.replace(/\d/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));

/** IPv6 addresses that contain the IPv4 one. */
export function wrappings(address: string): string[] {
  const [a, b, c, d] = parts(address);
  const pair = `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
  const flipped = `${hex((a * 256 + b) ^ 0xffff)}:${hex((c * 256 + d) ^ 0xffff)}`;
  return [
    `::ffff:${address}`,
    `::FFFF:${pair}`,
    `0:0:0:0:0:ffff:${pair}`,
    `::${pair}`,
    `::ffff:0:${pair}`,
    `64:ff9b::${address}`,
    `64:ff9b::${pair}`,
    `2002:${pair}::`,
    `2001:0:1:2:3:4:${flipped}`,
  ];
}

/** Other spellings of an IPv4 address that browsers and C libraries accept as a host. */
function spellingsOf(address: string): string[] {
  const [a, b, c, d] = parts(address);
  const number = ((a * 256 + b) * 256 + c) * 256 + d;
  return [
    address,
    `${address}.`,
    String(number),
    `0x${hex(number)}`,
    `0X${hex(number).toUpperCase()}`,
    octal(number),
    `${a}.${b * 65_536 + c * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `0x${hex(a)}.${b * 65_536 + c * 256 + d}`,
    [a, b, c, d].map((part) => `0x${hex(part)}`).join('.'),
    [a, b, c, d].map((part) => `0x00${hex(part)}`).join('.'),
    [a, b, c, d].map(octal).join('.'),
    [a, b, c, d].map((part) => `00${octal(part)}`).join('.'),
    `${octal(a)}.0x${hex(b)}.${c}.${octal(d)}`,
    fullWidth(address),
    address.replaceAll('.', '。'),
    address.replace(/\d/, (digit) => `%3${digit}`),
    ...wrappings(address).map((wrapped) => `[${wrapped}]`),
  ];
}

/** More than 250 hosts in URLs that must never be connected to. */
export const FORBIDDEN_HOSTS = [
  ...FORBIDDEN_IPV4.flatMap(spellingsOf),
  ...FORBIDDEN_IPV6.map((address) => `[${address}]`),
  'localhost',
  'LocalHost',
  'localhost.',
  'radio.localhost',
  'loc%61lhost',
  'ⓛocalhost',
];

/** URLs that are rejected before a connection. */
export const FORBIDDEN_URLS = [
  '',
  'radio',
  '/stream/demo/tracks/current',
  '//127.0.0.1/',
  'http://',
  'http:///',
  'http:/127.0.0.1/',
  'http:127.0.0.1',
  'http:\\\\127.0.0.1\\',
  ' \thttp://127.0.0.1/\n',
  'http://127.\n0.0.1/',
  'http://127.0.0.1%00.radio.example/',
  'http://127.0.0.1\u0000.radio.example/',
  'http://radio.example\u0000@127.0.0.1/',
  'http://a b/',
  'http://[::1%25lo]/',
  'http://999.1.1.1/',
  'http://radio.example:99999/',
  'http://user:secret@radio.example/',
  'http://user@radio.example/',
  'http://:secret@radio.example/',
  'http://radio.example@127.0.0.1/',
  ...[1, 21, 22, 23, 25, 53, 79, 81, 110, 143, 389, 442, 445, 993, 1023].map(
    (port) => `http://radio.example:${port}/`,
  ),
  'file:///etc/passwd',
  'ftp://radio.example/',
  'gopher://127.0.0.1:6379/_FLUSHALL',
  'ws://radio.example/',
  'data:application/json,{}',
  'javascript:alert(1)',
  'blob:http://radio.example/1',
  'unix:/var/run/docker.sock',
  'view-source:http://radio.example/',
];
