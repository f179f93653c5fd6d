import { version } from '../../package.json';

/** The version of this program. */
export const appVersion: string = version;
