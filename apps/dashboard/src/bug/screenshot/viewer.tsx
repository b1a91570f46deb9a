import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import { usePointer } from './use-pointer.ts';
import { useZoom } from './use-zoom.ts';
import styles from './viewer.module.css';

interface Props {
  address: string;
  alt: string;
  onClose(): void;
}

/**
 * Full-screen image viewer. Keys: `0` fits, `1` is 100 %, `+` and `-` zoom, Enter toggles between fit and 100 %,
 * arrows scroll.
 */
export function Viewer({ address, alt, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const space = useRef<HTMLDivElement>(null);
  const image = useRef<HTMLImageElement>(null);
  const { zoom, size, setSize, change } = useZoom(space, image);
  const zoomBy = (factor: number) => change((shown) => shown * factor);
  const fit = () => change(() => null);
  const show = () => change(() => 1);
  const toggle = zoom === null ? show : fit;
  usePointer(space, {
    onZoom: (factor, point) => change((shown) => shown * factor, point),
    onPress: (point, isBeside) => (isBeside ? onClose() : change(() => (zoom === null ? 1 : null), point)),
  });

  // The dialog is closed before it unmounts, because the browser restores the focus only then.
  useLayoutEffect(() => {
    const element = dialog.current;
    element?.showModal();
    space.current?.focus();
    return () => element?.close();
  }, []);

  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '0') fit();
    else if (event.key === '1') show();
    else if (event.key === '+' || event.key === '=') zoomBy(1.25);
    else if (event.key === '-') zoomBy(0.8);
    else if (event.key === 'Enter' && event.target === space.current) toggle();
    else if (event.key === 'Escape') onClose();
    else return;
    event.preventDefault();
  };

  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={alt}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      <div className={styles.bar}>
        <ZoomButtons zoom={zoom} fit={fit} show={show} zoomBy={zoomBy} />
        <output className={styles.size}>
          {size.width > 0 && `${size.width} × ${size.height}`}
          {zoom !== null && `, ${Math.round(zoom * 100)} %`}
        </output>
        <Button kind="quiet" aria-label="Close" onClick={onClose}>
          <Icon name="cross" />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
      <div ref={space} className={styles.space} tabIndex={0}>
        <img
          ref={image}
          src={address}
          alt={alt}
          className={zoom === null ? styles.fitted : styles.zoomed}
          style={zoom === null ? undefined : { width: size.width * zoom, height: size.height * zoom }}
          draggable="false"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize({ width, height })
          }
        />
      </div>
    </dialog>
  );
}

interface ZoomProps {
  zoom: number | null;
  fit(): void;
  show(): void;
  zoomBy(factor: number): void;
}

const ZoomButtons = ({ zoom, fit, show, zoomBy }: ZoomProps) => (
  <>
    <Button kind="quiet" aria-pressed={zoom === null} onClick={fit}>
      Fit <Kbd keys="0" />
    </Button>
    <Button kind="quiet" aria-pressed={zoom === 1} onClick={show}>
      100 % <Kbd keys="1" />
    </Button>
    <Button kind="quiet" aria-label="Zoom out" onClick={() => zoomBy(0.8)}>
      <Kbd keys="-" />
    </Button>
    <Button kind="quiet" aria-label="Zoom in" onClick={() => zoomBy(1.25)}>
      <Kbd keys="+" />
    </Button>
  </>
);
