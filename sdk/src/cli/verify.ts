import { parseArgs } from 'node:util';
import {
  MAX_PROOF_FILE_BYTES,
  PROOF_KEYS_PATH,
} from '@stationhouse/platform-api/contract/proof/values';
import type { PlayProof } from '../proof/play-proof.ts';
import { isKeySet, ProofError, verifyProofs, type ProofKeySet } from '../proof/verify-proofs.ts';
import {
  EXIT,
  printable,
  safeAddress,
  UsageError,
  type Command,
  type ExitCode,
  type Terminal,
} from './command.ts';

/** A key set is some 200 bytes for each key. */
const MAX_KEYS_BYTES = 256 * 1024;

/** How long the operator's server may take for its keys, in ms. */
const KEYS_TIMEOUT_MS = 15_000;

const HELP = `Checks a proof of play: that it is unchanged, signed by the operator, and that none is missing.

Usage: npx @stationhouse/sdk verify FILE --from https://radio.example.com
       npx @stationhouse/sdk verify FILE --keys proof-keys.json

FILE is the file of the proof; - reads standard input.

Options:
  --from URL    the operator’s site, whose keys the command fetches. Type the address that you know:
                an address inside the proof vouches for nothing.
  --keys FILE   a saved copy of ${PROOF_KEYS_PATH} of that site, to check offline

Exit codes: 0 genuine, 1 refused, 2 the check could not run.
`;

/** The address of an operator's keys. @throws UsageError */
function keysAddress(from: string): URL {
  const site = safeAddress(from);
  if (!site) {
    throw new UsageError(`--from takes an https address, such as https://radio.example.com.`);
  }
  return new URL(PROOF_KEYS_PATH, site);
}

/** A key set in JSON. @throws UsageError */
function keySetIn(json: string, source: string): ProofKeySet {
  try {
    const keys: unknown = JSON.parse(json);
    if (isKeySet(keys)) return keys;
  } catch {
    // The error below says it.
  }
  throw new UsageError(`${source} has no key set. Check the address or the file.`, false);
}

/** An answer's text, unless it is too long. */
async function textOf(answer: Response): Promise<string> {
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return bytes.length > MAX_KEYS_BYTES ? '' : new TextDecoder().decode(bytes);
}

/** @throws UsageError */
async function fetchKeys(from: string, terminal: Terminal): Promise<ProofKeySet> {
  const { href, host } = keysAddress(from);
  let answer: Response;
  try {
    // A redirect could lead to the keys of another site.
    answer = await terminal.fetch(href, {
      redirect: 'error',
      signal: AbortSignal.timeout(KEYS_TIMEOUT_MS),
    });
  } catch (cause) {
    const advice = 'Check the address and your connection, or use --keys with a saved copy.';
    throw new UsageError(`${host} did not send its keys. ${advice}`, false, { cause });
  }
  if (!answer.ok) {
    const said = `${host} answered ${answer.status} instead of its keys.`;
    throw new UsageError(`${said} Check the address.`, false);
  }
  return keySetIn(await textOf(answer), href);
}

/** @throws UsageError */
async function read(file: string, maxBytes: number, terminal: Terminal): Promise<string> {
  try {
    return await terminal.read(file, maxBytes);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new UsageError(`${file} can’t be read: ${reason}.`, false, { cause });
  }
}

/** How often each location played it, as rows of a table. */
function locationLines({ locations }: PlayProof): string[] {
  if (locations.length === 0) return [];
  const rows = locations.map(({ name, played, not_playing }) => {
    const total = played + not_playing.length;
    return [printable(name), `${played} of ${total}`] as const;
  });
  const width = Math.max(...rows.map(([name]) => name.length));
  return ['', 'Played at', ...rows.map(([name, played]) => `  ${name.padEnd(width)}  ${played}`)];
}

/** The newest proof in a few lines. */
function summaryOf(proofs: readonly PlayProof[], proof: PlayProof): string {
  const { issuer, made_at, spot, station, from, to, zone, due, aired } = proof;
  const none =
    proofs.length === 1 ? 'the first of this spot' : `${proofs.length} proofs, none missing`;
  return [
    `Genuine: ${none}.`,
    '',
    `Spot      ${printable(spot.title)}`,
    `Station   ${printable(station.name)}`,
    `Period    ${from} to ${to} (${printable(zone)})`,
    `Due       ${due}`,
    `Aired     ${aired}`,
    `Signed    ${made_at} by ${printable(issuer)}`,
    ...locationLines(proof),
    '',
  ].join('\n');
}

async function runVerify(args: string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { from: { type: 'string' }, keys: { type: 'string' } },
  });
  const [file, ...others] = positionals;
  if (file === undefined) throw new UsageError('Name the file of the proof.');
  if (others.length > 0) throw new UsageError('Name one file only.');
  const { from, keys: keysFile } = values;
  if ((from === undefined) === (keysFile === undefined)) {
    throw new UsageError('Say where the operator’s keys are: either --from or --keys.');
  }
  // One more byte, so that the check itself refuses a file that is too large.
  const text = await read(file, MAX_PROOF_FILE_BYTES + 1, terminal);
  const keys =
    from === undefined
      ? keySetIn(await read(keysFile ?? '', MAX_KEYS_BYTES, terminal), keysFile ?? '')
      : await fetchKeys(from, terminal);
  try {
    const proofs = await verifyProofs(text, keys);
    const newest = proofs.at(-1);
    if (newest) terminal.out(summaryOf(proofs, newest));
    return EXIT.done;
  } catch (failure) {
    if (!(failure instanceof ProofError)) throw failure;
    terminal.err(`Refused (${failure.reason}), line ${failure.line}: ${failure.message}\n`);
    return EXIT.refused;
  }
}

/** `verify`: checks the file of a proof of play. */
export const verify: Command = {
  summary: 'check a proof of play',
  help: HELP,
  run: runVerify,
};
