import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CDPSession, expect, type Page } from 'playwright/test';
import { realPage } from './late-page.ts';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Passed rules are not counted. */
const RESULTS = { resultTypes: ['violations'] };
/** The rules of WCAG 2.1 A and AA that axe-core can check, contrast among them, and those of good practice. */
const EVERY_RULE = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'], ...RESULTS };
const CONTRAST = { runOnly: { type: 'rule', values: ['color-contrast'] }, ...RESULTS };
type Options = typeof EVERY_RULE | typeof CONTRAST;

/** A world belongs to its session: one session per page keeps the checker that is loaded there. */
const sessions = new WeakMap<Page, CDPSession>();

/**
 * The violations in the light and the dark theme, each with the theme's name. Themes differ only in colors, so the dark
 * theme is checked for contrast only.
 */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  const found: string[] = [];
  for (const [colorScheme, options] of [
    ['light', EVERY_RULE],
    ['dark', CONTRAST],
  ] as const) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
    found.push(...(await violations(page, options)).map((one) => `${colorScheme}: ${one}`));
  }
  return found;
}

/** The violations on the current page, one line per rule with the elements concerned. */
export async function violations(page: Page, options: Options = EVERY_RULE): Promise<string[]> {
  // A color in transition is neither of the two.
  await page.evaluate(() => {
    const transitions = document.getAnimations().filter((one) => one instanceof CSSTransition);
    return Promise.allSettled(transitions.map((one) => one.finished));
  });
  // The page's strict policy forbids injected scripts, so the checker runs in the driver's own world.
  const real = realPage(page);
  const session = sessions.get(real) ?? (await real.context().newCDPSession(real));
  sessions.set(real, session);
  const { frameTree } = await session.send('Page.getFrameTree');
  const { executionContextId } = await session.send('Page.createIsolatedWorld', {
    frameId: frameTree.frame.id,
    worldName: 'axe',
  });
  const evaluated = async (expression: string) => {
    const { result, exceptionDetails } = await session.send('Runtime.evaluate', {
      expression,
      contextId: executionContextId,
      awaitPromise: true,
      returnByValue: true,
    });
    if (exceptionDetails !== undefined)
      throw new Error(`axe-core failed: ${result.description ?? exceptionDetails.text}`);
    return result.value as unknown;
  };
  if ((await evaluated('typeof axe')) === 'undefined') await evaluated(`${source};0`);
  return (await evaluated(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map((one) => one.id + ': ' + one.nodes.map((node) => node.target.join(' ')).join(' | ')))`)) as string[];
}
