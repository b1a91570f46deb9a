import { useEffect, useState } from 'react';
import { TextField } from '../../components/text-field.tsx';
import type { Place } from './queries.ts';

/** So long nothing may be typed before it is searched for. */
const rest = 250;

/** What is searched for, and how far one has gone through it. */
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
