import { useEffect, useState } from 'react';

/** The value once it has not changed for this time, in ms (debounce). */
export function useRested<Value>(value: Value, pauseMs: number): Value {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setRested(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return rested;
}
