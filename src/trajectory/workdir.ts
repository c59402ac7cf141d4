/** Owns where the repository stands in the sandbox, and paths seen from there. */
import { readShellCommands } from './shell-command.js';
import { classifyTool, readPathArgument, readShellArgument } from './tool-names.js';
import type { Step } from './trajectory.js';

const KNOWN =
  /^(?:\/testbed|\/workspace\/[^/\s]{1,200}|\/repo|\/app|\/home\/[^/\s]{1,60}\/[^/\s]{1,200}|\/tmp\/tmp\w{4,20}\/[^/\s]{1,200})(?=\/|$)/;

/** Root of the repository, from the working directories, `cd` targets and paths of the first steps; "" when nothing tells. */
export function guessWorkdir(steps: readonly Step[]): string {
  for (const step of steps.slice(0, 40)) {
    for (const place of listPlaces(step)) {
      const found = KNOWN.exec(place);
      if (found !== null) return found[0];
    }
  }
  return '';
}

function listPlaces(step: Step): string[] {
  const places = [step.cwd];
  for (const call of step.calls) {
    if (classifyTool(call.name) === 'shell') {
      for (const command of readShellCommands(readShellArgument(call.args).slice(0, 2000))) {
        places.push(command.cwd, ...command.words.slice(1).filter((word) => word.startsWith('/')));
      }
    } else places.push(readPathArgument(call.args));
  }
  return places;
}

/** A path as written, made relative to the repository; absolute paths outside it stay absolute. `./` and a `:12` suffix are dropped. */
export function relativePath(path: string, workdir: string): string {
  const bare = path.replace(/:\d{1,7}(?:-\d{1,7})?$/, '');
  const inside = workdir !== '' && (bare === workdir || bare.startsWith(`${workdir}/`));
  const relative = inside ? bare.slice(workdir.length + 1) : bare;
  return relative.startsWith('./') ? relative.slice(2) : relative;
}

/** True for a path that is certainly not in the repository. */
export function isOutside(path: string, workdir: string): boolean {
  if (path.startsWith('~')) return true;
  if (path.startsWith('../')) return true;
  if (!path.startsWith('/')) return false;
  if (workdir !== '') return path !== workdir && !path.startsWith(`${workdir}/`);
  return /^\/(?:tmp|var\/tmp|dev|root|etc)\//.test(path);
}
