import { useEffect, useState } from 'react';
import type { ListWindow } from '../../store/list.ts';
import { useListWindow } from '../../store/react.ts';

const patience = 200;

/** Shows the list before for a moment while the next one loads: most come sooner than an eye would notice a gap. */
export function useCalmWindow(wanted: ListWindow): ListWindow {
  const [shown, setShown] = useState(wanted);
  const isLoading = wanted.status === 'loading' && wanted.length === 0;
  useEffect(() => {
    if (shown === wanted) return;
    const timer = setTimeout(() => setShown(wanted), patience);
    return () => clearTimeout(timer);
  }, [shown, wanted]);
  const calm = isLoading ? shown : wanted;
  if (calm !== shown) setShown(calm);
  // What is still shown is kept up to date, too.
  useListWindow(calm.filter);
  return calm;
}
