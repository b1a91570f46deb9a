import { useEffect, useState } from 'react';
import type { ListWindow } from '../../store/list.ts';
import { useListWindow } from '../../store/react.ts';

const patience = 200;

/**
 * Keeps showing the previous list briefly while the next one loads, because most lists load before a gap is noticeable.
 */
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
  // The list that is still shown also stays up to date.
  useListWindow(calm.filter);
  return calm;
}
