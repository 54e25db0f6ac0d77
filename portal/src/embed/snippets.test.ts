import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS, type EmbedSettings } from './embed-settings.ts';
import { frame, installCommand, reactComponent, scriptTag, webComponent } from './snippets.ts';

const HOME = 'https://radio.example.com';
const BOX = 'display: block; width: 300px; max-width: 100%; height: 450px';

const player = (settings: Partial<EmbedSettings> = {}, station = {}) => ({
  home: HOME,
  station: { public_id: 'st_1', station_name: 'Blue Door Café', ...station },
  settings: { ...DEFAULT_SETTINGS, ...settings },
});

/** The elements and attributes that a browser parses from the pasted text. */
function paste(snippet: string) {
  const page = new DOMParser().parseFromString(`<body>${snippet}</body>`, 'text/html');
  return [...page.body.querySelectorAll('*')].map((element) => ({
    is: element.localName,
    ...Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
  }));
}

const CHANGED = {
  background_color: '#1b1b1b',
  play_button_color: '#F26B21',
  font_color: '#fff',
  show_logo: false,
  show_current_song: false,
};

describe('as it comes', () => {
  test('a script tag is one line that reserves the player’s place', () => {
    expect(scriptTag(player())).toBe(
      `<script async src="${HOME}/sdk/player.js" data-station="st_1" style="${BOX}"></script>`,
    );
  });

  test('a web component is the element and its script', () => {
    expect(paste(webComponent(player()))).toEqual([
      { is: 'script', type: 'module', src: `${HOME}/sdk/element.js` },
      { is: 'station-player', station: 'st_1', style: BOX },
    ]);
  });

  test('a React component is the station and the server that has it', () => {
    expect(reactComponent(player())).toBe(
      `import { StationPlayer } from '@stationhouse/sdk/react';

<StationPlayer station="st_1" apiBase="${HOME}" style={{ display: 'block', width: 300, maxWidth: '100%', height: 450 }} />`,
    );
  });

  test('the package is installed from the server, in the version that it serves', async () => {
    const read = (path: string) => readFile(join(import.meta.dirname, '../../..', path), 'utf8');
    const { version } = JSON.parse(await read('sdk/package.json'));
    const line = `npm install ${HOME}/sdk/${version}/stationhouse-sdk-${version}.tgz`;
    expect(installCommand(HOME)).toBe(line);
    // The documents give the same line.
    for (const page of ['README.md', 'sdk/README.md', 'docs/embedding.md']) {
      const home = page === 'README.md' ? 'http://localhost:8000' : HOME;
      expect([page, await read(page)]).toEqual([
        page,
        expect.stringContaining(`\n${installCommand(home)}\n`),
      ]);
    }
  });

  test('an iframe is the station’s embedded page in the default size', () => {
    expect(paste(frame(player()))).toEqual([
      {
        is: 'iframe',
        src: `${HOME}/st_1?embed=true`,
        title: 'Radio player of Blue Door Café',
        width: '300',
        height: '450',
        allow: 'autoplay',
        loading: 'lazy',
        style: 'border: 0; max-width: 100%',
      },
    ]);
  });
});

describe('with all settings changed', () => {
  test('a React component has strings for words and braces for the rest', () => {
    expect(reactComponent(player({ ...CHANGED, width: 400 }))).toBe(
      `import { StationPlayer } from '@stationhouse/sdk/react';

<StationPlayer station="st_1" apiBase="${HOME}" background="1b1b1b" button="F26B21" font="fff" logo={false} song={false} style={{ display: 'block', width: 400, maxWidth: '100%', height: 450 }} />`,
    );
  });

  test('a script tag carries the options without #', () => {
    expect(paste(scriptTag(player(CHANGED)))).toEqual([
      {
        is: 'script',
        async: '',
        src: `${HOME}/sdk/player.js`,
        'data-station': 'st_1',
        'data-background': '1b1b1b',
        'data-button': 'F26B21',
        'data-font': 'fff',
        'data-logo': 'false',
        'data-song': 'false',
        style: BOX,
      },
    ]);
  });

  test('a web component carries the options and its size', () => {
    const [, element] = paste(webComponent(player({ ...CHANGED, width: 400, height: 200 })));
    expect(element).toEqual({
      is: 'station-player',
      station: 'st_1',
      background: '1b1b1b',
      button: 'F26B21',
      font: 'fff',
      logo: 'false',
      song: 'false',
      style: 'display: block; width: 400px; max-width: 100%; height: 200px',
    });
  });

  test('an iframe’s address carries the options, and the frame its size', () => {
    const [element] = paste(frame(player({ ...CHANGED, width: 400, height: 200 })));
    expect(element).toMatchObject({
      src: `${HOME}/st_1?embed=true&background=1b1b1b&button=F26B21&font=fff&logo=false&song=false`,
      width: '400',
      height: '200',
    });
  });
});

test('a pinned script tag is one line with version and integrity', () => {
  const pinned = { version: '1.4.2', integrity: 'sha384-abc+/=' };
  expect(scriptTag(player({ show_logo: false }), pinned)).toBe(
    `<script async src="${HOME}/sdk/1.4.2/player.js" integrity="sha384-abc+/=" crossorigin="anonymous" data-station="st_1" data-logo="false" style="${BOX}"></script>`,
  );
});

test.each(['dark', 'auto'] as const)('%s is a theme with colours of its own', (theme) => {
  const dressed = player({ ...CHANGED, theme, show_logo: true, show_current_song: true });
  expect(scriptTag(dressed)).toBe(
    `<script async src="${HOME}/sdk/player.js" data-station="st_1" data-theme="${theme}" style="${BOX}"></script>`,
  );
  expect(reactComponent(dressed)).toContain(`apiBase="${HOME}" theme="${theme}" style=`);
});

test.each([
  [{ background_color: '#102030' }, 'data-background="102030"'],
  [{ play_button_color: '#102030' }, 'data-button="102030"'],
  [{ font_color: '#102030' }, 'data-font="102030"'],
  [{ show_logo: false }, 'data-logo="false"'],
  [{ show_current_song: false }, 'data-song="false"'],
])('of %o only that is written', (changed, attribute) => {
  expect(scriptTag(player(changed))).toBe(
    `<script async src="${HOME}/sdk/player.js" data-station="st_1" ${attribute} style="${BOX}"></script>`,
  );
});

test.each([
  [{ background_color: '#fff' }],
  [{ background_color: '#ffffff' }],
  [{ play_button_color: '#1A0A53' }],
  [{ font_color: '#000' }],
])('a default that is written otherwise (%o) is still a default', (changed) => {
  for (const make of [scriptTag, webComponent, reactComponent, frame]) {
    expect(make(player(changed))).toBe(make(player()));
  }
});

test.each([
  [{ width: 400 }, { width: '400px', height: '450px' }],
  [{ height: 200 }, { width: '300px', height: '200px' }],
  [
    { width: 400, height: 200 },
    { width: '400px', height: '200px' },
  ],
])('with %o the tag, the element and the component keep that place', (changed, box) => {
  const [tag] = paste(scriptTag(player(changed)));
  const [, element] = paste(webComponent(player(changed)));
  const style = `display: block; width: ${box.width}; max-width: 100%; height: ${box.height}`;
  expect([tag, element]).toMatchObject([{ style }, { style }]);
  expect(reactComponent(player(changed))).toContain(
    `style={{ display: 'block', width: ${parseInt(box.width)}, maxWidth: '100%', height: ${parseInt(box.height)} }}`,
  );
});

test.each([
  ['"><script>alert(1)</script>'],
  ["' onload='alert(1)"],
  ['"onload="alert(1)'],
  ['</script><img src=x onerror=alert(1)>'],
  ['</style><img src=x onerror=alert(1)>'],
  ['-->&lt;&amp;#x22;"'],
  ['a\n\tb" c'],
  ['?embed=false&background=red#'],
  ['../../admin'],
])('no text gets out of its attribute: %s', (text) => {
  const hostile = player(
    { background_color: text, play_button_color: text, font_color: text, width: 400 },
    { public_id: text, station_name: text },
  );
  const [script, ...noMore] = paste(scriptTag(hostile));
  expect([script?.is, noMore.length]).toEqual(['script', 0]);
  expect(script).toMatchObject({ 'data-station': text, 'data-background': text });
  expect(Object.keys(script ?? {})).toHaveLength(8);

  const [loader, element, ...noneEither] = paste(webComponent(hostile));
  expect([loader?.is, element?.is, noneEither.length]).toEqual(['script', 'station-player', 0]);
  expect(element).toMatchObject({ station: text, background: text, button: text, font: text });
  expect(Object.keys(element ?? {})).toHaveLength(6);

  // JSX strings escape like HTML attributes; the `import` before them is parsed as text.
  const [component, ...nothingMore] = paste(reactComponent(hostile));
  expect([component?.is, nothingMore.length]).toEqual(['stationplayer', 0]);
  expect(component).toMatchObject({ station: text, apibase: HOME, background: text, font: text });

  const [framed, ...nothing] = paste(frame(hostile));
  expect([framed?.is, nothing.length]).toEqual(['iframe', 0]);
  expect(framed).toMatchObject({ title: `Radio player of ${text}`, width: '400' });
  expect(Object.keys(framed ?? {})).toHaveLength(8);
  const address = new URL(framed && 'src' in framed ? String(framed.src) : '');
  expect(address.origin).toBe(HOME);
  expect(address.pathname).toBe(`/${encodeURIComponent(text)}`);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    embed: 'true',
    background: text,
    button: text,
    font: text,
  });
});
