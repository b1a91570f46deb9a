import { useEffect, useEffectEvent } from 'react';

/** Stack of layers. Escape closes the top layer. */
const layers: (() => void)[] = [];

/** While `active`, Escape calls `leave` when this layer is on top. */
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

/** Returns whether a layer was closed. */
export function leaveLayer(): boolean {
  const top = layers.at(-1);
  top?.();
  return top !== undefined;
}
