import {
  MAX_PROOF_FILE_BYTES,
  PROOF_KEYS_PATH,
} from '@stationhouse/platform-api/contract/proof/values';
import { RequestFailed, type Problem } from '@stationhouse/sdk/client';
import type { PlayProof } from '@stationhouse/sdk/proof';

/** The file of a proof. */
export interface ProofFile {
  name: string;
  content: string;
}

/** The outcome of a check in this browser. */
export type Checked =
  | {
      state: 'genuine';
      file: ProofFile;
      proof: PlayProof;
      /** The proofs of the spot before this one, the newest first. */
      former: PlayProof[];
    }
  | { state: 'refused'; line: number; message: string }
  | { state: 'unsupported'; file: ProofFile };

/** A public address of this server, without the session. @throws RequestFailed */
async function load<Body>(path: string): Promise<Body> {
  let answer: Response;
  try {
    answer = await fetch(path, { credentials: 'omit', headers: { accept: 'application/json' } });
  } catch {
    throw new RequestFailed(0, { code: 'unreachable' });
  }
  const body: unknown = await answer.json().catch(() => null);
  if (!answer.ok) throw new RequestFailed(answer.status, (body ?? {}) as Partial<Problem>);
  if (body === null) throw new RequestFailed(answer.status, {});
  return body as Body; // The contract says so.
}

/** Checks a file with the keys that this server publishes. @throws RequestFailed when they can't be loaded */
async function check(file: ProofFile): Promise<Checked> {
  const [{ canVerifyProofs, isKeySet, ProofError, verifyProofs }, keys] = await Promise.all([
    import('@stationhouse/sdk/proof'),
    load<unknown>(PROOF_KEYS_PATH),
  ]);
  if (!isKeySet(keys)) throw new RequestFailed(200, {});
  if (!(await canVerifyProofs())) return { state: 'unsupported', file };
  try {
    const [proof, ...former] = (await verifyProofs(file.content, keys)).toReversed();
    if (!proof) throw new TypeError('A genuine file has a proof.');
    return { state: 'genuine', file, proof, former };
  } catch (failure) {
    if (!(failure instanceof ProofError)) throw failure;
    return { state: 'refused', line: failure.line, message: failure.message };
  }
}

/** Loads the proof with this id, and checks it. @throws RequestFailed */
export async function checkById(id: string): Promise<Checked> {
  const { file_name, file } = await load<{ file_name: string; file: string }>(
    `/v1/proofs/${encodeURIComponent(id)}`,
  );
  return check({ name: file_name, content: file });
}

/** Checks a file of the user. Nothing of it is sent. @throws RequestFailed when the keys can't be loaded */
export async function checkFile(file: File): Promise<Checked> {
  // One more byte, so that the check itself refuses a file that is too large.
  const bytes = await file.slice(0, MAX_PROOF_FILE_BYTES + 1).arrayBuffer();
  // A character for each byte: decoding UTF-8 would drop a byte order mark.
  return check({ name: file.name, content: new TextDecoder('latin1').decode(bytes) });
}
