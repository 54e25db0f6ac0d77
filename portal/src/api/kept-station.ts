/**
 * The station that a visitor has tried on the front page and wants to keep: it waits in this browser, for all of its
 * tabs, until the setup form is sent or the user signs out.
 */
import { INDUSTRIES, type Industry } from '@stationhouse/platform-api/contract/setup/values';
import { useSyncExternalStore } from 'react';

export interface KeptStation {
  name: string;
  industry: Industry;
}

/** The key of localStorage, and the name of the database with the logo (cookie policy). */
const KEY = 'kept-station';

const listeners = new Set<() => void>();
const tell = (): void => listeners.forEach((changed) => changed());

/** The stored text, and what it says: the same object for the same text. */
let read: { text: string | null; station: KeptStation | null } = { text: null, station: null };

function stationIn(text: string | null): KeptStation | null {
  try {
    const { name, industry } = Object(JSON.parse(text ?? 'null')) as Partial<KeptStation>;
    const known = INDUSTRIES.find((each) => each === industry);
    return typeof name === 'string' && name !== '' && known ? { name, industry: known } : null;
  } catch {
    return null;
  }
}

/** The kept station of this browser. */
export function readKeptStation(): KeptStation | null {
  let text: string | null = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    // Storage is blocked: nothing can be kept.
  }
  if (text !== read.text) read = { text, station: stationIn(text) };
  return read.station;
}

/** Keeps a station in place of the one before. @param logo null: it has none */
export async function keepStation(station: KeptStation, logo: File | null): Promise<void> {
  try {
    localStorage.setItem(KEY, JSON.stringify(station));
  } catch {
    // Storage is blocked or full: the visitor types the name again.
  }
  tell();
  await withLogos('readwrite', (logos) => (logo ? logos.put(logo, KEY) : logos.delete(KEY)));
}

/** Forgets the station: it has become the member's own, or other people may use this browser. */
export function forgetKeptStation(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Storage is blocked: nothing was kept.
  }
  tell();
  void forgetKeptLogo();
}

/** The logo of the kept station. It was sent nowhere. */
export async function readKeptLogo(): Promise<File | null> {
  const logo = await withLogos('readonly', (logos) => logos.get(KEY));
  return logo instanceof File ? logo : null;
}

export const forgetKeptLogo = (): Promise<unknown> =>
  withLogos('readwrite', (logos) => logos.delete(KEY));

/** A request to the database of logos. @returns null where browsers refuse one, such as in private windows */
async function withLogos(
  mode: IDBTransactionMode,
  ask: (logos: IDBObjectStore) => IDBRequest,
): Promise<unknown> {
  try {
    const opening = indexedDB.open(KEY, 1);
    opening.addEventListener('upgradeneeded', () => opening.result.createObjectStore('logos'));
    const database = await answerOf(opening);
    try {
      return await answerOf(ask(database.transaction('logos', mode).objectStore('logos')));
    } finally {
      database.close();
    }
  } catch {
    return null;
  }
}

const answerOf = <Result>(request: IDBRequest<Result>): Promise<Result> =>
  new Promise((resolve, reject) => {
    const fail = () => reject(request.error ?? new Error('The browser keeps nothing.'));
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', fail);
  });

function follow(changed: () => void): () => void {
  listeners.add(changed);
  // Another tab has kept one.
  addEventListener('storage', changed);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', changed);
  };
}

/** The kept station; null on the server and in the first render, so that both match. */
export const useKeptStation = (): KeptStation | null =>
  useSyncExternalStore(follow, readKeptStation, () => null);
