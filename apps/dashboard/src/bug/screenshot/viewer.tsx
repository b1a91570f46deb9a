import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Kbd } from '../../components/kbd.tsx';
import styles from './viewer.module.css';

interface Props {
  address: string;
  alt: string;
  onClose(): void;
}

const smallest = 0.25;
const largest = 8;

/** An image over the whole window: fitted, in its own size, or closer. Keys: `0` fits, `1` is 100 %, `+` and `-` zoom. */
export function Viewer({ address, alt, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const image = useRef<HTMLImageElement>(null);
  /** Null: as large as fits. */
  const [zoom, setZoom] = useState<number | null>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });

  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);

  /** What the image is shown at now: while it is fitted, the smaller of both ratios, and never more than its own size. */
  const current = () => {
    const { clientWidth = 1, clientHeight = 1 } = image.current ?? {};
    return zoom ?? Math.min(1, clientWidth / (size.width || 1), clientHeight / (size.height || 1));
  };
  const zoomBy = (factor: number) => setZoom(Math.min(largest, Math.max(smallest, current() * factor)));
  const onKeyDown = (event: KeyboardEvent) => {
    event.stopPropagation();
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === '0') setZoom(null);
    else if (event.key === '1') setZoom(1);
    else if (event.key === '+' || event.key === '=') zoomBy(1.25);
    else if (event.key === '-') zoomBy(0.8);
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
        <Button kind="quiet" aria-pressed={zoom === null} onClick={() => setZoom(null)}>
          Fit <Kbd keys="0" />
        </Button>
        <Button kind="quiet" aria-pressed={zoom === 1} onClick={() => setZoom(1)}>
          100 % <Kbd keys="1" />
        </Button>
        <Button kind="quiet" aria-label="Smaller" onClick={() => zoomBy(0.8)}>
          <Kbd keys="-" />
        </Button>
        <Button kind="quiet" aria-label="Larger" onClick={() => zoomBy(1.25)}>
          <Kbd keys="+" />
        </Button>
        <output className={styles.size}>
          {size.width > 0 && `${size.width} × ${size.height}`}
          {zoom !== null && `, ${Math.round(zoom * 100)} %`}
        </output>
        <Button kind="quiet" aria-label="Close" onClick={onClose}>
          <Icon name="cross" />
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with keys, too */}
      <div className={styles.space} tabIndex={0}>
        {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keys 0 and 1 do the same */}
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
          onClick={() => setZoom(zoom === null ? 1 : null)}
        />
      </div>
    </dialog>
  );
}
