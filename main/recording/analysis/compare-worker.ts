import { type HeldComparison, heldComparison } from '../../../app/analysis/compare/held-comparison.ts';
import { serveOwner } from '../../system/worker-channel.ts';

// Runs as a worker thread: holds one comparison.

serveOwner<object, HeldComparison>(heldComparison());
