// How the tests' browser is launched: the one in TIERSCOPE_BROWSER, without features that no test uses.

/**
 * Chromium's window loads two pages of its own per test page, for the list below an invisible address bar: they double
 * the CPU time of the app's page.
 */
const OWN_PAGES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'WebUIOmniboxFullPopup'];

/** Only the last list of features applies, so it repeats those that Playwright turns off. */
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

/** Playwright's `launchOptions`; without TIERSCOPE_BROWSER it uses the browser that it downloaded itself. */
export const launchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    // Chromium cannot create its sandbox as root; the pages here are the project's own.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-background-networking',
    '--disable-component-update',
    '--no-first-run',
    `--disable-features=${[...OWN_PAGES, ...PLAYWRIGHTS_OWN].join(',')}`,
  ],
};
