// Announces orders that are ready: “Order 42 is ready.” A till or a kitchen screen writes their numbers, one a line:
//
//   tail -f orders.txt | STATIONHOUSE_KEY=shk_… node examples/announcements/till.mjs
//
// The key needs the scope `announcements:write` and nothing else. STATIONHOUSE_URL is the server's address. Orders that
// are ready within GATHER_SECONDS share an announcement, because a package has a number of them for each hour.
import { createInterface } from 'node:readline';
import { createClient, RequestFailed } from '@stationhouse/sdk/client';

const {
  STATIONHOUSE_KEY: apiKey,
  STATIONHOUSE_URL: url = 'http://localhost:8000',
  GATHER_SECONDS = '15',
} = process.env;
if (!apiKey) {
  console.error('Set STATIONHOUSE_KEY to an API key of yours.');
  process.exit(2);
}

const { announcements } = createClient({ url, apiKey }).me;
const list = new Intl.ListFormat('en');
/** The orders that are ready and not announced. */
const ready = new Set();
let timer;

/** Has the orders spoken over the music. It is on air about half a minute later. */
async function announce() {
  clearTimeout(timer);
  timer = undefined;
  const orders = [...ready];
  ready.clear();
  if (orders.length === 0) return;
  const [noun, verb] = orders.length === 1 ? ['Order', 'is'] : ['Orders', 'are'];
  const text = `${noun} ${list.format(orders)} ${verb} ready.`;
  try {
    const when = { kind: 'now', over_music: true };
    // The client repeats a lost request with the same Idempotency-Key, so guests are called once.
    await announcements.create({ text, when });
    console.log(`On its way to the air: ${text}`);
  } catch (error) {
    if (!(error instanceof RequestFailed)) throw error;
    // Such as an hour that is full, or a station that is closed. The bar then calls the guests itself.
    console.error(`Please call: ${text} (${error.message})`);
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const order = line.trim();
  if (!/^\d{1,4}$/.test(order)) {
    if (order) console.error(`“${order}” is not the number of an order.`);
    continue;
  }
  ready.add(order);
  timer ??= setTimeout(announce, Number(GATHER_SECONDS) * 1_000);
}
await announce();
