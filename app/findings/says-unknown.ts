import { aboutText } from './told-text.ts';

const UNKNOWN =
  /not found|unknown|not exist|no such|nonexistent|not registered|not available|no (tool|prompt|resource) (named|called)|disabled/i;

/** True where a message says that what was asked for is not there. It reads the first 2,000 characters. */
export const saysUnknown = aboutText((text) => UNKNOWN.test(text.slice(0, 2000)));
