import { HeldComparison } from '../../../app/analysis/compare/held-comparison.ts';
import { serveOwner } from '../../system/worker-channel.ts';
import { type ComparisonFunctions, comparisonFunctions } from './compare-thread.ts';

// Runs as a worker thread: holds one comparison.

serveOwner<object, ComparisonFunctions>(comparisonFunctions(new HeldComparison()));
