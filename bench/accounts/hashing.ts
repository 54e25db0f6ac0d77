/** argon2id alone, with the product's parameters: the most sign-ins that a processor allows. */
import { verify } from '@node-rs/argon2';
import { createPasswords } from '../../platform-api/src/accounts/passwords.ts';
import { keepAsking } from './load.ts';

/** What the bench asks of this process: to hash for so long, for so many who wait. */
export interface HashOrder {
  clients: number;
  ms: number;
}

const PASSWORD = 'a password of the bench';

/** Holds the parameters with it. */
const hashed = await createPasswords().hash(PASSWORD);

/** However many ask at once, libuv's four threads hash four at a time, as the product does. */
async function compare(): Promise<void> {
  if (!(await verify(hashed, PASSWORD))) throw new Error('the hash is not of this password');
}

process.on('message', ({ clients, ms }: HashOrder) => {
  const askers = Array.from({ length: clients }, () => compare);
  void keepAsking(askers, ms).then((load) => process.send?.(load));
});
process.once('disconnect', () => process.exit(0));
process.send?.({});
