import type { Page } from '@playwright/test';
import { expect, plainPage, type Site, test, widgetOf } from './widget.ts';

/** Policies under which a picture is drawn by the browser itself, or painted because images that it would need are forbidden. */
const methods = {
  drawn: (service: string) =>
    `default-src 'none'; script-src 'nonce-n'; style-src 'nonce-n'; img-src data:; connect-src ${service};
     require-trusted-types-for 'script'; trusted-types 'none'`,
  painted: (service: string) =>
    `default-src 'none'; script-src 'nonce-n'; style-src 'nonce-n'; img-src 'self'; connect-src ${service}`,
};

interface Given {
  body: string;
  style: string;
  options?: string;
}

async function openPage(page: Page, site: Site, service: string, method: keyof typeof methods, given: Given) {
  await page.setViewportSize({ width: 800, height: 600 });
  const policy = methods[method](service).replace(/\s+/g, ' ');
  const html = plainPage(given.body, `<style nonce="n">${given.style}</style>`);
  const options = `nonce="n" ${given.options ?? ''}`;
  await page.goto(site.serve({ html, options, headers: { 'content-security-policy': policy } }));
  await expect(widgetOf(page).button).toBeVisible();
}

/** Takes a picture of the page, and answers the colours that it has at each of these elements. */
async function coloursAt(page: Page, ids: string[]): Promise<Record<string, string[]>> {
  const rects = await page.evaluate(
    (all) =>
      all.map((id) => {
        const { x, y, width, height } = (document.getElementById(id) as HTMLElement).getBoundingClientRect();
        return [id, x, y, width, height] as const;
      }),
    ids,
  );
  const widget = widgetOf(page);
  await widget.open();
  await widget.dialog.getByRole('button', { name: 'Capture page' }).click();
  const preview = widget.dialog.getByRole('img', { name: 'Screenshot' });
  await expect.poll(() => preview.evaluate((canvas: HTMLCanvasElement) => canvas.width)).toBe(800);
  return preview.evaluate((canvas: HTMLCanvasElement, places) => {
    const context = canvas.getContext('2d') as CanvasRenderingContext2D;
    const coloursOf = ([, x, y, width, height]: (typeof places)[0]) => {
      const { data } = context.getImageData(x + 2, y + 2, width - 4, height - 4);
      const colours = new Set<string>();
      for (let at = 0; at < data.length; at += 4) colours.add(data.slice(at, at + 3).join(','));
      return [...colours];
    };
    return Object.fromEntries(places.map((place) => [place[0], coloursOf(place)]));
  }, rects);
}

const style = `body { margin: 0; font: 20px sans-serif } h1 { font-size: 20px; margin: 0 }
  main > * { display: block; box-sizing: border-box; width: 300px; height: 30px; margin: 0; padding: 0; border: 0; font: 20px sans-serif }
  #dots { -webkit-text-security: disc } #blurred { filter: blur(4px) } #behind { position: relative }
  #cover { position: absolute; inset: 0; backdrop-filter: blur(6px) }
  #clipped { clip-path: inset(100%) } #covered { mask-image: linear-gradient(transparent, transparent) }`;

const secrets = `<input id="card" autocomplete="section-a billing CC-Number" value="4111 1111">
  <select id="expiry" autocomplete="cc-exp-month"><option>12</option></select>
  <input id="code" autocomplete="one-time-code" value="123456"><input id="password" type="password" value="hunter2" autocomplete="off">
  <input id="shown" type="password" value="hunter2" autocomplete="off"><input id="cvc" name="card[cvc]" value="123">
  <p id="dots">hunter2</p><p id="blurred">hunter2</p><p id="named">DE12 3456</p>`;

for (const method of ['drawn', 'painted'] as const) {
  test(`card fields, passwords, codes and hidden content are masked in a ${method} screenshot`, async ({
    page,
    site,
    service,
    problems,
  }) => {
    problems.allow(method === 'painted' ? /data:image|img-src data|Password field/ : /Password field/);
    const body = `${secrets}<p id="clipped">hunter2</p><p id="covered">hunter2</p><p id="plain">Text</p><input id="typed" value="Text">`;
    await openPage(page, site, service.url, method, { body, style, options: 'data-mask="#named"' });
    await page.evaluate(() => {
      (document.getElementById('shown') as HTMLInputElement).type = 'text';
    });
    const masked = ['card', 'expiry', 'code', 'password', 'shown', 'cvc', 'dots', 'blurred', 'named'];
    const colours = await coloursAt(page, [...masked, 'clipped', 'covered', 'plain', 'typed']);
    expect(Object.fromEntries(masked.map((id) => [id, colours[id]]))).toEqual(
      Object.fromEntries(masked.map((id) => [id, ['0,0,0']])),
    );
    // Nothing is to be read there either, and everything else is as it was.
    expect([colours.clipped?.length, colours.covered?.length]).toEqual([1, 1]);
    expect(colours.plain?.length).toBeGreaterThan(4);
    expect(colours.typed?.length).toBeGreaterThan(4);
    const sketch = widgetOf(page).dialog.getByText('Simplified image of the page. Some details are missing.');
    await expect(sketch).toHaveCount(method === 'painted' ? 1 : 0);
  });

  test(`a site can mask every input in a ${method} screenshot`, async ({ page, site, service, problems }) => {
    problems.allow(method === 'painted' ? /data:image|img-src data/ : /^$/);
    const body = `<input id="typed" value="Text"><textarea id="area">Text</textarea><select id="chosen"><option>Text</option></select>
      <p id="edited" contenteditable>Text</p><p id="plain">Text</p><input id="button" type="submit" value="Text">`;
    await openPage(page, site, service.url, method, { body, style, options: 'data-mask-inputs' });
    const { plain, button, ...inputs } = await coloursAt(page, [
      ...['typed', 'area', 'chosen', 'edited', 'plain', 'button'],
    ]);
    const black = ['0,0,0'];
    expect(inputs).toEqual({ typed: black, area: black, chosen: black, edited: black });
    expect(plain?.length).toBeGreaterThan(4);
    expect(button?.length).toBeGreaterThan(4);
  });
}

test('a drawn screenshot shows the page as it is', async ({ page, site, service }) => {
  const picture =
    'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" width="20" height="20"%3E%3Ccircle cx="10" cy="10" r="8"/%3E%3C/svg%3E';
  const look = `body { margin: 0; font: 16px sans-serif; height: 3000px } main { display: grid; grid-template-columns: repeat(4, 1fr); gap: 8px }
    main > * { min-height: 90px; margin: 0 } h1 { position: sticky; top: 0; background: #ddd; min-height: 0; grid-column: 1 / -1; z-index: 1 }
    #image { background: url('${picture}') } #pseudo::before { content: "before "; color: red } #pseudo::after { content: " after"; color: blue }
    #text { background: linear-gradient(90deg, red, blue); background-clip: text; color: transparent; font-size: 40px }
    #radial { background: radial-gradient(yellow, red) } #conic { background: conic-gradient(red, yellow, green, red) }
    #turned { transform: rotate(20deg); background: #fc9 } #clip { clip-path: polygon(50% 0, 100% 100%, 0 100%); background: #0a0 }
    #filter { filter: invert(1); background: #39f } #shadow { box-shadow: inset 0 0 20px 10px red } #scrolled { overflow: auto; height: 90px }
    #scrolled p { margin: 0 0 30px } #fixed { position: fixed; right: 10px; top: 400px; min-height: 0; background: #0cf; padding: 8px }`;
  const body = `<div id="image"></div><div id="pseudo">text</div><div id="text">Gradient</div>
    <div><svg width="160" height="60"><text x="5" y="40" font-size="30" fill="green">SVG text</text></svg></div><div id="radial"></div>
    <div id="conic"></div><div><progress value=".6"></progress><meter value=".7"></meter><input type="range"></div>
    <div><ol start="7"><li>one</li><li>two</li></ol></div><div id="turned">turned</div><div id="clip"></div><div id="filter">filter</div>
    <div id="shadow">shadow</div><div id="scrolled"><p>1</p><p>2</p><p>3</p><p>4</p></div>
    <div><input id="typed"><input type="checkbox" id="box"><select><option>a</option><option>b</option></select></div><div id="fixed">fixed</div>`;
  await openPage(page, site, service.url, 'drawn', { body, style: look });
  await page.evaluate(() => {
    scrollTo(0, 60);
    (document.getElementById('scrolled') as HTMLElement).scrollTop = 40;
    (document.getElementById('typed') as HTMLInputElement).value = 'Typed';
    (document.getElementById('box') as HTMLInputElement).checked = true;
    (document.querySelector('select') as HTMLSelectElement).selectedIndex = 1;
  });
  // Hiding the caret would take a style that the policy forbids.
  const seen = await page.screenshot({ caret: 'initial' });
  await coloursAt(page, []);
  const different = await widgetOf(page)
    .dialog.getByRole('img', { name: 'Screenshot' })
    .evaluate(
      async (canvas: HTMLCanvasElement, bytes) => {
        const bitmap = await createImageBitmap(new Blob([Uint8Array.from(bytes)], { type: 'image/png' }));
        const context = new OffscreenCanvas(800, 600).getContext('2d') as OffscreenCanvasRenderingContext2D;
        context.drawImage(bitmap, 0, 0);
        const one = context.getImageData(0, 0, 800, 500).data;
        context.drawImage(canvas, 0, 0);
        const other = context.getImageData(0, 0, 800, 500).data;
        let count = 0;
        for (let at = 0; at < one.length; at += 4)
          if ([0, 1, 2].some((part) => Math.abs((one[at + part] ?? 0) - (other[at + part] ?? 0)) > 60))
            count++;
        return (count * 4) / one.length;
      },
      [...seen],
    );
  expect(different).toBeLessThan(0.01);
});
