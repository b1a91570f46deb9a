export const style = `
:root {
  color-scheme: light dark;
  --ground: light-dark(#fafaf9, #1c1917);
  --raised: light-dark(#fff, #292524);
  --line: light-dark(#e7e5e4, #44403c);
  --edge: light-dark(#928c87, #78706a);
  --ink: light-dark(#1c1917, #f5f5f4);
  --quiet: light-dark(#57534e, #b8b2ac);
  --accent: light-dark(#9a4508, #f59e0b);
  --on-accent: light-dark(#fff, #1c1917);
  font: 15px/1.5 system-ui, sans-serif;
}
* { box-sizing: border-box }
body { margin: 0 auto; padding: 24px 16px 64px; max-width: 960px; color: var(--ink); background: var(--ground); overflow-wrap: anywhere }
h1 { margin: 0; font-size: 26px }
h2 { margin: 40px 0 4px; font-size: 20px; scroll-margin-top: 16px }
h1 small, td small { color: var(--quiet); font-weight: normal }
p { margin: 4px 0 12px; color: var(--quiet) }
a { color: var(--accent) }
code, pre, textarea { font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace }
nav { display: flex; flex-wrap: wrap; gap: 4px 16px }
nav a { padding: 4px 0 }
details { margin: 8px 0; border: 1px solid var(--line); border-radius: 6px; background: var(--raised); scroll-margin-top: 16px }
summary { padding: 10px 12px; cursor: pointer }
summary span { color: var(--quiet) }
.method { display: inline-block; min-width: 56px; font-weight: bold; color: var(--accent) }
details > div { padding: 0 12px 12px }
.field { margin: 12px 0 }
.field label { display: block; font-weight: 600 }
.field p { margin: 2px 0; font-size: 13px }
input, select, textarea { width: 100%; padding: 8px; border: 1px solid var(--edge); border-radius: 6px; color: inherit; background: var(--ground); font-size: 14px }
button { min-height: 36px; padding: 6px 20px; border: 0; border-radius: 6px; font: inherit; font-weight: 600; color: var(--on-accent); background: var(--accent); cursor: pointer }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px }
pre { max-height: 400px; margin: 8px 0; padding: 12px; overflow: auto; white-space: pre-wrap; border: 1px solid var(--line); border-radius: 6px; background: var(--ground) }
table { width: 100%; margin-top: 16px; border-collapse: collapse; table-layout: fixed }
caption { text-align: start; font-weight: 600; padding-bottom: 4px }
th, td { padding: 6px 8px 6px 0; border-top: 1px solid var(--line); text-align: start; vertical-align: top; font-weight: normal }
thead th { color: var(--quiet) }
table th:first-child { width: 25% }
form + table th:first-child { width: 64px }
form + table th:last-child { width: 25% }
`;
