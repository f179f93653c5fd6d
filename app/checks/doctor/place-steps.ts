import { coerce, satisfies, validRange } from 'semver';
import { quoted } from '../../explain/phrases.ts';
import type { StartCause } from '../../explain/start-cause.ts';
import { type CheckVerdict, causeVerdict, verdict } from './doctor-report.ts';
import type { CommandFile, CommandPlace, RuntimeEvidence, StartEvidence } from './start-evidence.ts';

/** Whether the working folder exists, with the scripts in the arguments; a script that started has no fault. */
export function folderStep(place: CommandPlace | undefined, isOpen = false): CheckVerdict {
  if (place === undefined) return verdict('not-looked');
  const { folder = '', folderExists, scripts = [] } = place;
  if (!folderExists) return verdict('folder-missing', { folder });
  const missing = isOpen ? undefined : scripts.find(({ isThere }) => !isThere);
  if (missing === undefined) {
    return verdict(
      'folder-found',
      { folder },
      scripts.map(({ path }) => path),
    );
  }
  const { name, path } = missing;
  return name === path
    ? verdict('script-missing.path', { path })
    : verdict('script-missing', { name, folder }, [path]);
}

export function commandStep({ command, cwd, place, traffic }: StartEvidence): CheckVerdict {
  if (place === undefined) return recordedCommand(command, traffic.spawnFailure, traffic.spawned);
  return foundCommand(command, cwd, place);
}

export function foundCommand(command: string, cwd: string, place: CommandPlace): CheckVerdict {
  if (!place.folderExists) return verdict('no-folder');
  if (place.file !== undefined) {
    const { path } = place.file;
    const key = path === command ? 'command-found.path' : 'command-found';
    return verdict(key, { command: quoted(command), path }, searched(place));
  }
  if (place.path.length === 0) {
    return verdict(
      'command-path-missing',
      { command: quoted(command) },
      cwd === '' ? [] : [`Working folder: ${cwd}`],
    );
  }
  return verdict('command-not-in-path', { command: quoted(command) }, searched(place));
}

function recordedCommand(command: string, failure: string | undefined, spawned: boolean): CheckVerdict {
  if (failure !== undefined) return verdict('not-started', { failure });
  if (!spawned) return verdict('no-start-recorded');
  return command === '' ? verdict('started-unnamed') : verdict('started', { command: quoted(command) });
}

/** Whether a host started from the desktop also finds the command. */
export function graphicalStep({ command, place }: StartEvidence): CheckVerdict {
  if (place === undefined) return verdict('not-looked');
  const { graphical, file } = place;
  if (file === undefined) return verdict('no-command');
  if (graphical === undefined) return verdict('graphical-same');
  const missing = missingProgram(command, place, file);
  const evidence = [
    `PATH of a program from the desktop, unless the system was set up otherwise: ${graphical.path}`,
  ];
  if (missing !== undefined) {
    return verdict('graphical-missing', { what: missing.what, path: missing.path }, evidence);
  }
  if (graphical.other !== undefined) {
    return verdict('graphical-other', { other: graphical.other }, evidence);
  }
  const what = place.path.length > 0 ? 'It' : 'Its interpreter';
  return verdict('graphical-found', { what }, evidence);
}

/** What a graphical host does not find: the command, or its script's interpreter; undefined if it finds both. */
function missingProgram(
  command: string,
  { graphical, path }: CommandPlace,
  file: CommandFile,
): { readonly what: string; readonly path: string } | undefined {
  if (graphical?.command === undefined && path.length > 0) {
    return { what: `the command ${quoted(command)}`, path: file.path };
  }
  if (file.interpreter === undefined || graphical?.interpreter !== undefined) return undefined;
  return { what: quoted(file.interpreter.name), path: file.interpreter.path ?? file.path };
}

export function fileStep({ place, traffic }: StartEvidence, cause: StartCause | undefined): CheckVerdict {
  if (cause?.check === 'file') return causeVerdict(cause);
  if (place === undefined) return verdict('not-looked');
  if (place.file === undefined) return verdict('no-command');
  const wrong = wrongFile(place.file, traffic.exit !== undefined);
  if (wrong !== undefined) return wrong;
  if (traffic.spawnFailure !== undefined) return verdict('system-says', { found: traffic.spawnFailure });
  const { kind, interpreter, path } = place.file;
  if (kind !== 'script' || interpreter === undefined) return verdict('file-runs', {}, [path]);
  return verdict('script-runs', { by: interpreter.path ?? interpreter.name }, [path]);
}

function wrongFile(
  { path, kind, mayRun, interpreter }: CommandFile,
  hasEnded: boolean,
): CheckVerdict | undefined {
  if (kind === 'folder') return verdict('file-is-folder', { path });
  if (!mayRun) return verdict('file-not-executable', { path });
  if (interpreter !== undefined && interpreter.path === undefined) {
    return verdict('interpreter-missing', { path, name: quoted(interpreter.name), name2: interpreter.name });
  }
  if (kind !== 'text') return undefined;
  return verdict(hasEnded ? 'file-no-program.ended' : 'file-no-program', { path });
}

/** The interpreter and its version, and whether the package accepts it. */
export function runtimeStep(
  { place, runtime, traffic }: StartEvidence,
  cause: StartCause | undefined,
): CheckVerdict {
  if (cause?.check === 'runtime') {
    return causeVerdict(cause, runtime === undefined ? [] : versionLines(runtime));
  }
  if (place === undefined) return verdict('not-looked');
  if (place.file === undefined) return verdict('no-command');
  if (runtime === undefined) return verdict('runtime-unknown');
  const { name, path, version, givenUp, wanted } = runtime;
  if (version === undefined) {
    const key = givenUp === undefined ? 'runtime-version-unknown' : 'runtime-version-unknown.why';
    return verdict(key, { name, path, givenUp }, versionLines(runtime));
  }
  const fits = wanted === undefined ? undefined : fitsRange(version, wanted.range);
  const ended = cause === undefined ? 'runtime-unfit' : 'runtime-unfit.explained';
  // A package manager only warns of it: what still runs shows no failure by it.
  const unfit = traffic.exit?.asked === false ? ended : 'runtime-unfit.runs';
  const key = fits === undefined ? 'runtime-found' : fits ? 'runtime-fits' : unfit;
  return verdict(key, { name, version, range: quoted(wanted?.range ?? '') }, versionLines(runtime));
}

/** Undefined for an unreadable range or version; a prerelease counts as its release. */
export function fitsRange(text: string, range: string): boolean | undefined {
  const version = coerce(text);
  return version === null || validRange(range) === null ? undefined : satisfies(version, range);
}

function versionLines({ name, path, version, wanted }: RuntimeEvidence): readonly string[] {
  const runs = `${path}: ${name} ${version ?? 'of an unknown version'}`;
  return wanted === undefined ? [runs] : [runs, `${wanted.manifest}: engines ${quoted(wanted.range)}`];
}

function searched({ path }: CommandPlace): readonly string[] {
  return path.length === 0 ? [] : [`PATH: ${path.join(' · ')}`];
}

/**
 * The PATH of programs started from the desktop, and so of the servers that they start; undefined if it is the shell's.
 * macOS: launchd's, launchctl(1) "getenv"; path_helper(8) extends it only in shells. Linux: systemd's fixed value,
 * systemd.exec(5) "$PATH", which login managers and distributions may extend. Windows gives all of a user's programs
 * the same PATH.
 */
export function graphicalPath(platform: string): readonly string[] | undefined {
  return GRAPHICAL_PATHS[platform];
}

const GRAPHICAL_PATHS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['/usr/bin', '/bin', '/usr/sbin', '/sbin'],
  linux: ['/usr/local/sbin', '/usr/local/bin', '/usr/sbin', '/usr/bin', '/sbin', '/bin'],
};
