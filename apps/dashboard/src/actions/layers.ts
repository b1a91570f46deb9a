import { useEffect, useEffectEvent } from 'react';

/** What Escape can leave, outermost first. It leaves exactly one of them: the one that was entered last. */
const layers: (() => void)[] = [];

/** While `active`, Escape calls `leave` instead of leaving what was there before. */
export function useLayer(active: boolean, leave: () => void): void {
  const onLeave = useEffectEvent(leave);
  useEffect(() => {
    if (!active) return;
    const layer = () => onLeave();
    layers.push(layer);
    return () => {
      layers.splice(layers.indexOf(layer), 1);
    };
  }, [active]);
}

/** Says whether there was anything to leave. */
export function leaveLayer(): boolean {
  const top = layers.at(-1);
  top?.();
  return top !== undefined;
}
