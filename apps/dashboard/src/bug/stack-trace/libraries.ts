import type { Frame } from './frames.ts';

/** Paths created by package managers, runtimes and bundlers. */
const folders =
  /(?:^|[/\\])(?:node_modules|bower_components|vendors?|site-packages|dist-packages|gems|pkg[/\\]mod|rubylibdir|\.pnpm|\.yarn|\.cargo|webpack[/\\](?:bootstrap|runtime))(?:[/\\]|$)/i;
const runtimes =
  /^(?:node:|internal[/\\]|native$|<anonymous>|<internal:|<frozen |\[native code\]|\[internal function\]|\(?eval at )|[/\\]lib[/\\](?:python\d|ruby[/\\])|[/\\]go[/\\]src[/\\]/i;
const extensions = /^(?:chrome|moz|safari|safari-web|ms-browser|edge)-extension:/i;
const bundles = /[/\\](?:chunk-)?(?:vendors?|polyfills?|runtime|framework)(?:[-.~][\w-]*)*\.m?js\b/i;
const elsewhere =
  /^https?:\/\/(?:[\w-]+\.)*(?:unpkg\.com|jsdelivr\.net|cdnjs\.cloudflare\.com|googletagmanager\.com|google-analytics\.com|googleapis\.com|gstatic\.com|esm\.sh|skypack\.dev)[/:]/i;
/** Java, Kotlin, Scala and .NET frames have a package instead of a path. */
const packages =
  /^(?:[\w.@]+\/{1,2})?(?:java|javax|jdk|sun|com\.sun|kotlin|kotlinx|scala|groovy|android|androidx|dalvik|jakarta|reactor|io\.netty|io\.reactivex|org\.(?:springframework|apache|hibernate|eclipse|junit|jetbrains|codehaus|gradle|aspectj)|com\.(?:google|fasterxml|zaxxer|android)|System|Microsoft|Newtonsoft|MS\.Internal)\.\w/;
const goRuntime = /^(?:runtime|testing|net\/http|reflect|sync|syscall)\./;

/** Whether a frame belongs to a library, a runtime or a browser extension instead of the app. */
export function isLibrary({ name, place }: Frame): boolean {
  return (
    place === '' ||
    folders.test(place) ||
    runtimes.test(place) ||
    extensions.test(place) ||
    bundles.test(place) ||
    elsewhere.test(place) ||
    packages.test(place) ||
    (place.endsWith('.go') && goRuntime.test(name))
  );
}
