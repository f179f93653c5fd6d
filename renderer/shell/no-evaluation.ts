import { config } from 'zod';

// zod tests whether it may compile its checks by compiling something, which the page's policy refuses and reports. Must
// run before any schema is created.
config({ jitless: true });
