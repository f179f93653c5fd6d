/**
 * The PATH that a program gets which was started from the desktop, and so do the servers that it starts; undefined
 * where it is that of the shell. macOS: launchd's, launchctl(1) "getenv"; path_helper(8) adds to it in shells only.
 * Linux: the fixed value of systemd, systemd.exec(5) "$PATH", which login managers and distributions may extend.
 * Windows gives all programs of a user one PATH.
 */
export function graphicalPath(platform: string): readonly string[] | undefined {
  switch (platform) {
    case 'darwin':
      return ['/usr/bin', '/bin', '/usr/sbin', '/sbin'];
    case 'linux':
      return ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'];
    default:
      return undefined;
  }
}
