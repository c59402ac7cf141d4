/** Claim: the command line starts without the libraries of its commands; each is loaded when a command needs it. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ENTRY = new URL('../../src/cli/main.ts', import.meta.url);

/** What a module imports at once, not by `import()` and not for its types only. */
const listImports = (source: string): string[] =>
  [...source.matchAll(/^(?:import|export) (?!type )[^;]*? from '([^']+)';$/gm)].map(([, name = '']) => name);

/** The modules of ours and the packages that are loaded with `entry`. */
function closeOverImports(entry: URL): { readonly modules: Set<string>; readonly packages: Set<string> } {
  const modules = new Set([entry.href]);
  const packages = new Set<string>();
  for (const module of modules) {
    for (const name of listImports(readFileSync(new URL(module), 'utf8'))) {
      if (name.startsWith('.')) modules.add(new URL(name.replace(/\.js$/, '.ts'), module).href);
      else if (!name.startsWith('node:')) packages.add(name);
    }
  }
  return { modules, packages };
}

describe('starting', () => {
  const { modules, packages } = closeOverImports(ENTRY);

  it('loads the parser of arguments and the colours, no other package', () => {
    expect([...packages].sort()).toEqual(['commander', 'picocolors']);
  });

  it('loads every declaration and not the work of any command', () => {
    const names = [...modules].map((module) => module.slice(module.lastIndexOf('/') + 1));
    const commands = names.filter((name) => name.endsWith('-command.ts'));
    expect(commands).toHaveLength(11);
    for (const command of commands) expect(names).not.toContain(command.replace('-command', ''));
  });
});
