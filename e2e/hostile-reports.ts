/** Attack strings for every field. None may run, become a script link or break the layout. */
const scripts = [
  '<script>alert(1)</script>',
  '"><script src=//evil.example/x.js></script>',
  '<img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<iframe srcdoc="<script>parent.alert(1)</script>"></iframe>',
  '<math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<a href="javascript:alert(1)">press</a>',
  '[press](javascript:alert(1))',
  '![x](javascript:alert(1))',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' \tjava\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:msgbox(1)',
  'https://user:secret@evil.example/',
  'https://shop.example.com@evil.example/pay',
  'http://[::1',
  'https://xn--80ak6aa92e.com/',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<form action=//evil.example><input name=q autofocus onfocus=alert(1)></form>',
  '<dialog open>Log in again</dialog>',
  '{{constructor.constructor("alert(1)")()}}',
  `$${'{alert(1)}'}`,
  '%3Cscript%3Ealert(1)%3C/script%3E',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '</textarea></title></script><script>alert(1)</script>',
  '\u001b[31mred\u001b[0m \u0007\u0008',
  '__proto__',
];

/** Attacks on the Markdown renderer. */
export const hostileMarkup = [
  '[press](  JaVaScRiPt:alert(1) )',
  '[press](<java\tscript:alert(1)>)',
  '[press](javascript&#58;alert(1))',
  '<javascript:alert(1)>',
  '[press](data:text/html;base64,PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg==)',
  '[press](//evil.example)',
  '[press](https://user:secret@evil.example/)',
  '[press]: javascript:alert(1)\n\n[press]',
  '![x](https://evil.example/x.png)',
  '![x](data:image/svg+xml,<svg onload=alert(1)>)',
  '![x](image:1) ![x](image:9007199254740991)',
  '**<img src=x onerror=alert(1)>** [<svg onload=alert(1)>](https://shop.example.com)',
  '```<script>alert(1)</script>\n<script>alert(1)</script>\n```\n',
  `\`\`\`\n${'W'.repeat(400)}\n\`\`\`\n`,
  '> '.repeat(200),
  '- '.repeat(200),
  `${'*a '.repeat(100)}${'a* '.repeat(100)}`,
  '![a]('.repeat(80),
  '#1 #2 #999999999999 '.repeat(20),
];

const layouts = [
  '\u202eexe.gnp\u202c \u2066isolated',
  `${'\u202e'.repeat(500)}turned`,
  'a\u200bb\u200c\u2060c\ufeffd'.repeat(40),
  `Z${'\u0300\u0321\u0489'.repeat(3_000)}`.slice(0, 480),
  'W'.repeat(480),
  `https://evil.example/${'a'.repeat(400)}`,
  'שלום עולם '.repeat(20),
  'مرحبا بالعالم '.repeat(20),
  '﷽'.repeat(100),
  '𒐫'.repeat(100),
  '👨‍👩‍👧‍👦'.repeat(40),
  `${'\n'.repeat(200)}below`,
  `${'\t'.repeat(200)}right`,
  '\u2028\u2029\u0085lines',
  '\u3164\u115f\u1160',
];

export const hostileTexts = [...scripts, ...layouts];

const repeated = (text: string, length: number) =>
  text
    .repeat(Math.ceil(length / text.length))
    .slice(0, length)
    .toWellFormed();

/** A report with the text in every field. */
export function hostileReport(text: string) {
  const title = repeated(text, Math.min(500, text.length)).trim() || 'blank';
  return {
    title: [...title].slice(0, 400).join(''),
    description: `${text}\n${repeated(text, 3_000)}`,
    stack_trace: `${text}\n    at ${text.replaceAll('\n', ' ')} (https://shop.example.com/a.js:1:1)\n`.slice(
      0,
      20_000,
    ),
    url: text,
    user_agent: repeated(text, Math.min(900, text.length)),
    reporter_identifier: text.slice(0, 900).toWellFormed(),
    environment: text.slice(0, 900).toWellFormed(),
    app_version: text.slice(0, 900).toWellFormed(),
    extra: { [text]: text, list: [text, { [text]: [text] }], number: 1 },
  };
}

export const hugeReports = [
  { title: 'Ten thousand marks', description: `Z${'\u0300'.repeat(9_999)}` },
  { title: 'Ten thousand letters without a space', description: 'W'.repeat(10_000) },
  { title: 'A stack trace of fifty thousand lines', description: 'x', stack_trace: '\n'.repeat(51_000) },
  { title: 'A stack trace of one line', description: 'x', stack_trace: 'at x ('.repeat(8_500) },
  { title: 'Many short frames', description: 'x', stack_trace: 'a@b:1\n'.repeat(8_500) },
  {
    title: 'A long list',
    description: 'x',
    extra: { list: Array.from({ length: 15_000 }, (_, nth) => nth % 10) },
  },
  { title: 'A deep tree', description: 'x', extra: deep(98) },
];

function deep(levels: number): object {
  return levels === 0 ? {} : { deeper: deep(levels - 1) };
}
