type Child = Node | string | false | null | undefined;

/** Builds elements without parsing HTML, as trusted types require. */
export function make<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]> | null,
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child): child is Node | string => !!child));
  return element;
}

export const button = (text: string, onclick: () => void, className = ''): HTMLButtonElement =>
  make('button', { type: 'button', className, onclick }, text);

/** Pages can set the `--skep-` variables on any ancestor of the widget. */
export const css = `
dialog{--a:var(--skep-accent,light-dark(#b45309,#f59e0b));--at:var(--skep-accent-text,light-dark(#fff,#1c1917));
--b:var(--skep-background,light-dark(#fff,#1c1917));--t:var(--skep-text,light-dark(#1c1917,#f5f5f4));
--m:color-mix(in srgb,var(--t) 66%,var(--b));--l:color-mix(in srgb,var(--t) 18%,var(--b));--f:color-mix(in srgb,var(--t) 5%,var(--b));
--r:var(--skep-radius,8px);--e:light-dark(#b91c1c,#fca5a5);
box-sizing:border-box;width:480px;max-width:calc(100vw - 32px);max-height:calc(100dvh - 32px);margin:auto;padding:0;border:1px solid var(--l);
border-radius:calc(var(--r) + 6px);background:var(--b);color:var(--t);font:15px/1.45 var(--skep-font,system-ui,sans-serif);text-align:start;
box-shadow:0 16px 48px #0006;overflow:hidden}
dialog[open]{display:flex;flex-direction:column}
dialog::backdrop{background:#0006}
dialog.wide{width:1100px}
:host([away]) *{visibility:hidden}:host([away]) dialog::backdrop{display:none}
*{box-sizing:border-box}[hidden]{display:none!important}
header,footer{display:flex;align-items:center;gap:8px;padding:12px 20px}
header{justify-content:space-between;padding-block:14px 6px}
footer{border-top:1px solid var(--l);flex-wrap:wrap}
footer>.main{margin-inline-start:auto}
footer a{margin-inline-end:auto;color:var(--m);font-size:12px}
h2{margin:0;font-size:18px;line-height:1.3}
form,.body{display:flex;flex-direction:column;gap:14px;padding:6px 20px 18px;overflow:auto;min-height:0;overscroll-behavior:contain}
p:empty{display:none}
p,pre,fieldset,legend{margin:0;padding:0;border:0}
label,legend,.name{font-weight:600;font-size:14px}
label>input,label>textarea,label>select{margin-top:4px}
small{color:var(--m);font-weight:400;font-size:13px}
input,textarea,select{display:block;width:100%;padding:8px 10px;border:1px solid light-dark(#8c8681,#78716c);border-radius:var(--r);background:var(--b);color:inherit;
font:inherit;font-weight:400}
textarea{min-height:84px;resize:vertical}
input[type=checkbox]{display:inline;width:16px;height:16px;margin:0;vertical-align:-2px;accent-color:var(--a)}
button,summary{cursor:pointer}
button{padding:7px 12px;border:1px solid var(--l);border-radius:var(--r);background:var(--f);color:inherit;font:inherit;font-size:14px;line-height:20px;font-weight:500}
button:hover{border-color:var(--m)}
button:disabled{opacity:.6;cursor:default}
button.main{font-weight:600;background:var(--a);border-color:var(--a);color:var(--at)}
button.x{padding:4px 10px;border-color:transparent;background:none;font-size:20px;line-height:24px}
button[aria-pressed=true]{border-color:var(--a);box-shadow:inset 0 0 0 1px var(--a)}
:focus-visible{outline:2px solid var(--a);outline-offset:1px}
.name+.row,.preview~.row{margin-top:6px}
.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.levels{display:flex;margin-top:4px;border:1px solid light-dark(#8c8681,#78716c);border-radius:var(--r);overflow:hidden}
.levels label{flex:1;position:relative;padding:7px 2px;text-align:center;font-weight:400;cursor:pointer}
.levels label+label{border-inline-start:1px solid var(--l)}
.levels input{position:absolute;inset:0;opacity:0;margin:0;cursor:pointer}
.levels label:has(:checked){background:var(--a);color:var(--at);font-weight:600}
.levels label:has(:focus-visible){outline:2px solid var(--t);outline-offset:-3px}
details{border:1px solid var(--l);border-radius:var(--r)}
summary{padding:7px 10px;font-size:14px}
.kind{display:flex;align-items:flex-start;gap:4px;padding-inline-start:10px;border-top:1px solid var(--l)}
.kind input{flex:none;margin-top:9px!important}
.kind details{flex:1;min-width:0;border:0}
pre{max-height:140px;overflow:auto;padding:8px 10px;background:var(--f);font:12px/1.5 ui-monospace,monospace;white-space:pre-wrap;overflow-wrap:anywhere;direction:ltr;text-align:left}
img,canvas{display:block;max-width:100%;max-height:200px;border:1px solid var(--l);border-radius:var(--r)}
canvas.preview{margin:6px 0 0}
canvas:not(.preview){max-height:calc(100dvh - 190px);margin:auto;touch-action:none;cursor:crosshair;direction:ltr}
.wrong{color:var(--e)}
.end{font-size:17px;padding-block:18px}
@media(any-pointer:coarse),(max-width:520px){button,input,select,summary,.levels label{min-height:44px}button{padding-block:11px}button.x{min-width:44px}
.levels label{padding-block:11px}summary{padding-block:11px}footer a{padding-block:13px}input[type=checkbox]{min-height:0;width:24px;height:24px;margin:10px}.kind input{margin-top:10px!important}}
@media(max-width:520px){dialog,dialog.wide{width:100vw;max-width:100vw;max-height:94dvh;margin:auto 0 0;border-width:1px 0 0;border-radius:16px 16px 0 0}
input,textarea,select{font-size:16px}footer{padding-bottom:calc(12px + env(safe-area-inset-bottom))}}
`;
