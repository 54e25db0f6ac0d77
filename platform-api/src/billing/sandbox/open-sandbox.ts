import { join } from 'node:path';
import type { Logger } from '../../log.ts';
import { keptSecret } from '../../secrets.ts';
import { createPayments, type Payments } from '../payments.ts';
import { createSandbox } from './create-sandbox.ts';
import type { Sandbox } from './sandbox.ts';

/** Opens no door: the sandbox listens on this machine alone. */
const SECRET_KEY = 'sk_test_stationhouse_sandbox';

/**
 * Starts the sandbox that a development or demo start pays with, and the library that speaks to it. What
 * was bought outlives a restart, in the data folder.
 *
 * @param webhookUrl where its events go
 */
export async function openSandbox(start: {
  dataDir: string;
  webhookUrl: string;
  now: () => number;
  log: Logger;
}): Promise<{ sandbox: Sandbox; payments: Payments }> {
  const { dataDir, webhookUrl, now, log } = start;
  const { secret } = await keptSecret(dataDir, 'payment-sandbox-secret');
  const webhookSecret = `whsec_${secret}`;
  const sandbox = await createSandbox({
    port: 0,
    file: join(dataDir, 'payment-sandbox.json'),
    secretKey: SECRET_KEY,
    webhookSecret,
    webhookUrl,
    now,
    log,
  });
  const payments = createPayments({
    secretKey: SECRET_KEY,
    webhookSecrets: [webhookSecret],
    apiBase: sandbox.url,
  });
  return { sandbox, payments };
}
