import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Page } from 'playwright/test';

const axePath = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** The rules of WCAG 2.1 A and AA that axe-core can check, contrast among them. */
export async function violations(page: Page): Promise<string[]> {
  // A colour on its way to another is neither of the two.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.allSettled(transitions.map((one) => one.finished));
  });
  // The strict policy of the page forbids injected scripts, so the checker runs in the driver's own world.
  const source = await readFile(axePath, 'utf8');
  const session = await page.context().newCDPSession(page);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  const expression = `${source};axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] }).then((result) =>
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
