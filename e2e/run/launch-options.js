// How the tests' browser is launched: the one that TIERSCOPE_BROWSER names, without what a test never looks at.

/**
 * Chromium's window loads two pages of its own beside each page of a test, for the list below an address bar that
 * nobody sees: with them the app's page takes twice the processor time.
 */
const OWN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** The last list of features is the one that counts, so those that Playwright turns off stand here too. */
const PLAYWRIGHTS_OWN = [
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

const executablePath = process.env.TIERSCOPE_BROWSER;

/** Playwright's `launchOptions`; without TIERSCOPE_BROWSER it takes the browser that it downloaded itself. */
export const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    // As root Chromium cannot make its sandbox; the pages here are the project's own.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    `--disable-features=${[...OWN_PAGES, ...PLAYWRIGHTS_OWN].join(',')}`,
  ],
};
