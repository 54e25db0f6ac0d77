import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import { createLibraryUpload, type LibraryUpload } from '../../contract/library/uploads.ts';
import { LIBRARY_PART_BYTES } from '../../contract/library/values.ts';
import { testDatabase } from '../../test/database.ts';
import { buildUser, PASSWORD } from '../../test/factories.ts';
import { dataFolder, startProgram, type Program } from '../../test/program.ts';
import { json } from '../../test/server.ts';
import { ffmpegEngine, folder } from '../../test/sounds.ts';
import { createDiskStorage } from '../assets/storage/disk-storage.ts';
import { runCommand } from '../cli/run.ts';
import type { PreparedFile } from '../preparation/prepared-files.ts';
import { REMOVE_PARTS } from './upload-rows.ts';

const database = testDatabase();
const { knex } = database;

const KILLS = 100;
const FILES = 60;
const TRACKS = 1_000;

/** Tokens are issued for one URL, and the port changes with each start. */
const PUBLIC_URL = 'http://localhost:8000';

/** A WAV of two tones, unlike for each number. */
function wav(number: number, seconds: number): Buffer {
  const rate = 16_000;
  const samples = Math.round(seconds * rate);
  const bytes = Buffer.alloc(44 + 2 * samples);
  bytes.write('RIFF', 0);
  bytes.writeUInt32LE(36 + 2 * samples, 4);
  bytes.write('WAVEfmt ', 8);
  bytes.writeUInt32LE(16, 16);
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(2 * rate, 28);
  bytes.writeUInt16LE(2, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36);
  bytes.writeUInt32LE(2 * samples, 40);
  const [low, high] = [200 + number, 1_000 + 3 * number];
  for (let n = 0; n < samples; n += 1) {
    const [one, other] = [low, high].map((hertz) => Math.sin((2 * Math.PI * hertz * n) / rate));
    bytes.writeInt16LE(Math.round(6_000 * ((one ?? 0) + (other ?? 0))), 44 + 2 * n);
  }
  return bytes;
}

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Nothing is lost, doubled, or left behind: every file is a track, and every object belongs to a row. */
async function expectWhole(dataDir: string, hashes: readonly string[]): Promise<void> {
  expect(await knex('library_uploads').whereNot({ state: 'done' })).toEqual([]);
  // The sound of our own stations is there without originals.
  const own: string[] = await knex('prepared_files as p')
    .leftJoin('library_tracks as t', 't.prepared_file_id', 'p.id')
    .where((one) => one.whereNull('t.id').orWhereNot('t.file_name', 'like', '%.wav'))
    .pluck('source_hash');
  expect(await knex('library_tracks').whereLike('file_name', '%.wav')).toHaveLength(hashes.length);
  const files: PreparedFile[] = await knex('prepared_files');
  const found = files.map((file) => file.source_hash);
  expect(found.toSorted()).toEqual([...hashes, ...own].toSorted());
  expect(new Set(files.map((file) => file.state))).toEqual(new Set(['ready']));
  const covers: string[] = await knex('library_tracks')
    .whereNotNull('cover_key')
    .pluck('cover_key');
  const sounds = files.flatMap(({ source_hash, renditions }) => [
    ...(own.includes(source_hash) ? [] : [`library/originals/${source_hash}`]),
    ...Object.values(renditions ?? {}).flatMap(({ key, offsets_key }) => [
      key,
      ...(offsets_key === undefined ? [] : [offsets_key]),
    ]),
  ]);
  const kept: string[] = [];
  const storage = createDiskStorage(join(dataDir, 'storage'));
  for await (const { key } of storage.list('library/')) kept.push(key);
  expect(kept.toSorted()).toEqual([...covers, ...sounds].toSorted());
}

describe('a program that is killed', () => {
  async function signIn({ url }: Program, email: string): Promise<string> {
    const answer = await fetch(`${url}/v1/auth/token`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ grant_type: 'password', email, password: PASSWORD }),
    });
    return (await json<{ access_token: string }>(answer)).access_token;
  }

  it(
    'at a hundred random moments loses and doubles no music',
    { timeout: KILLS * 120_000 },
    async (context) => {
      await ffmpegEngine(context);
      const DATA_DIR = await dataFolder();
      const env = { DATABASE_URL: database.url, DATA_DIR, PUBLIC_URL, LOG_LEVEL: 'error' };
      const admin = await buildUser(knex);
      await knex('user_roles').where({ user_id: admin.id }).update({ role: 'admin' });
      // Some have two parts, and every seventh is there twice, under two names.
      const files = Array.from({ length: FILES }, (_, n) => {
        const sound = wav(n % 7 === 6 ? n - 1 : n, 2);
        const padding = n % 15 === 1 ? LIBRARY_PART_BYTES : 0;
        return { name: `Kill/${n}.wav`, bytes: Buffer.concat([sound, Buffer.alloc(padding)]) };
      });
      let program = await startProgram(env);
      await program.ready();

      /** As the portal does: again and again, until the server has it. */
      async function sendAll(): Promise<void> {
        let token = '';
        async function call(path: string, init: RequestInit): Promise<LibraryUpload> {
          const headers = { ...init.headers, Authorization: `Bearer ${token}` };
          const answer = await fetch(program.url + path, { ...init, headers });
          if (answer.status === 401) token = '';
          if (!answer.ok) throw new Error(`${answer.status}`);
          return json<LibraryUpload>(answer);
        }
        async function sendFile({ name, bytes }: (typeof files)[number]): Promise<void> {
          token ||= await signIn(program, admin.email);
          const announced = {
            file_name: name,
            size_bytes: bytes.length,
            modified_at: '2026-11-21T09:30:00.000Z',
          };
          const upload = await call(createLibraryUpload.path, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json' },
            body: JSON.stringify(announced),
          });
          for (let part = 0; part * LIBRARY_PART_BYTES < bytes.length; part += 1) {
            if (upload.parts.includes(part) || upload.state !== 'receiving') continue;
            const from = part * LIBRARY_PART_BYTES;
            const body = new Uint8Array(bytes.subarray(from, from + LIBRARY_PART_BYTES));
            const path = `${createLibraryUpload.path}/${upload.id}/parts/${part}`;
            await call(path, { method: 'PUT', body });
          }
        }
        for (const file of files) {
          for (;;) {
            try {
              await sendFile(file);
              break;
            } catch {
              await sleep(100);
            }
          }
        }
      }
      const sending = sendAll();
      for (let kill = 0; kill < KILLS; kill += 1) {
        await sleep(Math.random() * 2_500);
        program.child.kill('SIGKILL');
        await program.exited;
        // As if two minutes had passed: the locks of the dead process have expired.
        for (const table of ['_private_jobs', '_private_job_queues']) {
          await knex(`graphile_worker.${table}`)
            .whereNotNull('locked_at')
            .update({ locked_at: knex.raw("now() - interval '3 minutes'") });
        }
        await knex('rate_limits').delete();
        program = await startProgram(env);
        await program.ready();
      }
      await sending;
      await vi.waitFor(
        async () =>
          expect(await knex('library_uploads').where({ state: 'done' })).toHaveLength(FILES),
        { timeout: 20 * 60_000, interval: 1_000 },
      );
      // The parts of the last one are deleted behind its end.
      await vi.waitFor(
        async () => {
          const removals = knex('graphile_worker.jobs').where({
            task_identifier: REMOVE_PARTS.name,
          });
          expect(await removals.select('key', 'attempts', 'run_at', 'last_error')).toEqual([]);
          await expectWhole(DATA_DIR, [...new Set(files.map(({ bytes }) => hashOf(bytes)))]);
        },
        { timeout: 5 * 60_000, interval: 1_000 },
      );
      const [own, ...others] = await readdir(join(DATA_DIR, 'uploads'));
      expect([own, others]).toEqual([String(program.child.pid), []]);
      expect(await readdir(join(DATA_DIR, 'uploads', String(own)))).toEqual([]);
    },
  );
});

describe('two replicas', () => {
  /** ffmpeg that notes the content of each file that it is given to measure, as every preparation begins. */
  async function countingFfmpeg(): Promise<{ program: string; log: string }> {
    const real = spawnSync('sh', ['-c', 'command -v ffmpeg'], { encoding: 'utf8' }).stdout.trim();
    const dir = await folder();
    const [program, log] = [join(dir, 'ffmpeg'), join(dir, 'log')];
    await writeFile(log, '');
    await writeFile(
      program,
      `#!/bin/sh
for word in "$@"; do case "$word" in pipe:1) measures=1 ;; file:*) file="\${word#file:}" ;; esac; done
[ -n "$measures" ] && sha256sum <"$file" >>'${log}'
exec '${real}' "$@"
`,
    );
    await chmod(program, 0o755);
    return { program, log };
  }

  it(
    'prepare each of a thousand files once, though one of them is killed midway',
    { timeout: 2 * 60 * 60_000 },
    async (context) => {
      await ffmpegEngine(context);
      const { program: FFMPEG, log } = await countingFfmpeg();
      const DATA_DIR = await dataFolder();
      const env = { DATABASE_URL: database.url, DATA_DIR, FFMPEG, LOG_LEVEL: 'error' };
      const music = join(await folder(), 'Thousand');
      await mkdir(music);
      const hashes: string[] = [];
      for (let n = 0; n < TRACKS; n += 1) {
        const bytes = wav(n, 0.7);
        hashes.push(hashOf(bytes));
        await writeFile(join(music, `${n}.wav`), bytes);
      }
      const imported = await runCommand(['import-music', music], env);
      expect(imported.out.match(/^sent/gm)).toHaveLength(TRACKS);

      const replicas = await Promise.all([startProgram(env), startProgram(env)]);
      const done = async () => {
        const added = knex('library_tracks').whereLike('file_name', '%.wav');
        const [row] = await added.count('* as tracks');
        return Number(Object(row).tracks);
      };
      await vi.waitFor(async () => expect(await done()).toBeGreaterThan(0.4 * TRACKS), {
        timeout: 60 * 60_000,
        interval: 250,
      });
      replicas[0].child.kill('SIGKILL');
      await vi.waitFor(async () => expect(await done()).toBe(TRACKS), {
        timeout: 60 * 60_000,
        interval: 250,
      });
      await vi.waitFor(() => expectWhole(DATA_DIR, hashes), { timeout: 300_000, interval: 1_000 });

      const runs = new Map<string, number>();
      for (const line of (await readFile(log, 'utf8')).split('\n').filter(Boolean)) {
        const hash = line.split(' ')[0] ?? '';
        runs.set(hash, (runs.get(hash) ?? 0) + 1);
      }
      expect([...runs.keys()].toSorted()).toEqual(hashes.toSorted());
      // The file that the killed replica was at is prepared again by the other one.
      const again = [...runs.values()].filter((times) => times !== 1);
      expect(again.length).toBeLessThanOrEqual(1);
      expect(Math.max(...again, 1)).toBeLessThanOrEqual(2);
    },
  );
});
