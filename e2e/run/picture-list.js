// The pictures of README.md and docs/, by the names of their files in docs/.

/** Light and dark, and the two widths of the main screen. */
const MAIN = ['light', 'dark'].flatMap((scheme) =>
  [1024, 1440].map((width) => ({ name: `main-${scheme}-${width}`, scheme, width, scene: 'main' })),
);

/** Scenes of which one picture is enough. */
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
].map((scene) => ({ name: `${scene}-light`, scheme: 'light', width: 1440, scene }));

/** Every picture: its name, its colours, the window's width in pixels, and what it shows. */
export const PICTURES = [...MAIN, ...SINGLE];
