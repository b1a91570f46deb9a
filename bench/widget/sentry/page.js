import { feedbackIntegration, init } from '@sentry/browser';

// As documented, with the features of our widget. Errors, console and requests are captured by default.
init({
  dsn: `${location.protocol}//public@${location.host}/1`,
  integrations: [feedbackIntegration({ colorScheme: 'system', enableScreenshot: true })],
});
