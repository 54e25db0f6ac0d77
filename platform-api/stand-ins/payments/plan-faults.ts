import type { Fault, FaultKind } from './faults.ts';

/** The faults to come. */
export interface FaultPlan {
  plan(fault: Fault): void;
  /** What this request meets; null: nothing. It is used up. */
  meet(method: string, path: string): FaultKind | null;
  clear(): void;
}

export function createFaultPlan(): FaultPlan {
  let faults: { fault: Fault; left: number }[] = [];
  return {
    plan: (fault) => void faults.push({ fault, left: fault.times ?? 1 }),
    meet(method, path) {
      const met = faults.find(
        ({ fault }) =>
          (fault.method === undefined || fault.method === method) &&
          // A pattern with the flag g would remember where it was.
          (fault.path === undefined || path.search(fault.path) !== -1),
      );
      if (!met) return null;
      met.left -= 1;
      if (met.left <= 0) faults = faults.filter((one) => one !== met);
      return met.fault.kind;
    },
    clear: () => void (faults = []),
  };
}
