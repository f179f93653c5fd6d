import { vi } from 'vitest';

// Stores are module state: each test file gets its own modules, in a shared worker.
vi.resetModules();
