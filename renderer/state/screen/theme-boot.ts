import { rememberedTheme, showTheme } from './theme.ts';

// Runs before React, so that the first paint has the right colors.
showTheme(rememberedTheme());
