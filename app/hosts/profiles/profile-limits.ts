/** Maximum length of a profile file, in UTF-16 code units: ten thousand servers take less. */
export const MAX_PROFILE_CHARS = 16_000_000;
