// The animated image of README.md: a failing call, from its form to the line of code, in light and dark.
import { writeFileSync } from 'node:fs';
import gifenc from 'gifenc';
import { PNG } from 'pngjs';

const { GIFEncoder, quantize, applyPalette } = gifenc;

/** In pixels. */
const SIZE = { width: 1120, height: 700 };
/** A forge shows no larger image. */
const MAX_BYTES = 2_000_000;
/** The steps, one frame after each, and how long it is shown, in milliseconds. */
const STEPS = /** @type {const} */ ([
  ['rest', 1200],
  ['tool', 1000],
  ['city', 900],
  ['call', 3600],
  ['model', 2600],
  ['problems', 2600],
]);

/** @typedef {import('playwright').Page} Page */

/** @type {Readonly<Record<(typeof STEPS)[number][0], (page: Page) => Promise<void>>>} */
const DOES = {
  rest: async () => undefined,
  tool: async (page) => {
    await press(page, toolButton(page));
    await form(page).waitFor();
  },
  city: async (page) => form(page).getByRole('textbox', { name: 'city' }).fill('Paris'),
  call: async (page) => {
    await press(page, form(page).getByRole('button', { name: /^Call/ }));
    await page.getByRole('complementary', { name: 'Inspector' }).getByText('Copy path:line').waitFor();
  },
  model: async (page) => press(page, page.getByRole('tab', { name: "Model's view" })),
  problems: async (page) => {
    await press(page, page.getByRole('tab', { name: 'Explain' }));
    await press(page, page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name: 'Problems' }));
    await page.getByRole('listbox', { name: 'Problems' }).getByRole('option').first().waitFor();
  },
};

/** @param {Page} page */
const toolButton = (page) =>
  page.getByRole('navigation', { name: 'Tools' }).getByRole('button', { name: /^forecast/ });

/** @param {Page} page */
const form = (page) => page.getByRole('form', { name: 'Call forecast', exact: true });

/** Draws a pointer, which a headless page does not have. Runs in the page. @param {number[]} to in pixels */
function movePointer([x, y]) {
  const SVG = 'http://www.w3.org/2000/svg';
  const before = document.querySelector('svg[data-pointer]');
  const pointer = before instanceof SVGElement ? before : document.createElementNS(SVG, 'svg');
  if (before === null) {
    const path = document.createElementNS(SVG, 'path');
    path.setAttribute('d', 'M2 1v16l4-4 3 7 3-1-3-7h6z');
    path.setAttribute('fill', '#111');
    path.setAttribute('stroke', '#fff');
    pointer.setAttribute('data-pointer', '');
    pointer.append(path);
    document.body.append(pointer);
  }
  Object.assign(pointer.style, { position: 'fixed', zIndex: '9999', pointerEvents: 'none' });
  Object.assign(pointer.style, { width: '22px', height: '22px', left: `${x}px`, top: `${y}px` });
}

/** Moves the pointer to the target and clicks. @param {Page} page @param {import('playwright').Locator} target */
async function press(page, target) {
  const box = await target.boundingBox();
  if (box === null) throw new Error(`nothing to click at ${target}`);
  const [x, y] = [box.x + Math.min(box.width / 2, 60), box.y + box.height / 2];
  await page.evaluate(movePointer, [x, y]);
  await target.click();
}

/**
 * Connects to the server of the story, and writes the steps as one animated image.
 * @param {import('playwright').Browser} browser @param {string} address of the app
 * @param {'light' | 'dark'} scheme @param {string} file
 */
export async function makeClip(browser, address, scheme, file) {
  const page = await browser.newPage({
    viewport: SIZE,
    colorScheme: scheme,
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
  });
  await page.goto(address);
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Command' }).fill('node e2e/servers/forecast.js');
  await dialog.getByRole('textbox', { name: 'Label' }).fill('forecast');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.locator('[data-session-state="ready"]', { hasText: 'forecast' }).waitFor();
  await toolButton(page).waitFor();
  const gif = GIFEncoder();
  for (const [step, delay] of STEPS) {
    await DOES[step](page);
    await page.waitForLoadState('networkidle');
    const { data, width, height } = PNG.sync.read(
      await page.screenshot({ animations: 'disabled', caret: 'hide' }),
    );
    const palette = quantize(data, 256);
    gif.writeFrame(applyPalette(data, palette), width, height, { palette, delay });
  }
  gif.finish();
  const bytes = gif.bytes();
  if (bytes.length > MAX_BYTES) throw new Error(`${file} has ${bytes.length} bytes, more than ${MAX_BYTES}`);
  writeFileSync(file, bytes);
  await page.close();
}
