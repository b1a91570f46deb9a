import { useEffect, useState } from 'react';

/** How long after a key a search begins. */
const pause = 120;

/** A text as it was once it has rested for a moment. */
export function useRested(text: string): string {
  const [rested, setRested] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return rested;
}
