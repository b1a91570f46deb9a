import button from '../components/button.module.css';
import { Door } from '../doors/frame.tsx';

/** Where mails lead about things that are set up through the API so far: webhooks, MCP tokens. */
export const NotYet = () => (
  <Door title="There is no page for this yet">
    <p>
      Webhooks and MCP tokens are looked at and changed through the API. Its documentation can call it for
      you.
    </p>
    <a href="/docs" className={`${button.button} ${button.primary} ${button.large}`}>
      Open the API documentation
    </a>
  </Door>
);
