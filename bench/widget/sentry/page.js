import { feedbackIntegration, init } from '@sentry/browser';

// As its documentation has it, with everything that our widget does too: errors, console and requests are captured by default.
init({
  dsn: `${location.protocol}//public@${location.host}/1`,
  integrations: [feedbackIntegration({ colorScheme: 'system', enableScreenshot: true })],
});
