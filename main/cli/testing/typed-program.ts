import { type ProgramActions, type Requests, runProgram } from '../program.ts';

/** How the program ended, and what it would have run. */
export type TypedRun = { exitCode: number; stdout: string; stderr: string; app?: Requests['runApp'] } & {
  -readonly [Name in Exclude<keyof Requests, 'runApp'>]?: Requests[Name];
};

/** The program's actions, all created by `make`. */
export function everyAction(make: (name: string) => (request: unknown) => Promise<number>): ProgramActions {
  return {
    runApp: make('app'),
    help: make('help'),
    lookup: make('lookup'),
    report: make('report'),
    compare: make('compare'),
    convert: make('convert'),
    doctor: make('doctor'),
    hosts: make('hosts'),
    eras: make('eras'),
    probe: make('probe'),
    tap: make('tap'),
    tapInstall: make('tapInstall'),
    mock: make('mock'),
    lab: make('lab'),
    labInstall: make('labInstall'),
    labRows: make('labRows'),
    serve: make('serve'),
  };
}

/** Runs the program with actions that record their request and give `answer`. */
export async function run(typed: readonly string[], answer = 0): Promise<TypedRun> {
  const end: TypedRun = { exitCode: -1, stdout: '', stderr: '' };
  const actions = everyAction((name) => async (request) => {
    Object.assign(end, { [name]: request });
    return answer;
  });
  const output = {
    write: (text: string): void => {
      end.stdout += text;
    },
    writeError: (text: string): void => {
      end.stderr += text;
    },
  };
  end.exitCode = await runProgram(typed, actions, output);
  return end;
}
