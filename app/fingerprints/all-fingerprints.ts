import type { Fingerprint } from './fingerprint.ts';
import { GO_AND_RUST_FINGERPRINTS } from './go-and-rust-fingerprints.ts';
import { MCP_TS_CORE_FINGERPRINTS } from './mcp-ts-core-fingerprints.ts';
import { OTHER_FINGERPRINTS } from './other-fingerprints.ts';
import { PYTHON_FINGERPRINTS } from './python-fingerprints.ts';
import { TYPESCRIPT_FINGERPRINTS } from './typescript-fingerprints.ts';

/** Every trait by which a server's vocabulary shows itself in passive traffic. */
export const ALL_FINGERPRINTS: readonly Fingerprint[] = [
  ...TYPESCRIPT_FINGERPRINTS,
  ...MCP_TS_CORE_FINGERPRINTS,
  ...PYTHON_FINGERPRINTS,
  ...GO_AND_RUST_FINGERPRINTS,
  ...OTHER_FINGERPRINTS,
];
