/** Sends the request of a form and shows the response below it. */
export const script = `'use strict';

const maxTextLength = 200000;

document.addEventListener('toggle', ({ target }) => fill(target), { capture: true });
addEventListener('hashchange', openTarget);
openTarget();
document.addEventListener('submit', (event) => {
  event.preventDefault();
  send(event.target);
});

/** Renders a section when it is first opened. */
function fill(details) {
  const template = details.querySelector(':scope > template');
  if (!template) return;
  const contents = document.createElement('div');
  contents.append(template.content);
  template.replaceWith(contents);
}

/** Opens the section that a link points to. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) target.open = true;
}

async function send(form) {
  form.request?.abort();
  form.request = new AbortController();
  const output = form.querySelector('[role=status]');
  output.textContent = 'Sending…';
  try {
    const { url, ...request } = requestOf(form);
    const response = await fetch(url, { ...request, redirect: 'manual', signal: form.request.signal });
    await show(response, output);
  } catch (error) {
    if (error.name !== 'AbortError') output.textContent = 'No response: ' + error.message;
  }
}

/** Requests go to the origin of the page: the CSP allows nothing else. */
function requestOf(form) {
  const headers = new Headers();
  for (const { dataset, value } of document.querySelectorAll('[data-credential]'))
    if (value) headers.set(dataset.credential, dataset.credential === 'authorization' ? 'Bearer ' + value : value);
  let path = form.dataset.path;
  const query = new URLSearchParams();
  for (const { name, value, dataset } of form.querySelectorAll('[data-in]')) {
    if (value === '') continue;
    if (dataset.in === 'path') path = path.replace('{' + name + '}', encodeURIComponent(value));
    else if (dataset.in === 'header') headers.set(name, value);
    else for (const part of 'several' in dataset ? value.split(',') : [value]) query.append(name, part.trim());
  }
  const field = form.querySelector('[data-body]');
  const body = field?.type === 'file' ? field.files[0] : field?.value;
  if (body) headers.set('content-type', field.type === 'file' ? body.type : 'application/json');
  const url = query.size > 0 ? path + '?' + query : path;
  return { url, method: form.dataset.method, headers, ...(body && { body }) };
}

async function show(response, output) {
  const status = document.createElement('p');
  status.textContent = response.type === 'opaqueredirect' ? 'Redirected' : response.status + ' ' + response.statusText;
  const text = document.createElement('pre');
  text.tabIndex = 0;
  text.setAttribute('role', 'group');
  text.setAttribute('aria-label', 'Response body');
  output.replaceChildren(status);
  const type = response.headers.get('content-type') ?? '';
  if (type.startsWith('image/')) {
    status.textContent += ', ' + (await response.blob()).size + ' bytes of ' + type;
    return;
  }
  if (!response.body) return;
  output.append(text);
  // An event stream never ends, so chunks are shown as they arrive.
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) {
    text.textContent += chunk;
    if (text.textContent.length > maxTextLength) break;
  }
  if (type.startsWith('application/json')) showJson(text);
}

function showJson(text) {
  try {
    const value = JSON.parse(text.textContent);
    text.textContent = JSON.stringify(value, null, 2);
    if (value.access_token) document.querySelector('[data-credential=authorization]').value = value.access_token;
  } catch {
    // Truncated JSON is shown as text.
  }
}
`;
