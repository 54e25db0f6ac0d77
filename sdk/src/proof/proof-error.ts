/**
 * Why a file is refused.
 *
 * - `not_a_proof`: it is another kind of file
 * - `altered`: its bytes are not those that were signed
 * - `unknown_key`: its key is not in the operator's key set
 * - `former_key`: its key had been retired, or was not yet in use, when the proof was made
 * - `missing_link`: a proof is missing, repeated or in another place
 * - `other_spot`: a line is about another spot or station
 * - `unsupported`: it needs a newer version of this program, or this browser can't check it
 */
export type ProofFault =
  | 'not_a_proof'
  | 'altered'
  | 'unknown_key'
  | 'former_key'
  | 'missing_link'
  | 'other_spot'
  | 'unsupported';

/** A file that is refused. `message` says what happened and what to do, in plain English. */
export class ProofError extends Error {
  override readonly name = 'ProofError';
  /** Stable: decide by it. */
  readonly reason: ProofFault;
  /** The line at which the check ended, from 1. */
  readonly line: number;

  constructor(reason: ProofFault, line: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.line = line;
  }
}

const ASK_AGAIN = 'Ask for the file again.';
const ASK_FOR_WHOLE = 'Ask for the whole file again.';

/** The sentences of each refusal. */
export const REFUSALS = {
  empty: ['not_a_proof', `The file is empty. ${ASK_AGAIN}`],
  tooLarge: ['not_a_proof', 'The file is too large to be a proof of play. Choose another file.'],
  otherFile: [
    'not_a_proof',
    'This is not a proof of play. Choose the file whose name ends in .jws.',
  ],
  otherSignature: [
    'not_a_proof',
    'This is signed, but it is not a proof of play. Choose the file whose name ends in .jws.',
  ],
  lineEnds: [
    'altered',
    `The line ends have changed, as when a program converts a text. ${ASK_AGAIN}`,
  ],
  cutOff: ['altered', `The end of the file is missing. ${ASK_AGAIN}`],
  extraLine: ['altered', `The file has an empty line that was not there. ${ASK_AGAIN}`],
  characters: [
    'altered',
    `The line has changed since it was signed: it has characters that no proof has. ${ASK_AGAIN}`,
  ],
  changed: ['altered', `The line has changed since it was signed. ${ASK_AGAIN}`],
  invalidContent: [
    'not_a_proof',
    'The line is signed, but its content is not that of a proof of play. Tell the station.',
  ],
  unknownKey: [
    'unknown_key',
    'The line is signed with a key that the operator does not publish. Check that you took the keys from the operator of this station.',
  ],
  keyEnded: [
    'former_key',
    'The line is dated after the operator stopped using its key. Do not rely on it, and tell the operator.',
  ],
  keyNotYet: [
    'former_key',
    'The line is dated before the operator began to use its key. Do not rely on it, and tell the operator.',
  ],
  startMissing: [
    'missing_link',
    `The file does not begin with the first proof of the spot. ${ASK_FOR_WHOLE}`,
  ],
  outOfPlace: [
    'missing_link',
    `A proof before this line is missing, repeated or in another place. ${ASK_FOR_WHOLE}`,
  ],
  otherChain: [
    'missing_link',
    `The line does not follow the line before it: that one was exchanged. ${ASK_FOR_WHOLE}`,
  ],
  backInTime: [
    'missing_link',
    'The line is dated before the line above it. Do not rely on it, and tell the operator.',
  ],
  otherStation: ['other_spot', 'The line is about another station. Check each file on its own.'],
  otherSpot: ['other_spot', 'The line is about another spot. Check each file on its own.'],
  newerForm: [
    'unsupported',
    'The line has a newer form. Use the newest version of this page or program.',
  ],
  noEd25519: [
    'unsupported',
    'This browser can’t check the signature. Use the newest Chrome, Edge, Firefox or Safari, or the command of the package @stationhouse/sdk.',
  ],
} as const satisfies Record<string, readonly [ProofFault, string]>;

/** Makes the error of a refusal. */
export function refusal(name: keyof typeof REFUSALS, line: number, cause?: unknown): ProofError {
  const [reason, message] = REFUSALS[name];
  return new ProofError(reason, line, message, cause === undefined ? undefined : { cause });
}
