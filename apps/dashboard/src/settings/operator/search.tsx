import { useEffect, useState } from 'react';
import { TextField } from '../../components/text-field.tsx';
import type { Place } from './queries.ts';

/** Debounce of the search field, in milliseconds. */
const rest = 250;

/** State of the search field and the page offset. */
export function usePlace(): {
  place: Place;
  setOffset(offset: number): void;
  field(label: string): React.ReactNode;
} {
  const [typed, setTyped] = useState('');
  const [place, setPlace] = useState<Place>({ search: '', offset: 0 });
  useEffect(() => {
    const search = typed.trim();
    const timer = setTimeout(
      () => setPlace((before) => (before.search === search ? before : { search, offset: 0 })),
      rest,
    );
    return () => clearTimeout(timer);
  }, [typed]);
  return {
    place,
    setOffset: (offset) => setPlace({ ...place, offset }),
    field: (label) => (
      <TextField
        label={label}
        name="search"
        type="search"
        autoComplete="off"
        maxLength={200}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
      />
    ),
  };
}
