import { useEffect, useState } from 'react';

/** The time in epoch ms, another one each minute, for what is told in minutes and hours. */
export function useMinute(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return now;
}
