import { defineConfig } from 'oxlint';

/**
 * Which other features of the API a feature may import (docs/architecture.md). The contract and the files
 * beside the features (errors, foreign-text, table) and those of `process` are open to all of them; app.ts, main.ts and what
 * starts the program to none.
 */
const API_MAY_IMPORT = {
  audio: '',
  db: '',
  jobs: 'db',
  tracks: '',
  http: 'db',
  outbound: 'http',
  metrics: 'http',
  audit: 'http',
  reference: 'http',
  timeline: 'audio',
  broadcast: 'assets audio http listening preparation timeline tracks',
  mail: 'http jobs',
  accounts: 'audit db http jobs mail',
  messages: 'accounts audit http jobs mail',
  stations: 'accounts db http jobs mail messages tracks',
  listening: 'accounts db http jobs mail stations',
  assets: 'accounts audio http jobs messages stations',
  preparation: 'assets audio jobs',
  library: 'accounts assets audit audio db http jobs preparation',
  schedule:
    'accounts assets audio audit broadcast db http jobs library listening mail messages preparation stations timeline',
  locations: 'accounts db http jobs mail schedule stations timeline',
  voices: 'accounts assets audit http jobs library preparation stations',
  announcements:
    'accounts assets http jobs library locations preparation schedule stations timeline voices',
  proof:
    'announcements assets audio db http jobs library listening locations schedule stations timeline',
  setup: 'accounts assets audit http jobs library mail messages schedule stations timeline voices',
  billing: 'accounts assets db http jobs mail outbound stations',
  deletion:
    'accounts announcements assets audit billing domains http jobs library listening mail messages schedule stations team webhooks',
  domains: 'accounts db http jobs mail messages outbound stations',
  webhooks: 'accounts http jobs mail outbound stations',
  team: 'accounts audit http jobs locations mail stations',
  site: 'assets domains http stations',
  admin:
    'accounts assets audio audit billing broadcast deletion http jobs mail messages outbound stations team tracks',
  operations: 'assets audit billing db http jobs mail preparation stations webhooks',
  cli: 'accounts admin assets billing broadcast db domains jobs library listening operations outbound proof schedule stations webhooks',
};

/**
 * The same for the portal: `api` and `ui` are its ground floor, and the pages `members`, `admin` and `marketing`
 * are made of features. Portal.tsx and routes.tsx put the pages together, and `prerender` draws them.
 */
const PORTAL_MAY_IMPORT = {
  api: '',
  ui: 'api',
  auth: 'api ui',
  billing: 'api ui',
  contact: 'api ui',
  embed: 'ui',
  player: 'ui',
  purchase: 'api ui',
  settings: 'api ui',
  stations: 'api ui uploads',
  domains: 'api ui',
  uploads: 'api ui',
  programme: 'api ui uploads',
  messages: 'api ui',
  team: 'api auth locations ui',
  announcements: 'api locations programme ui uploads',
  listening: 'api programme ui',
  locations: 'api ui',
  setup: 'api stations ui uploads',
  marketing: 'api embed player ui uploads',
  members:
    'announcements api auth billing domains embed listening locations messages player programme purchase settings setup stations team ui uploads',
  admin: 'api auth billing listening messages player programme settings stations ui uploads',
  proof: 'api ui',
  prerender: 'auth contact marketing proof ui',
};

interface Refusal {
  group: string[];
  message: string;
}

/** @param group patterns of import specifiers, with a space between them */
const refuse = (message: string, group: string): Refusal => ({ message, group: group.split(' ') });

/** Files of the contract, from one of them. */
const IN_CONTRACT = '!./* !./*/* !../* !../*/* **/src/** **/stand-ins/** **/test/**';

const NOT_PORTAL = refuse(
  'The portal uses the API, never the other way round.',
  '@stationhouse/portal @stationhouse/portal/* **/portal/src/**',
);
const NOT_PLAYER = refuse(
  "Only src/site may use the SDK's station-address and the shell's renderer.",
  '@stationhouse/sdk @stationhouse/sdk/* @stationhouse/player-shell @stationhouse/player-shell/*',
);
const NOT_STAND_INS = refuse(
  'Only main.ts, process/open-services.ts and the cli start the stand-ins, by a dynamic import.',
  '**/stand-ins/**',
);
const NOT_THE_APP = refuse(
  'A feature does not know the app that it is part of.',
  '**/app.ts **/main.ts **/process/start.ts **/process/startup-checks.ts',
);
const NOT_THE_PORTAL = refuse(
  'A feature does not know the portal that it is part of.',
  '**/Portal.tsx **/main.tsx **/routes.tsx',
);
const NOT_API = refuse(
  "The portal uses the contract and the SDK's client.",
  '**/platform-api/src/** **/player-shell/** @stationhouse/player-shell @stationhouse/player-shell/*',
);
const ONLY_BILLING = { name: 'stripe', message: 'Only billing knows the payment provider.' };

const imports = (
  files: string[],
  patterns: Refusal[],
  ...paths: { name: string; message: string }[]
) => ({
  files,
  excludeFiles: ['**/*.test.ts', '**/*.test.tsx', 'portal/src/*/test/**'],
  rules: { 'no-restricted-imports': ['error' as const, { patterns, paths }] as const },
});

/** An override per feature that refuses the features it may not import. Tests may import anything. */
function features(root: string, mayImport: Record<string, string>, ...always: Refusal[]) {
  return Object.entries(mayImport).map(([feature, list]) => {
    const allowed = [feature, ...list.split(' ')];
    const others = Object.keys(mayImport).filter((other) => !allowed.includes(other));
    const message = `${feature} may import ${list || 'no other feature'} (oxlint.config.ts says why).`;
    return imports(
      [`${root}/${feature}/**`],
      [
        ...always,
        refuse(message, `${others.map((other) => `**/${other}/**`).join(' ')} !**/contract/**`),
      ],
      ...(feature === 'billing' ? [] : [ONLY_BILLING]),
    );
  });
}

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'import', 'node', 'promise', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/dist/**', '**/generated/**', '.data/**', '.cache/**', 'node_modules/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/consistent-type-imports': 'error',
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'no-console': 'error',
    'node/no-process-env': 'error',
    'vitest/no-disabled-tests': 'error',
    'vitest/no-focused-tests': 'error',
    // JSX is compiled by the automatic runtime.
    'react/react-in-jsx-scope': 'off',
    // Our packages and libraries such as knex and zod are used through both kinds of exports.
    'import/no-named-as-default': 'off',
    'import/no-named-as-default-member': 'off',
    // Styles, custom elements and workers are imported for their effect.
    'import/no-unassigned-import': 'off',
    // A closure beside its only use reads better than the same function at the top of the file.
    'unicorn/consistent-function-scoping': 'off',
    'no-shadow': 'off',
    // Names that the platform gives: `__dirname`, `_` for what is not used.
    'no-underscore-dangle': 'off',
    // `toSorted` is not in every browser that the player supports.
    'unicorn/no-array-sort': 'off',
    // Live regions and toolbars have no element of their own.
    'jsx-a11y/prefer-tag-over-role': 'off',
    // Fakes of the DOM are classes with static members only.
    'typescript/no-extraneous-class': 'off',
    // Assertions may be in a function that several tests share.
    'vitest/no-standalone-expect': 'off',
    'vitest/expect-expect': 'off',
    'vitest/require-mock-type-parameters': 'off',
  },
  overrides: [
    // Texts of strangers reach these expressions on the thread of all streams: none may take quadratic time.
    {
      files: [
        'platform-api/{src,contract}/**',
        'sdk/src/**',
        'player-shell/src/**',
        'portal/src/**',
      ],
      excludeFiles: ['**/*.test.ts', '**/*.test.tsx'],
      jsPlugins: ['./scripts/slow-expressions.mjs'],
      rules: {
        'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
        'regexp/no-super-linear-move': 'error',
      },
    },
    imports(
      ['platform-api/contract/**'],
      [
        refuse(
          'The contract is imported by everything, so it imports only zod.',
          `* !zod ${IN_CONTRACT}`,
        ),
      ],
    ),
    imports(
      ['platform-api/contract/{*/values,*/errors,values,errors,general-errors,rate-limits}.ts'],
      [
        refuse(
          'The SDK and the first pages import values and errors, so these import neither zod nor calls.',
          `* ${IN_CONTRACT} **/calls.ts **/schemas.ts **/fields.ts **/call.ts`,
        ),
      ],
    ),
    imports(
      ['platform-api/src/**'],
      [
        NOT_PORTAL,
        NOT_PLAYER,
        NOT_STAND_INS,
        refuse('Only cli imports admin.', '**/admin/** !**/contract/**'),
      ],
      ONLY_BILLING,
    ),
    ...features(
      'platform-api/src',
      API_MAY_IMPORT,
      NOT_PORTAL,
      NOT_PLAYER,
      NOT_STAND_INS,
      NOT_THE_APP,
    ),
    imports(
      [
        'platform-api/src/{main,process/start,process/open-services}.ts',
        'platform-api/src/cli/run.ts',
      ],
      [NOT_PORTAL, NOT_PLAYER],
      ONLY_BILLING,
    ),
    imports(
      ['platform-api/src/site/**', 'platform-api/src/app.ts'],
      [
        refuse(
          "The site uses the SDK's station-address and the shell's renderer, nothing else of theirs.",
          '@stationhouse/portal @stationhouse/sdk @stationhouse/sdk/* !@stationhouse/sdk/station-address',
        ),
      ],
      ONLY_BILLING,
    ),
    imports(
      ['platform-api/stand-ins/**'],
      [
        NOT_PORTAL,
        NOT_PLAYER,
        refuse('A stand-in does not know the product.', '**/src/** !**/src/process/log.ts'),
      ],
    ),
    imports(
      ['sdk/src/**'],
      [
        refuse(
          "The SDK takes the contract's values, durations, slug, letters, brand, colours and languages, and nothing else of this repository.",
          '@stationhouse/platform-api @stationhouse/platform-api/contract/** **/platform-api/src/** ' +
            '!@stationhouse/platform-api/contract/values !@stationhouse/platform-api/contract/*/values !@stationhouse/platform-api/contract/time ' +
            '!@stationhouse/platform-api/contract/stations/slug !@stationhouse/platform-api/contract/stations/letters !@stationhouse/platform-api/contract/site/brand ' +
            '!@stationhouse/platform-api/contract/site/languages !@stationhouse/platform-api/contract/site/colours ' +
            '@stationhouse/portal @stationhouse/player-shell @stationhouse/player-shell/*',
        ),
      ],
      { name: 'zod', message: 'zod alone is as large as the player.' },
      { name: 'react-dom', message: "The SDK is drawn by Preact: import hooks from 'react'." },
    ),
    imports(
      ['player-shell/src/**'],
      [
        refuse(
          'The shell is made of the SDK alone.',
          '@stationhouse/platform-api @stationhouse/platform-api/** **/platform-api/** @stationhouse/portal **/portal/**',
        ),
      ],
    ),
    imports(['portal/src/**'], [NOT_API]),
    ...features('portal/src', PORTAL_MAY_IMPORT, NOT_API, NOT_THE_PORTAL),
    // The one arrow up: pages are drawn from the same routes as in the browser.
    imports(['portal/src/prerender/render-pages.tsx'], [NOT_API]),
    imports(
      ['migrations/**'],
      [
        refuse(
          'A migration must still run when everything else has changed: it imports nothing of this repository.',
          '@stationhouse/* ../* **/platform-api/**',
        ),
      ],
    ),
    {
      files: [
        'platform-api/src/process/config.ts',
        'sdk/src/cli/main.ts',
        '**/{test,e2e,bench,scripts,examples}/**',
        '**/*.{test,config}.{ts,tsx,js,mjs}',
      ],
      rules: { 'node/no-process-env': 'off' },
    },
    {
      files: ['**/*.config.ts', '**/*.config.js', 'e2e/**', 'scripts/slow-expressions.mjs'],
      rules: { 'import/no-default-export': 'off' },
    },
    { files: ['scripts/**', 'bench/**', 'examples/**', 'e2e/**'], rules: { 'no-console': 'off' } },
    // Playwright's fixtures take an empty object pattern.
    {
      files: ['e2e/**'],
      plugins: ['typescript', 'unicorn', 'import'],
      rules: { 'no-empty-pattern': 'off' },
    },
  ],
});
