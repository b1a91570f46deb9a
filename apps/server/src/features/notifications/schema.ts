import Type from 'typebox';
import { htmlContent } from '../../http/html-page.ts';
import { Text } from '../../schema.ts';

export const LinkPage = { description: 'A page', content: htmlContent };

export const ConfirmBody = Type.Object(
  { token: Text(200, { description: 'Token from the emailed link.' }) },
  { title: 'NotificationConsent', examples: [{ token: '7.Zq1…' }] },
);

const example = { email: 'bugs@example.com', project_name: 'Website' };

const Confirmed = Type.Object(
  { email: Type.String(), project_name: Type.String() },
  { title: 'Confirmed', examples: [example] },
);

export const ConfirmedAnswer = {
  description: 'Confirmed, as JSON or as a page',
  content: { 'application/json': { schema: Confirmed, example }, ...htmlContent },
};
