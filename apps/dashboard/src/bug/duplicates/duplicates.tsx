import { useEffect, useState } from 'react';
import { Icon } from '../../components/icon.tsx';
import { Text } from '../../components/text.tsx';
import { useBugItem, useStore } from '../../store/react.ts';
import type { Bug } from '../../store/types.ts';
import { BugLink } from '../bug-link.tsx';
import small from '../small-button.module.css';
import styles from './duplicates.module.css';
import { DuplicateList } from './list.tsx';

interface Props {
  bug: Bug;
  onOpen(id: number): void;
}

/** The original of this bug, and its duplicates. */
export function Duplicates({ bug, onOpen }: Props) {
  const [isOpen, setOpen] = useState(false);
  const { duplicate_of_id: original, duplicate_count: count } = bug;
  return (
    <>
      {original !== null && <Original key={original} bug={bug} original={original} onOpen={onOpen} />}
      {count > 0 && (
        <div className={styles.box}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} />
            {count === 1 ? '1 duplicate' : `${count.toLocaleString('en')} duplicates`}
          </button>
          {isOpen && <DuplicateList of={bug.id} onOpen={onOpen} />}
        </div>
      )}
    </>
  );
}

function Original({ bug, original, onOpen }: Props & { original: number }) {
  const store = useStore();
  const item = useBugItem(original);
  useEffect(() => {
    if (!store.item(original)) store.openDetail(original);
  }, [store, original]);
  return (
    <div className={styles.original}>
      <Icon name="duplicate" />
      <span className={styles.what}>
        Duplicate of{' '}
        <BugLink id={original} onOpen={onOpen}>
          #{original} {item && <Text>{item.title}</Text>}
        </BugLink>
      </span>
      <button
        type="button"
        className={small.small}
        onClick={() => store.change({ ids: [bug.id] }, { duplicate_of_id: null })}
      >
        Unlink
      </button>
    </div>
  );
}
