import { test as base, chromium, expect, type Browser, type Page } from '@playwright/test';
import { startS3Server, storageUrlOf } from '../platform-api/test/s3-server.ts';
import { startExamples, startStationhouse, type Stationhouse } from './stationhouse.ts';

/** Chromium in a closed network, with sound: none of its own requests leaves the machine. */
const BROWSER_ARGS = [
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--auto-accept-this-tab-capture',
];

interface Ports {
  /** Default: nothing answers at the README's address. */
  productPort?: number;
  /** Default: no customer's site. */
  examplesPort?: number;
}

/** How Chromium is started, and where it finds the product and the customer's site. */
export function chromiumOptions(
  { productPort = 0, examplesPort = 0 }: Ports,
  args: readonly string[] = [],
) {
  const rules = [
    `MAP localhost:8000 127.0.0.1:${productPort}`,
    `MAP *.localhost:8000 127.0.0.1:${productPort}`,
    `MAP localhost:8080 127.0.0.1:${examplesPort}`,
  ];
  return {
    ...(process.env['CHROMIUM'] ? { executablePath: process.env['CHROMIUM'] } : {}),
    args: [...BROWSER_ARGS, ...args, `--host-resolver-rules=${rules.join(', ')}`],
    ignoreDefaultArgs: ['--mute-audio'],
  };
}

/**
 * Its operator builds each station by hand, so that no starter programme starts while a test edits the station.
 * Journeys of a fresh installation start one of their own (first-customer.ts).
 * @returns whether there were starter programmes to switch off
 */
const buildByHand = ({ query }: Stationhouse): Promise<boolean> =>
  query(
    `do $$ begin
       update playlists set starter_for = '{}' where cardinality(starter_for) > 0;
       if not found then raise exception 'no starter programme yet'; end if;
     end $$`,
  ).then(
    () => true,
    () => false,
  );

interface Fixtures {
  page: Page;
  /** The complaints of a test's pages: console errors, policy violations, uncaught errors. */
  complaints: string[];
}

interface WorkerFixtures {
  /**
   * Where members' files are stored: `test.use({ storage: 'bucket' })` uses an S3 server of the
   * test's own.
   */
  storage: 'folder' | 'bucket';
  stationhouse: Stationhouse;
  browser: Browser;
}

/**
 * The product answers at http://localhost:8000 and the customer's site at :8080, as in the README
 * and the examples; the browser maps these to the free ports in use.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  storage: ['folder', { scope: 'worker', option: true }],

  stationhouse: [
    async ({ storage }, use) => {
      const bucket = storage === 'bucket' ? await startS3Server() : null;
      const stationhouse = await startStationhouse(
        bucket ? { STORAGE_URL: storageUrlOf(bucket.bucket) } : {},
      );
      await expect.poll(() => buildByHand(stationhouse), { timeout: 60_000 }).toBe(true);
      await use(stationhouse);
      await stationhouse.remove();
      await bucket?.close();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  browser: [
    async ({ stationhouse }, use) => {
      const examples = await startExamples();
      const browser = await chromium.launch(
        chromiumOptions({ productPort: stationhouse.port, examplesPort: examples.port }),
      );
      await use(browser);
      await browser.close();
      examples.stop();
    },
    { scope: 'worker', timeout: 120_000 },
  ],

  complaints: async ({ page }, use) => {
    const complaints: string[] = [];
    // Tabs that the page opens count as well.
    page.context().on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    page.context().on('weberror', (error) => complaints.push(error.error().message));
    await use(complaints);
  },
});

export { expect };
