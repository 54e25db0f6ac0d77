import { afterEach, expect, test, vi } from 'vitest';
import { loadFonts } from './load-fonts.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** A browser with fonts. @returns the families that are loaded, and those that are shown */
function openBrowser(connection: { saveData: boolean } | undefined) {
  const loaded: string[] = [];
  const shown: string[] = [];
  class Font {
    family: string;
    constructor(family: string) {
      this.family = family;
    }
    async load(): Promise<this> {
      loaded.push(this.family);
      if (this.family === 'Broken') throw new Error('no such file');
      return this;
    }
  }
  vi.stubGlobal('FontFace', Font);
  vi.stubGlobal('navigator', { connection });
  vi.stubGlobal('document', {
    querySelectorAll: () => [],
    fonts: { add: ({ family }: Font) => shown.push(family) },
  });
  return { loaded, shown };
}

test('a font that fails does not keep the others away', async () => {
  const { shown } = openBrowser(undefined);
  await loadFonts({ Names: '/a', Broken: '/b', Text: '/c' });
  expect(shown).toEqual(['Names', 'Text']);
});

test('a reader who saves data keeps the system’s fonts', async () => {
  const { loaded } = openBrowser({ saveData: true });
  await loadFonts({ Names: '/a' });
  expect(loaded).toEqual([]);
});
