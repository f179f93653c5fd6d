import { useEffect, useState } from 'react';

const TICK_MS = 200;

/** The current time while somebody needs it, in milliseconds since 1970. */
export function useNow(needed: boolean): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (!needed) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, [needed]);
  return now;
}
