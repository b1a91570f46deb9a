import { imageTypes, referencedImageIds } from '@skep/vocabulary';
import { type ComponentProps, useRef } from 'react';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { Text } from '../../components/text.tsx';
import styles from './attached.module.css';
import { type CommentImage, withoutImage } from './images.ts';
import type { Upload } from './use-uploads.ts';

interface Props {
  text: string;
  onChange(text: string): void;
  /** Undefined while loading. */
  images: CommentImage[] | undefined;
  uploads: readonly Upload[];
  onStop(key: number): void;
}

/** Images of a comment draft: those referenced in its text, and pending uploads. */
export function Attached({ text, onChange, images, uploads, onStop }: Props) {
  const ids = referencedImageIds(text);
  if (ids.length + uploads.length === 0) return null;
  return (
    <ul className={styles.images} aria-label="Images">
      {ids.map((id) => {
        const image = images?.find((one) => one.id === id);
        const name = image?.filename ?? 'image';
        return (
          <li key={id}>
            {image && <img src={image.url} alt="" />}
            <span className={styles.name}>
              {image || !images ? <Text>{name}</Text> : 'This image was deleted'}
            </span>
            <Remove label={`Remove ${name}`} onClick={() => onChange(withoutImage(text, id))} />
          </li>
        );
      })}
      {uploads.map(({ key, name, progress, problem }) => (
        <li key={key} data-failed={problem !== undefined}>
          <span className={styles.name}>
            <Text>{name}</Text>
          </span>
          {problem ? (
            <span role="alert">{problem}</span>
          ) : (
            <progress value={progress} aria-label={`Uploading ${name}`} />
          )}
          <Remove
            label={problem ? `Dismiss ${name}` : `Cancel upload of ${name}`}
            onClick={() => onStop(key)}
          />
        </li>
      ))}
    </ul>
  );
}

const Remove = ({ label, ...rest }: { label: string } & ComponentProps<'button'>) => (
  <button type="button" className={styles.remove} aria-label={label} title={label} {...rest}>
    <Icon name="cross" />
  </button>
);

/** Opens the file picker. */
export function ImageButton({ onChoose }: { onChoose(files: File[]): void }) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button
        kind="quiet"
        className={styles.choose}
        aria-label="Attach images"
        title="Attach images"
        onClick={() => input.current?.click()}
      >
        <Icon name="image" />
      </Button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        accept={imageTypes.join(',')}
        onChange={({ target }) => {
          onChoose([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
