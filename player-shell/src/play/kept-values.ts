/** Values that a location player keeps in its browser for one station. */
export interface KeptValues {
  get(name: string): string | null;
  /** @param value null: forget it */
  set(name: string, value: string | null): void;
  /** Whether everything so far will still be here after a restart. */
  isKept(): boolean;
}

/**
 * Keeps values in the browser's storage, and in memory where that is forbidden or full.
 * @param station its names, the lasting one first: a station may get its public id, or another slug, later
 */
export function keptValues(station: readonly string[], storage = browserStorage()): KeptValues {
  const memory = new Map<string, string>();
  let isKept = storage !== null;
  const keysOf = (name: string) => station.map((one) => `location-player ${name} ${one}`);

  return {
    get(name) {
      const known = memory.get(name);
      if (known !== undefined) return known;
      for (const key of keysOf(name)) {
        const value = storage?.getItem(key);
        if (value) return value;
      }
      return null;
    },
    set(name, value) {
      memory.delete(name);
      try {
        for (const key of keysOf(name)) {
          if (value === null) storage?.removeItem(key);
          else storage?.setItem(key, value);
        }
      } catch {
        isKept = false;
      }
      if (value !== null && !isKept) memory.set(name, value);
    },
    isKept: () => isKept,
  };
}

/** Null: the browser forbids it. */
function browserStorage(): Storage | null {
  try {
    return globalThis.localStorage;
  } catch {
    return null;
  }
}
