import { describe, expect, it } from 'vitest';
import { parseStackTrace } from './parse.ts';

/** The parts in short: the function of an own frame, how many frames of libraries, and the text of the rest. */
const inShort = (trace: string) =>
  parseStackTrace(trace).map((part) =>
    part.kind === 'own' ? part.name : part.kind === 'libraries' ? part.count : `“${part.text}”`,
  );

describe('own frames and libraries are told apart', () => {
  it('in V8', () => {
    expect(
      inShort(`TypeError: undefined is not an object
    at submitPayment (https://shop.example.com/checkout/pay.ts:118:22)
    at async onPay (webpack-internal:///./src/button.tsx:42:9)
    at new Cart (file:///app/cart.js:1:1)
    at https://shop.example.com/main.js:3:14
    at Array.map (<anonymous>)
    at callCallback (https://shop.example.com/node_modules/react-dom/index.js:1:2)
    at process.processTicksAndRejections (node:internal/process/task_queues:105:5)
    at chrome-extension://abcdef/content.js:1:2
    at render (https://shop.example.com/assets/vendor-8f3a.js:1:2)`),
    ).toEqual(['“TypeError: undefined is not an object”', 'submitPayment', 'onPay', 'new Cart', '', 5]);
  });

  it('in Firefox and Safari', () => {
    expect(
      inShort(`submitPayment@https://shop.example.com/pay.js:118:22
@https://shop.example.com/main.js:3:14
forEach@[native code]
global code@https://shop.example.com/main.js:9:1
async*load@https://cdn.jsdelivr.net/npm/vue@3/vue.js:1:1
[native code]`),
    ).toEqual(['submitPayment', '', 1, 'global code', 2]);
  });

  it('in Python, with the code below the place', () => {
    expect(
      inShort(`Traceback (most recent call last):
  File "/app/shop/views.py", line 12, in checkout
    total = cart.total()
            ^^^^^^^^^^^^
  File "/usr/lib/python3.13/site-packages/django/core.py", line 1, in inner
    return get_response(request)
  File "<frozen importlib._bootstrap>", line 488, in _call_with_frames_removed
ValueError: no total`),
    ).toEqual(['“Traceback (most recent call last):”', 'checkout', 2, '“ValueError: no total”']);
  });

  it('in Java', () => {
    expect(
      inShort(`java.lang.IllegalStateException: no cart
	at com.example.shop.Cart.total(Cart.java:12)
	at java.base/java.util.ArrayList.forEach(ArrayList.java:1596)
	at org.springframework.web.Servlet.service(Servlet.java:1)
	at com.example.shop.Main.main(Main.java:3)
Caused by: java.io.IOException: gone
	... 12 more`),
    ).toEqual([
      '“java.lang.IllegalStateException: no cart”',
      'com.example.shop.Cart.total',
      2,
      'com.example.shop.Main.main',
      '“Caused by: java.io.IOException: gone\n\t... 12 more”',
    ]);
  });

  it('in Ruby', () => {
    expect(
      inShort(`NoMethodError (undefined method 'total' for nil)
app/models/cart.rb:12:in 'Cart#total'
	from /usr/lib/ruby/gems/3.4.0/gems/rack-3.1/lib/rack.rb:1:in 'call'
	from config.ru:5:in \`block in <main>'`),
    ).toEqual(["“NoMethodError (undefined method 'total' for nil)”", 'Cart#total', 1, 'block in <main>']);
  });

  it('in Go, two lines a frame', () => {
    expect(
      inShort(`goroutine 1 [running]:
main.checkout(0xc000012345, 0x1)
	/app/main.go:12 +0x1d
net/http.HandlerFunc.ServeHTTP(0x1)
	/usr/local/go/src/net/http/server.go:2294 +0x29
created by main.main in goroutine 1
	/app/main.go:3 +0x2`),
    ).toEqual(['“goroutine 1 [running]:”', 'main.checkout', 1, 'main.main']);
  });

  it('in PHP', () => {
    expect(
      inShort(`PHP Fatal error: Uncaught Error
#0 /var/www/src/Cart.php(12): Shop\\Cart->total(1)
#1 /var/www/vendor/symfony/kernel.php(3): handle()
#2 [internal function]: array_map()
#3 {main}`),
    ).toEqual(['“PHP Fatal error: Uncaught Error”', 'Shop\\Cart->total', 3]);
  });

  it('in .NET', () => {
    expect(
      inShort(`System.NullReferenceException: Object reference not set
   at Shop.Cart.Total(String currency) in C:\\src\\Cart.cs:line 12
   at System.Linq.Enumerable.Sum(IEnumerable\`1 source)
   at Shop.Program.Main(String[] args)`),
    ).toEqual([
      '“System.NullReferenceException: Object reference not set”',
      'Shop.Cart.Total',
      1,
      'Shop.Program.Main',
    ]);
  });
});

it('loses no line', () => {
  const trace =
    'E: x\n  at a (a.js:1:1)\n  at b (node_modules/b.js:1:1)\n  at c (/node_modules/c.js:1:1)\n\nend\n';
  expect(
    parseStackTrace(trace)
      .map(({ text }) => text)
      .join('\n'),
  ).toBe(trace);
});

it.each([
  ['mail', 'Mail ada@example.com at 10:30'],
  ['prose', 'at the end (of the day) nothing works'],
  ['a log', '2026-11-16 10:00:00 INFO started'],
  ['nothing', ''],
])('leaves %s as it is', (_what, text) => {
  expect(parseStackTrace(text)).toEqual([{ kind: 'text', text }]);
});

it.each([
  ['one long line', 'at '.repeat(17_000)],
  ['parentheses', `at ${' ('.repeat(25_000)}`],
  ['lines with many of them', `at ${'a (:1:in `'.repeat(80)}\n`.repeat(60)],
  ['nothing but breaks', '\n'.repeat(51_200)],
  ['the shortest frames', 'a@b:1\n'.repeat(8_500)],
  ['digits', `x:${'1'.repeat(900)}\n`.repeat(56)],
])('reads 50 KB of %s', (_what, trace) => {
  expect(
    parseStackTrace(trace)
      .map(({ text }) => text)
      .join('\n'),
  ).toBe(trace);
});
