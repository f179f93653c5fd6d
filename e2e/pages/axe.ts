import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect, type Page } from 'playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** What passes is counted by nobody. */
const OPTIONS = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'], resultTypes: ['violations'] };

/** The violations in the light theme and in the dark one, each with the name of its theme. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    found.push(...(await violations(page)).map((one) => `${colorScheme}: ${one}`));
  }
  return found;
}

/** The rules of WCAG 2.1 A and AA that axe-core can check, contrast among them. */
export async function violations(page: Page): Promise<string[]> {
  // A colour on its way to another is neither of the two.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.allSettled(transitions.map((one) => one.finished));
  });
  // The strict policy of the page forbids injected scripts, so the checker runs in the driver's own world.
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  const expression = `${source};axe.run(${JSON.stringify(OPTIONS)}).then((result) =>
    result.violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.target.join(' ')).join(' | ')))`;
  const { result } = await session.send('Runtime.evaluate', {
    expression,
    contextId: executionContextId,
    awaitPromise: true,
    returnByValue: true,
  });
  await session.detach();
  return result.value as string[];
}
