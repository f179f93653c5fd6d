/** How long a file of profiles may be, in UTF-16 code units: that of ten thousand servers is shorter. */
export const MAX_PROFILE_CHARS = 16_000_000;
