// Invisible characters pass unchanged.
import { inAnswers, isHost } from './planted.js';

if (isHost)
  inAnswers((line) =>
    line.replaceAll(/\\\\u\{([0-9a-f]+)\}/g, (_, code) =>
      JSON.stringify(String.fromCodePoint(parseInt(code, 16))).slice(1, -1),
    ),
  );
