import { LinkButton } from '../components/link-button.tsx';
import { Door } from '../doors/frame.tsx';

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
