import type { Page } from '@playwright/test';
import { openBugPage, panelOf, test } from './bug-view.ts';
import { expect } from './fixtures.ts';
import { hostileMarkup, hostileReport, hostileTexts, hugeReports } from './hostile-reports.ts';

/** What is wrong with the page that shows a bug: code, links to code, or boxes that leave their place. */
const findTrouble = (page: Page) =>
  page.evaluate(() => {
    const panel = document.querySelector('[data-bug-panel]') as HTMLElement;
    const trouble: string[] = [];
    if (document.documentElement.scrollWidth > innerWidth)
      trouble.push('the document is wider than the window');
    for (const part of panel.querySelectorAll(
      'script, iframe, object, embed, style, link, base, meta, form[action]',
    ))
      trouble.push(`<${part.localName}> in the panel`);
    for (const link of panel.querySelectorAll('a'))
      if (!/^https?:$/.test(link.protocol) || link.username) trouble.push(`a link to ${link.href}`);
    for (const image of panel.querySelectorAll('img'))
      if (new URL(image.src).origin !== location.origin) trouble.push(`an image from ${image.src}`);
    const frame = panel.getBoundingClientRect();
    const scrolls = (element: Element) => /auto|scroll/.test(getComputedStyle(element).overflowX);
    for (const element of panel.querySelectorAll('*')) {
      const { right, left, width } = element.getBoundingClientRect();
      if (width === 0 || (right <= frame.right + 1 && left >= frame.left - 1)) continue;
      let holder = element.parentElement;
      while (
        holder &&
        holder !== panel &&
        !scrolls(holder) &&
        getComputedStyle(holder).overflowX === 'visible'
      )
        holder = holder.parentElement;
      if (!holder || holder === panel) trouble.push(`<${element.localName}> leaves the panel`);
    }
    const title = panel.querySelector('h1')?.getBoundingClientRect().height ?? 0;
    if (title > innerHeight) trouble.push(`the title is ${title} px high`);
    const body = panel.querySelector('h1')?.parentElement?.parentElement as HTMLElement;
    if (body.scrollWidth > body.clientWidth) trouble.push('the panel scrolls sideways');
    return trouble;
  });

/** Has descriptions shown as Markdown, as comments always are. */
const formatDescriptions = (page: Page) =>
  page.addInitScript(() => localStorage.setItem('skep.formatted', 'true'));

/** Goes on to another bug without loading the dashboard anew. */
async function goOn(page: Page, id: number) {
  await page.evaluate((path) => {
    history.pushState({}, '', path);
    dispatchEvent(new PopStateEvent('popstate', { state: {} }));
  }, `/bugs/${id}`);
  await expect(panelOf(page, id).getByText('reported this')).toBeVisible();
}

const devices = { phone: { width: 390, height: 844 }, screen: { width: 1440, height: 900 } };
const corpora = {
  'script injection and attacks on the layout': hostileTexts,
  'hostile Markdown': hostileMarkup,
};

for (const [device, size] of Object.entries(devices))
  for (const [what, texts] of Object.entries(corpora))
    test(`${what} stay text on a ${device}`, async ({ signedInPage: page, reports }) => {
      test.slow();
      page.on('dialog', (dialog) => expect(dialog.message(), 'no text may open a dialog').toBe(''));
      await page.setViewportSize(size);
      const sent = await Promise.all(
        texts.map(async (text) => {
          const id = await reports.send(hostileReport(text));
          await reports.comment(id, hostileReport(text).description);
          return { id, text };
        }),
      );
      for (const isFormatted of [false, true]) {
        if (isFormatted) await formatDescriptions(page);
        await openBugPage(page, sent[0]?.id ?? 0);
        for (const { id, text } of sent) {
          await goOn(page, id);
          await expect(panelOf(page, id).locator('[data-markdown]')).toHaveCount(isFormatted ? 2 : 1);
          expect(await findTrouble(page), JSON.stringify(text)).toEqual([]);
        }
      }
    });

test('reports of the largest size stay in their place', async ({ signedInPage: page, reports }) => {
  test.slow();
  const ids = await Promise.all(hugeReports.map((report) => reports.send(report)));
  await formatDescriptions(page);
  await openBugPage(page, ids[0] ?? 0);
  for (const [nth, id] of ids.entries()) {
    await goOn(page, id);
    expect(await findTrouble(page), hugeReports[nth]?.title).toEqual([]);
  }
});
