import { LinkButton } from '../components/link-button.tsx';
import { Door } from '../doors/frame.tsx';

export function NotFound() {
  return (
    <Door title="Page not found">
      <p>The link may be wrong, or the page was deleted.</p>
      <LinkButton kind="primary" to="/">
        Go to inbox
      </LinkButton>
    </Door>
  );
}
