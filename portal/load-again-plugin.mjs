/**
 * Writes each dynamic import of the browsers' files so that it is tried at a second address when it fails
 * (src/load-again.ts).
 * @returns {import('vite').Plugin}
 */
export const loadedAgain = () => ({
  name: 'loaded-again',
  apply: (config, { command }) => command === 'build' && !config.build?.ssr,
  enforce: 'post',
  generateBundle: {
    // Behind Vite's own, which adds the files that a part needs.
    order: 'post',
    handler(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        file.code = file.code.replaceAll(
          /\bimport\(([`'"])(\.\/[\w.-]+\.js)\1\)/g,
          'loadPart(`$2`,()=>import(`$2`),n=>import(`$2?again=${n}`))',
        );
      }
    },
  },
});
