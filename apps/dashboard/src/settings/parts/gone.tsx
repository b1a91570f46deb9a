import { LinkButton } from '../../components/link-button.tsx';
import { Message } from '../../components/message.tsx';
import { Page } from './page.tsx';

/** The address of something that is not there: deleted, or somebody else's, which is the same to whoever asks. */
export const Gone = ({ what }: { what: string }) => (
  <Page title="Not found">
    <Message title={`There is no such ${what}`}>
      <p>It may have been deleted, or belongs to a team that you are not in.</p>
      <LinkButton kind="primary" to="/">
        Go to the inbox
      </LinkButton>
    </Message>
  </Page>
);
