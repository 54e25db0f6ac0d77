/** argon2id alone with the product's parameters: the upper limit of sign-ins on this processor. */
import { verify } from '@node-rs/argon2';
import { createPasswords } from '../../platform-api/src/accounts/passwords.ts';
import { keepAsking } from './load.ts';

/** A message from the bench to this process: hash for this long, with this many callers. */
export interface HashOrder {
  clients: number;
  ms: number;
}

const PASSWORD = 'a password of the bench';

/** The hash includes its parameters. */
const hashed = await createPasswords().hash(PASSWORD);

/** libuv's four threads hash four at a time whatever the number of callers, as in the product. */
async function compare(): Promise<void> {
  if (!(await verify(hashed, PASSWORD))) throw new Error('the hash is not of this password');
}

process.on('message', ({ clients, ms }: HashOrder) => {
  const askers = Array.from({ length: clients }, () => compare);
  void keepAsking(askers, ms).then((load) => process.send?.(load));
});
process.once('disconnect', () => process.exit(0));
process.send?.({});
