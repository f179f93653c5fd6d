import { rememberedTheme, showTheme } from './theme.ts';

// Runs before React: the first thing that is drawn already has its colors.
showTheme(rememberedTheme());
