/** A key or key sequence. Hidden from screen readers, which use `aria-keyshortcuts`. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <span aria-hidden="true">
      {keys.split(' ').map((key) => (
        <kbd key={key}>{key}</kbd>
      ))}
    </span>
  );
}
