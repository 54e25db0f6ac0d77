import { retireKey } from '../proof/proof-keys.ts';
import { UsageError, type Command } from './command.ts';

/** After a leak, or once a year. */
export const rotateProofKeyCommand: Command = {
  takes: '',
  does: 'Retire the key that signs proofs of play. The next proof makes a new one; those that are signed stay good.',
  options: {},
  async run({ words }, { openDatabase }) {
    if (words.length > 0) throw new UsageError(`Unknown argument: ${words.join(' ')}`);
    const kid = await retireKey(await openDatabase(), Date.now());
    if (kid === null) return 'No key has signed a proof yet.\n';
    return `The key ${kid} signs nothing any more. The next proof makes a new one.\n`;
  },
};
