import parts from './kit.module.css';
import surfaces from './surface.module.css';

/** The classes that the screen is made of: layout, texts and surfaces. */
export const kit = { ...parts, ...surfaces };
