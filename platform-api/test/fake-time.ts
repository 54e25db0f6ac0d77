import { existsSync, readdirSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { dataFolder } from './program.ts';

/** The library by which a process has another time; null: the package `faketime` is not installed. */
export const FAKETIME =
  readdirSync('/usr/lib')
    .map((name) => join('/usr/lib', name, 'faketime/libfaketime.so.1'))
    .find((path) => existsSync(path)) ?? null;

/** A clock that can be set wrong: the environment of the program that has it, and what sets it ahead by some seconds. */
export async function fakeClock(): Promise<{
  env: Record<string, string>;
  set: (seconds: number) => Promise<void>;
}> {
  const time = join(await dataFolder(), 'time');
  const set = (seconds: number) => writeFile(time, `+${seconds}\n`);
  await set(0);
  return {
    env: {
      LD_PRELOAD: FAKETIME ?? '',
      FAKETIME_TIMESTAMP_FILE: time,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
    },
    set,
  };
}
