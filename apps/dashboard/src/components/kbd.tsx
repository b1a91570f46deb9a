/** A key, or keys that are pressed one after the other. Screen readers learn keys from `aria-keyshortcuts` instead. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span aria-hidden="true">
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
