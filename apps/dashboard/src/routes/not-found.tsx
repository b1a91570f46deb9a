import { AuthPage } from '../auth/frame.tsx';
import { LinkButton } from '../components/link-button.tsx';

export function NotFound() {
  return (
    <AuthPage title="Page not found">
      <p>The link may be wrong, or the page was deleted.</p>
      <LinkButton kind="primary" to="/">
        Go to inbox
      </LinkButton>
    </AuthPage>
  );
}
