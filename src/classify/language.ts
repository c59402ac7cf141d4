/**
 * Owns the canonical names of programming languages: from a path's extension, and from the names datasets use.
 * Data, markup and style formats have no language here (''): they never decide what a repository is written in.
 */

const LANGUAGE_BY_EXTENSION: ReadonlyMap<string, string> = new Map(
  Object.entries({
    python: 'py pyi pyx pxd pxi pyw',
    javascript: 'js jsx mjs cjs es6 coffee',
    typescript: 'ts tsx mts cts',
    java: 'java',
    kotlin: 'kt kts',
    scala: 'scala sc',
    groovy: 'groovy',
    go: 'go',
    rust: 'rs',
    c: 'c h',
    cpp: 'cc cpp cxx hh hpp hxx c++ h++ inl ipp tpp cu cuh',
    ruby: 'rb rake',
    php: 'php',
    csharp: 'cs',
    fsharp: 'fs fsx fsi',
    swift: 'swift',
    objectivec: 'm mm',
    dart: 'dart',
    elixir: 'ex exs',
    erlang: 'erl hrl',
    haskell: 'hs',
    ocaml: 'ml mli',
    clojure: 'clj cljs cljc',
    lua: 'lua',
    perl: 'pl pm',
    r: 'r',
    julia: 'jl',
    zig: 'zig',
    tcl: 'tcl',
    shell: 'sh bash zsh',
    powershell: 'ps1 psm1',
    vue: 'vue',
    svelte: 'svelte',
    gherkin: 'feature',
  }).flatMap(([language, extensions]) =>
    extensions.split(' ').map((extension) => [extension, language] as const),
  ),
);

const LANGUAGE_BY_ALIAS: ReadonlyMap<string, string> = new Map([
  ['py', 'python'],
  ['python3', 'python'],
  ['cython', 'python'],
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['node', 'javascript'],
  ['nodejs', 'javascript'],
  ['node.js', 'javascript'],
  ['ts', 'typescript'],
  ['tsx', 'typescript'],
  ['golang', 'go'],
  ['rs', 'rust'],
  ['c++', 'cpp'],
  ['cxx', 'cpp'],
  ['cplusplus', 'cpp'],
  ['rb', 'ruby'],
  ['cs', 'csharp'],
  ['c#', 'csharp'],
  ['c_sharp', 'csharp'],
  ['.net', 'csharp'],
  ['dotnet', 'csharp'],
  ['f#', 'fsharp'],
  ['kt', 'kotlin'],
  ['objective-c', 'objectivec'],
  ['objc', 'objectivec'],
  ['bash', 'shell'],
  ['sh', 'shell'],
]);

const RUBY_NAMES: ReadonlySet<string> = new Set([
  'rakefile',
  'gemfile',
  'vagrantfile',
  'podfile',
  'fastfile',
]);

/**
 * The extension of a file name, lower-case and without the dot; '' when there is none.
 * A leading dot is no extension: `.gitignore` has none.
 */
export function extensionOfName(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** The language a path is written in, by its extension; '' when the path does not tell. */
export function languageOfPath(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const extension = extensionOfName(name);
  if (extension === '') return RUBY_NAMES.has(name.toLowerCase()) ? 'ruby' : '';
  return LANGUAGE_BY_EXTENSION.get(extension) ?? '';
}

/**
 * The canonical form of a language name found in a dataset (`js` → `javascript`, `C++` → `cpp`).
 * An unknown name is kept, lower-case: it is what the dataset says.
 */
export function canonicalLanguage(name: string): string {
  const lower = name.trim().toLowerCase();
  return LANGUAGE_BY_ALIAS.get(lower) ?? lower;
}

/**
 * The language most of the paths are written in; '' when no path has one. A tie goes to the language seen first.
 * Headers named `.h` count for C++ when there is any other C++ file.
 */
export function dominantLanguage(paths: Iterable<string>): string {
  const counts = new Map<string, number>();
  let headers = 0;
  for (const path of paths) {
    const language = languageOfPath(path);
    if (language === '') continue;
    if (path.endsWith('.h')) headers += 1;
    counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const cpp = counts.get('cpp');
  if (cpp !== undefined && headers > 0) {
    counts.set('cpp', cpp + headers);
    counts.set('c', (counts.get('c') ?? 0) - headers);
  }
  let best = '';
  let bestCount = 0;
  for (const [language, count] of counts) {
    if (count > bestCount) {
      best = language;
      bestCount = count;
    }
  }
  return best;
}
