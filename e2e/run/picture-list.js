// The pictures of README.md and docs/, by the names of their files in docs/.

/** Light and dark, and the two widths of the main screen. */
const MAIN = ['light', 'dark'].flatMap((scheme) =>
  [1024, 1440].map((width) => ({ name: `main-${scheme}-${width}`, scheme, width, scene: 'main' })),
);

/** Scenes of which one picture is enough on a page. */
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

/** Every picture: its name, its colors, the window's width in pixels, and what it shows. */
export const PICTURES = [
  ...MAIN,
  ...SINGLE.map((scene) => ({ name: `${scene}-light`, scheme: 'light', width: 1440, scene })),
];

/** The moving pictures. */
export const CLIPS = /** @type {const} */ ([
  { name: 'clip-light', scheme: 'light' },
  { name: 'clip-dark', scheme: 'dark' },
]);

/** What no page shows: made beside the others in a folder of one's own, to compare two states of the screen. */
export const MORE_PICTURES = [...SINGLE, 'settings', 'recordings', 'compare', 'probe-result'].flatMap(
  (scene) =>
    ['light', 'dark'].map((scheme) => ({ name: `${scene}-${scheme}-1024`, scheme, width: 1024, scene })),
);
