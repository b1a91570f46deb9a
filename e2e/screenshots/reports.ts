/** Sample reports, oldest first. */
export const reports = [
  {
    title: 'Colours are unreadable in high contrast',
    description: 'Settings page, Windows.',
    severity: 'medium',
    labels: ['a11y'],
  },
  {
    title: 'Notifications arrive a day late',
    description: 'I was told on Tuesday about Monday.',
    severity: 'high',
  },
  { title: 'Footer links overlap on a narrow phone', description: 'iPhone SE.', severity: 'low' },
  { title: 'Pay button dead', description: 'again', severity: 'high', labels: ['checkout'] },
  {
    title: 'Export has every second line twice',
    description: 'Spreadsheet attached to my mail.',
    severity: 'high',
    status: 'in_progress',
  },
  {
    title: 'Cannot paste a password from my password manager',
    description: 'The field loses it.',
    severity: 'medium',
    labels: ['sign-in'],
  },
  { title: 'Webhook to Slack shows the wrong channel', description: 'It says #general.', severity: 'medium' },
  {
    title: 'App closes when the camera permission is denied',
    description: 'iPhone 17, iOS 26.',
    severity: 'high',
    labels: ['ios'],
  },
  {
    title: 'Text is cut off in the settings dialog',
    description: 'German, large fonts.',
    severity: 'medium',
    labels: ['i18n'],
  },
  {
    title: 'Payment was taken twice',
    description: 'Two charges of 49.00 on the same minute.',
    severity: 'critical',
    labels: ['checkout'],
    status: 'in_progress',
  },
  { title: 'Search forgets the filter when I go back', description: 'Every time.', severity: 'medium' },
  {
    title: 'Invoice PDF is empty for orders with a discount',
    description: 'Order 88231, and two before it.',
    severity: 'high',
    labels: ['billing'],
  },
  {
    title: 'Date picker shows last month in time zones west of UTC',
    description: 'When I choose the first, it books the last day of the month before.',
    severity: 'medium',
    labels: ['i18n'],
    status: 'in_progress',
  },
  {
    title: 'Images load forever on slow connections',
    description: 'The product page shows grey boxes.',
    severity: 'high',
  },
  {
    title: 'Checkout button does nothing after the address is edited',
    description:
      'I changed my address on the last page and pressed “Pay”.\nNothing happens, no error. It works when I reload the page first.',
    severity: 'critical',
    labels: ['checkout'],
    reporter_email: 'mia@example.com',
    url: 'https://shop.example.com/checkout/pay',
    app_version: '5.14.2',
    environment: 'production',
    user_agent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    stack_trace:
      "TypeError: undefined is not an object (evaluating 'e.token')\n    at submitPayment (https://shop.example.com/checkout/pay.ts:118:7)\n    at onPay (https://shop.example.com/checkout/button.tsx:42:5)\n    at callCallback (https://shop.example.com/node_modules/react-dom/index.js:4164:14)",
    extra: { cart: { items: 3, total: '49.00' }, flags: ['new-address-form'] },
  },
];

export const labels = {
  checkout: '#DC2626',
  i18n: '#0D9488',
  billing: '#7C3AED',
  ios: '#2563EB',
  'sign-in': '#CA8A04',
  a11y: '#9333EA',
};
