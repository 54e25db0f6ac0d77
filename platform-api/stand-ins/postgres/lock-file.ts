// postmaster.pid, by which PostgreSQL keeps a second server off its folder. It outlives a killed server,
// and PostgreSQL then leaves it to a person to remove it. This decides whether it is stale.
import { execFile } from 'node:child_process';
import { readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './embedded-postgres-failed.ts';
import type { DataFolder } from './data-folder.ts';

/** The content of the file, which is incomplete while a server starts and after a full disk. */
export interface LockFile {
  text: string;
  pid?: number;
  port?: number;
}

const pathOf = (folder: DataFolder) => join(folder.path, 'postmaster.pid');

/** Reads the folder's lock file: process id on its first line, port on its fourth (PostgreSQL 18, pidfile.h). */
export async function readLockFile(folder: DataFolder): Promise<LockFile | undefined> {
  try {
    const text = await readFile(pathOf(folder), 'utf8');
    const [pid, , , port] = text.split('\n').map((line) => Number.parseInt(line, 10));
    return { text, ...(pid && { pid }), ...(port && { port }) };
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Removes a stale lock file, unless another server has taken it in the meantime. PostgreSQL does so
 * itself when the process is gone, and then also waits for that server's last children.
 */
export async function removeLockFile(folder: DataFolder, stale: LockFile): Promise<void> {
  if (stale.pid !== undefined && !isThere(stale.pid)) return;
  const now = await readLockFile(folder);
  if (now?.text === stale.text) await rm(pathOf(folder), { force: true });
}

/**
 * Whether a process may be the server of this folder: it lives, is not a zombie and, where the system can
 * tell, works in this folder. Process ids are reused, above all after a reboot.
 */
export async function mayServe(folder: DataFolder, pid: number): Promise<boolean> {
  if (!isThere(pid)) return false;
  return process.platform === 'linux' ? worksIn(folder.path, pid) : isCalledPostgres(pid);
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    // No process has this id, or it belongs to a user whose processes we may not signal and who could not
    // open our folder either.
    return false;
  }
}

async function worksIn(path: string, pid: number): Promise<boolean> {
  try {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8');
    const [, name, state] = /^\d+ \((.*)\) (\w)/s.exec(status) ?? [];
    if (name !== 'postgres' || state === 'Z' || state === 'X') return false;
    const [its, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(path)]);
    return its.dev === ours.dev && its.ino === ours.ino;
  } catch (error) {
    // The process has just ended, or the system does not let us look: then it may be the server.
    return !['ENOENT', 'ESRCH'].includes(codeOf(error));
  }
}

async function isCalledPostgres(pid: number): Promise<boolean> {
  if (process.platform === 'win32') return true;
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'stat=,comm=', '-p', String(pid)]);
    return /^[^Z]\S*\s.*postgres/.test(stdout.trim());
  } catch {
    // ps says by its exit code that there is no such process.
    return false;
  }
}
