import { vi } from 'vitest';

// The stores are states of their modules: each file of tests gets modules of its own, in a worker that it shares.
vi.resetModules();
