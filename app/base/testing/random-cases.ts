import fc from 'fast-check';
import { runs } from './runs.ts';

// Set up for each unit test file: a property that does not say how many cases it needs.
fc.configureGlobal({ numRuns: runs(100) });
