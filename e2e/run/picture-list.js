// The images of README.md and docs/, by file name in docs/.

/** Light and dark, and the two widths of the main screen. */
const MAIN = ['light', 'dark'].flatMap((scheme) =>
  [1024, 1440].map((width) => ({ name: `main-${scheme}-${width}`, scheme, width, scene: 'main' })),
);

/** Scenes that need only one image. */
const SINGLE = [
  'problems',
  'statistics',
  'health',
  'lookup',
  'merged',
  'palette',
  'connect',
  'forms',
  'elicitation',
  'probe',
];

/** Every image: its name, color scheme, window width in pixels, and scene. */
export const PICTURES = [
  ...MAIN,
  ...SINGLE.map((scene) => ({ name: `${scene}-light`, scheme: 'light', width: 1440, scene })),
];

/** The animated images. */
export const CLIPS = /** @type {const} */ ([
  { name: 'clip-light', scheme: 'light' },
  { name: 'clip-dark', scheme: 'dark' },
]);

/** Images that no page uses: created like the others, but in a separate folder, to compare two states of the screen. */
export const MORE_PICTURES = [...SINGLE, 'settings', 'recordings', 'compare', 'probe-result'].flatMap(
  (scene) =>
    ['light', 'dark'].map((scheme) => ({ name: `${scene}-${scheme}-1024`, scheme, width: 1024, scene })),
);
