// `npm run pictures`: builds the app and recreates the images of README.md and docs/; arguments select some by name.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser, startApp } from './bench-app.js';
import { makeClip } from './clip.js';
import { CLIPS, MORE_PICTURES, PICTURES } from './picture-list.js';
import { SCENES } from './picture-scenes.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = process.env.TIERSCOPE_PICTURES ?? join(root, 'docs');
const words = process.argv.slice(2);
const all = process.env.TIERSCOPE_PICTURES === undefined ? PICTURES : [...PICTURES, ...MORE_PICTURES];
/** @param {{ name: string }} picture */
const isWanted = ({ name }) => words.length === 0 || words.some((word) => name.includes(word));
const [wanted, clips] = [all.filter(isWanted), CLIPS.filter(isWanted)];
const HEIGHTS = { 1024: 700, 1440: 900 };

/** @param {(typeof all)[number]} picture @param {import('playwright').Browser} browser */
async function make({ name, scheme, width, scene: sceneName }, browser) {
  const scene = SCENES[sceneName];
  if (scene === undefined) throw new Error(`no scene ${sceneName}`);
  // Its own app, so that what one scene leaves open does not appear in the next.
  const app = await startApp(...scene.recordings.map((one) => `e2e/corpus/${one}.tierscope.jsonl`));
  try {
    const page = await browser.newPage({
      viewport: { width, height: HEIGHTS[width === 1024 ? 1024 : 1440] },
      colorScheme: scheme === 'dark' ? 'dark' : 'light',
      reducedMotion: 'reduce',
      locale: 'en-GB',
      timezoneId: 'UTC',
    });
    await page.goto(app.address);
    await page.locator('[data-session-state="recording"], [data-session-state="ready"]').first().waitFor();
    await page.getByRole('row').nth(2).waitFor();
    await scene.show(page);
    await page.evaluate(() => document.fonts.ready.then(() => undefined));
    await page.waitForLoadState('networkidle');
    await page.screenshot({ path: join(folder, `${name}.png`), animations: 'disabled', caret: 'hide' });
    await page.close();
    console.log(`${name}.png`);
  } finally {
    await app.stop();
  }
}

/** @param {(typeof CLIPS)[number]} clip @param {import('playwright').Browser} browser */
async function film({ name, scheme }, browser) {
  const app = await startApp();
  try {
    await makeClip(browser, app.address, scheme, join(folder, `${name}.gif`));
    console.log(`${name}.gif`);
  } finally {
    await app.stop();
  }
}

execFileSync(process.execPath, ['main/bin/build.js'], { cwd: root, stdio: 'ignore' });
const browser = await launchBrowser();
/** @type {string[]} */
const failed = [];
try {
  for (const picture of wanted) {
    await make(picture, browser).catch((error) => failed.push(`${picture.name}: ${String(error)}`));
  }
  for (const clip of clips) {
    await film(clip, browser).catch((error) => failed.push(`${clip.name}: ${String(error)}`));
  }
} finally {
  await browser.close();
}
for (const fault of failed) console.error(fault);
process.exitCode = failed.length > 0 || wanted.length + clips.length === 0 ? 1 : 0;
