import { coerce, satisfies, validRange } from 'semver';
import { quoted } from '../../explain/phrases.ts';
import type { StartCause } from '../../explain/start-cause.ts';
import { stepText } from '../../protocol/actor.ts';
import { type CheckVerdict, failed, passed, skipped, warning } from './doctor-report.ts';
import type { CommandFile, CommandPlace, RuntimeEvidence, StartEvidence } from './start-evidence.ts';

/** What only a look at this machine can say, for a start that is known from a recording. */
const NOT_LOOKED = 'Not looked at: the start is known from its records, not from this machine.';

const NO_COMMAND = 'Not reached: the command was not found.';

/** Whether the command leads to a file. */
export function commandStep({ command, cwd, place, traffic }: StartEvidence): CheckVerdict {
  if (place === undefined) return recordedCommand(command, traffic.spawnFailure, traffic.spawned);
  if (!place.folderExists) {
    return failed(
      `The working folder ${quoted(cwd)} does not exist.`,
      'Correct the working folder (cwd), or leave it out.',
    );
  }
  if (place.file !== undefined) {
    return passed(`${quoted(command)} is ${place.file.path}.`, searched(place));
  }
  if (place.path.length === 0) {
    return failed(
      `There is no file at ${quoted(command)}.`,
      'Correct the path. A relative path counts from the working folder of the server.',
      cwd === '' ? [] : [`Working folder: ${cwd}`],
    );
  }
  return failed(
    `No folder of PATH has a program ${quoted(command)}.`,
    'Check the spelling, install the program, or give its full path. If your shell finds it, its folder is in the PATH of the shell only.',
    searched(place),
  );
}

function recordedCommand(command: string, failure: string | undefined, spawned: boolean): CheckVerdict {
  if (failure !== undefined) {
    return failed(
      `The process could not be started: ${failure}`,
      'Check that the command exists, that it may be run, and that the working folder is right. Its full path always works.',
    );
  }
  if (!spawned) return skipped('The records do not show the start of a process.');
  return passed(command === '' ? 'A process was started.' : `${quoted(command)} was started.`);
}

/** Whether a host that was started from the desktop finds the command as well. */
export function graphicalStep({ command, place }: StartEvidence): CheckVerdict {
  if (place === undefined) return skipped(NOT_LOOKED);
  const { graphical, file } = place;
  if (file === undefined) return skipped(NO_COMMAND);
  if (graphical === undefined) {
    return skipped('Does not matter here: the command is a path, or every program has the same PATH.');
  }
  const missing = missingProgram(command, place, file);
  const evidence = [
    `PATH of a program from the desktop, unless the system was set up otherwise: ${graphical.path}`,
  ];
  if (missing !== undefined) {
    return warning(
      `A host that was started from the desktop may not find ${missing.what}: it does not read what your shell adds to PATH.`,
      `In the host’s configuration give the full path, ${missing.path}, and add its folder to PATH in env.`,
      evidence,
    );
  }
  if (graphical.other !== undefined) {
    return warning(
      `A host that was started from the desktop may run another one, ${graphical.other}: it does not read what your shell adds to PATH.`,
      'If its version does not fit, give the full path in the host’s configuration.',
      evidence,
    );
  }
  const what = place.path.length > 0 ? 'It' : 'Its interpreter';
  return passed(`${what} is in the PATH that programs from the desktop usually have.`, evidence);
}

/** What a graphical host does not find: the command, or the interpreter of its script; undefined for nothing. */
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

/** Whether what the command leads to can be run. */
export function fileStep({ place, traffic }: StartEvidence, cause: StartCause | undefined): CheckVerdict {
  if (cause?.check === 'file') return failed(cause.found, stepText(cause.step), [cause.line]);
  if (place === undefined) return skipped(NOT_LOOKED);
  if (place.file === undefined) return skipped(NO_COMMAND);
  const wrong = wrongFile(place.file, traffic.exit !== undefined);
  if (wrong !== undefined) return wrong;
  if (traffic.spawnFailure !== undefined) {
    return failed(traffic.spawnFailure, 'Read what the system says, and start the command in a terminal.');
  }
  return passed(runnable(place.file), [place.file.path]);
}

function wrongFile(
  { path, kind, mayRun, interpreter }: CommandFile,
  hasEnded: boolean,
): CheckVerdict | undefined {
  if (kind === 'folder') {
    return failed(
      `${path} is a folder, and a folder cannot be run.`,
      'Give the file in it: its script after node or python, or its program.',
    );
  }
  if (!mayRun) {
    return failed(
      `${path} may not be run: it lacks the permission to be executed.`,
      `Run chmod +x ${path}, or give the interpreter as the command and the file as its argument.`,
    );
  }
  if (interpreter !== undefined && interpreter.path === undefined) {
    return failed(
      `The first line of ${path} asks for ${quoted(interpreter.name)}, which is not in PATH.`,
      `Install ${interpreter.name}, or put its folder into PATH in env of the server.`,
    );
  }
  if (kind !== 'text') return undefined;
  const found = `${path} has no first line such as #!/usr/bin/env node: the system hands it to a shell.`;
  const todo = 'Give it that line, or start the interpreter with the file as its argument.';
  return hasEnded ? failed(found, todo) : warning(found, todo);
}

function runnable({ kind, interpreter }: CommandFile): string {
  if (kind !== 'script' || interpreter === undefined) return 'It may be run.';
  return `It is a script and may be run, by ${interpreter.path ?? interpreter.name}.`;
}

/** Which version of which interpreter runs it, and whether the package takes it. */
export function runtimeStep({ place, runtime }: StartEvidence, cause: StartCause | undefined): CheckVerdict {
  if (cause?.check === 'runtime') {
    return failed(cause.found, stepText(cause.step), [
      ...(runtime === undefined ? [] : versionLines(runtime)),
      cause.line,
    ]);
  }
  if (place === undefined) return skipped(NOT_LOOKED);
  if (place.file === undefined) return skipped(NO_COMMAND);
  if (runtime === undefined) return skipped('No interpreter that is known runs the command.');
  const { name, version, givenUp, wanted } = runtime;
  if (version === undefined) {
    return warning(
      `${name} did not say its version${givenUp === undefined ? '' : `: ${givenUp}`}.`,
      `Run ${runtime.path} --version in a terminal.`,
      versionLines(runtime),
    );
  }
  const fits = wanted === undefined ? undefined : fitsRange(version, wanted.range);
  if (wanted !== undefined && fits === false) {
    return failed(
      `${name} ${version} runs the server, and its package asks for ${quoted(wanted.range)}.`,
      `Install a ${name} that fits, or give the full path of one as the command.`,
      versionLines(runtime),
    );
  }
  const asked = fits === true ? ', which its package takes' : '';
  return passed(`${name} ${version} runs it${asked}.`, versionLines(runtime));
}

/** Undefined for a range or a version that cannot be read; what comes before a release counts as that. */
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
