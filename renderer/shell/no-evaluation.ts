import { config } from 'zod';

// zod asks whether it may compile its checks, by compiling something; the page's policy refuses and reports that.
// This has to run before any schema is made.
config({ jitless: true });
