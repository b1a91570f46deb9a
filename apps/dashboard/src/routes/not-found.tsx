import { Door } from '../doors/frame.tsx';
import { LinkButton } from '../doors/link-button.tsx';

export function NotFound() {
  return (
    <Door title="There is nothing here">
      <p>The address may be mistyped, or what it led to has been deleted.</p>
      <LinkButton kind="primary" to="/">
        Go to the inbox
      </LinkButton>
    </Door>
  );
}
