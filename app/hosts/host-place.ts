/** Where a user's configuration files lie on this machine. Paths are absolute. */
export type HostPlace = {
  /** As Node names it: `linux`, `darwin`, `win32`. */
  readonly platform: string;
  readonly home: string;
  /** The environment: `APPDATA`, `LOCALAPPDATA`, `XDG_CONFIG_HOME` and `CLAUDE_CONFIG_DIR` are read. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The project whose own files are looked at too, where there is one. */
  readonly project?: string | undefined;
};

/** Joins parts of a path with the platform's separator; an absolute later part does not restart it. */
export function joinPath(place: HostPlace, base: string, ...parts: readonly string[]): string {
  const separator = place.platform === 'win32' ? '\\' : '/';
  const trimmed = base.endsWith('/') || base.endsWith(separator) ? base.slice(0, -1) : base;
  return [trimmed, ...parts].join(separator);
}

/** The folder where desktop programs keep their settings: Application Support, APPDATA, or XDG's. */
export function settingsFolder(place: HostPlace): string {
  if (place.platform === 'darwin') return joinPath(place, place.home, 'Library', 'Application Support');
  if (place.platform === 'win32') return roamingFolder(place);
  return configFolder(place);
}

/** `XDG_CONFIG_HOME` where it is absolute, else `~/.config`. */
export function configFolder(place: HostPlace): string {
  const given = place.env.XDG_CONFIG_HOME ?? '';
  return given.startsWith('/') ? given : joinPath(place, place.home, '.config');
}

/** `APPDATA` of Windows. */
export function roamingFolder(place: HostPlace): string {
  return place.env.APPDATA || joinPath(place, place.home, 'AppData', 'Roaming');
}

/** `LOCALAPPDATA` of Windows. */
export function localFolder(place: HostPlace): string {
  return place.env.LOCALAPPDATA || joinPath(place, place.home, 'AppData', 'Local');
}
