// The scene of each image: how to reach it from a page of the app, by roles and names.

const EVERYTHING = 'node node_modules/@modelcontextprotocol/server-everything/dist/index.js stdio';

/**
 * Recordings give the same rows each time; a scene that needs a server's answer calls one.
 * @typedef {{ readonly recordings: readonly string[], readonly show: (page: import('playwright').Page) => Promise<void> }} Scene
 */

/** @type {Readonly<Record<string, Scene>>} */
export const SCENES = {
  main: {
    recordings: ['core-observatory'],
    show: async (page) => {
      await page.locator('[role="row"][data-tier="protocol"]').first().click();
      await page.getByRole('complementary', { name: 'Inspector' }).getByText('On the wire').waitFor();
    },
  },
  problems: {
    recordings: ['core-observatory'],
    show: async (page) => {
      await view(page, 'Problems');
      await page.getByRole('listbox').getByRole('option').first().click();
      await page.getByText('Show rows').waitFor();
    },
  },
  statistics: {
    recordings: ['core-observatory'],
    show: async (page) => {
      await view(page, 'Statistics');
      await page.getByRole('table', { name: 'Calls by tool and method' }).waitFor();
    },
  },
  health: {
    recordings: ['core-observatory'],
    show: async (page) => {
      await view(page, 'Health');
      await page.getByRole('table', { name: 'Findings by rule' }).waitFor();
    },
  },
  lookup: {
    recordings: ['core-observatory'],
    show: async (page) => {
      await page.keyboard.press('c');
      await page.getByRole('searchbox', { name: 'Code, name or message' }).fill('-32602');
      await page.getByRole('button', { name: 'Code lookup as a page' }).click();
      await page.getByRole('region', { name: 'This server' }).waitFor();
    },
  },
  merged: {
    recordings: ['core-observatory', 'core-cinema'],
    show: async (page) => {
      await page.getByRole('tab', { name: /^All/ }).click();
      await page.getByRole('heading', { name: 'All sessions' }).waitFor();
      const errors = page.locator('[role="row"][data-tier="tool"]');
      await errors.first().click();
      await errors.nth(2).click({ modifiers: ['ControlOrMeta'] });
    },
  },
  palette: {
    recordings: ['core-observatory'],
    show: async (page) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('dialog').getByRole('combobox').fill('co');
    },
  },
  connect: {
    recordings: [],
    show: async (page) => {
      await page.keyboard.press('n');
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox', { name: 'Command' }).fill(EVERYTHING);
    },
  },
  forms: {
    recordings: [],
    show: async (page) => {
      await connect(page);
      await tool(page, 'get-structured-content');
    },
  },
  elicitation: {
    recordings: [],
    show: async (page) => {
      await connect(page);
      const form = await tool(page, 'trigger-elicitation-request');
      await form.getByRole('button', { name: /^Call/ }).click();
      const answer = page.getByRole('form', { name: /^Answer elicitation\/create/ });
      await answer.getByLabel('integer', { exact: true }).fill('four');
    },
  },
  probe: {
    recordings: [],
    show: async (page) => {
      await connect(page);
      await command(page, 'probe this server');
      const dialog = page.getByRole('dialog', { name: 'Probe this server' });
      await dialog.getByRole('button', { name: 'Probe', exact: true }).waitFor();
    },
  },
  settings: {
    recordings: [],
    show: async (page) => {
      await connect(page);
      await command(page, 'settings: start');
      await page.getByRole('dialog', { name: /^Settings/ }).waitFor();
    },
  },
  recordings: {
    recordings: [],
    show: async (page) => {
      await connect(page);
      await command(page, 'recordings');
      await page.getByRole('list', { name: 'Recordings' }).getByText('frames').first().waitFor();
    },
  },
  compare: {
    recordings: ['core-observatory', 'core-cinema'],
    show: async (page) => {
      await command(page, 'compare two runs');
      const side = (/** @type {string} */ name) =>
        page.getByRole('dialog').getByRole('group', { name }).getByRole('combobox');
      await side('Before').selectOption('s1');
      await side('After').selectOption('s2');
      const rows = page.getByRole('list', { name: 'Compared exchanges' });
      await rows.getByRole('button').first().click();
      await page.getByRole('region', { name: 'Before' }).waitFor();
    },
  },
  'probe-result': {
    recordings: [],
    show: async (page) => {
      await connect(page);
      await command(page, 'probe this server');
      const dialog = page.getByRole('dialog', { name: 'Probe this server' });
      await dialog.getByRole('button', { name: 'Probe', exact: true }).click();
      await page.getByRole('region', { name: 'Probe result' }).waitFor({ timeout: 120_000 });
    },
  },
};

/** @param {import('playwright').Page} page @param {string} words */
async function command(page, words) {
  await page.keyboard.press('ControlOrMeta+k');
  await page.getByRole('dialog').getByRole('combobox').fill(words);
  await page.keyboard.press('Enter');
}

/** @param {import('playwright').Page} page @param {string} name */
async function view(page, name) {
  await page.getByRole('tablist', { name: 'Views' }).getByRole('tab', { name }).click();
}

/** @param {import('playwright').Page} page */
async function connect(page) {
  await page.keyboard.press('n');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'Command' }).fill(EVERYTHING);
  await dialog.getByRole('textbox', { name: 'Label' }).fill('everything');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await page.locator('[data-session-state="ready"]', { hasText: 'everything' }).waitFor();
}

/**
 * Opens the form of a tool.
 * @param {import('playwright').Page} page @param {string} name
 */
async function tool(page, name) {
  const sidebar = page.getByRole('navigation', { name: 'Tools' });
  await sidebar
    .getByRole('button')
    .filter({ has: page.getByText(name, { exact: true }) })
    .first()
    .click();
  const form = page.getByRole('form', { name: `Call ${name}`, exact: true });
  await form.waitFor();
  return form;
}
