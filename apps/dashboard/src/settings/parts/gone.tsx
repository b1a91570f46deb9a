import { LinkButton } from '../../components/link-button.tsx';
import { Message } from '../../components/message.tsx';
import { Page } from './page.tsx';

/** Shown for an entity that is deleted or belongs to another team. The two look the same on purpose. */
export const Gone = ({ what }: { what: string }) => (
  <Page title="Not found">
    <Message title={`${what} not found`}>
      <p>It was deleted, or it belongs to a team you are not a member of.</p>
      <LinkButton kind="primary" to="/">
        Go to the inbox
      </LinkButton>
    </Message>
  </Page>
);
