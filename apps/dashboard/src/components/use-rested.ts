import { useEffect, useState } from 'react';

/** Debounce in milliseconds. */
const pause = 120;

/** Debounced value of a text. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
