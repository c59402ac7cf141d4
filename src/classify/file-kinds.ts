/**
 * Owns the recognition of files that are neither source nor tests: documentation, configuration, generated files.
 * By name and folder only; contents are never read.
 */
import type { PathFacts } from './path-facts.js';

const LOCK_FILES: ReadonlySet<string> = new Set(
  (
    'package-lock.json npm-shrinkwrap.json yarn.lock pnpm-lock.yaml bun.lock bun.lockb deno.lock cargo.lock poetry.lock ' +
    'pipfile.lock uv.lock pdm.lock conda-lock.yml gemfile.lock composer.lock go.sum go.work.sum gradle.lockfile ' +
    'packages.lock.json podfile.lock package.resolved mix.lock pubspec.lock flake.lock gopkg.lock symfony.lock'
  ).split(' '),
);

const VENDOR_FOLDERS: ReadonlySet<string> = new Set(
  'node_modules bower_components vendor _vendor vendored third_party third-party thirdparty'.split(' '),
);

const GENERATED_NAME =
  /(?:_pb2(?:_grpc)?\.pyi?|_grpc_pb\.[jt]s|_pb\.d\.ts|_pb\.[jt]s|\.pb(?:\.gw)?\.go|\.pb\.(?:cc|h)|(?:\.gen|[._]generated)\.[a-z]+|\.y\.go|\.designer\.cs|\.g\.(?:cs|dart)|\.g\.i\.cs|\.freezed\.dart|\.prebuilt)$/;

const CONFIG_NAMES: ReadonlySet<string> = new Set(
  (
    'setup.py setup.cfg pyproject.toml tox.ini noxfile.py pytest.ini mypy.ini manifest.in pipfile environment.yml environment.yaml ' +
    'package.json lerna.json nx.json turbo.json deno.json renovate.json gulpfile.js gruntfile.js karma.conf.js bower.json ' +
    'pom.xml build.xml ivy.xml gradlew gradlew.bat gradle.properties build.sbt build.sc cargo.toml build.rs rust-toolchain ' +
    'rust-toolchain.toml rustfmt.toml clippy.toml go.mod go.work gemfile rakefile composer.json phpunit.xml ' +
    'phpunit.xml.dist package.swift podfile global.json nuget.config directory.build.props directory.build.targets ' +
    'directory.packages.props makefile gnumakefile makefile.am makefile.in cmakelists.txt configure configure.ac configure.in ' +
    'meson.build meson_options.txt build.bazel build workspace module.bazel dockerfile docker-compose.yml ' +
    'docker-compose.yaml compose.yaml vagrantfile procfile jenkinsfile appveyor.yml azure-pipelines.yml codecov.yml ' +
    'mkdocs.yml netlify.toml vercel.json justfile codeowners mix.exs pubspec.yaml'
  ).split(' '),
);

const CONFIG_NAME =
  /^(?:[tj]sconfig(?:\..*)?\.json|phpstan.*\.neon(?:\.dist)?|dockerfile\..*|.*\.config\.[cm]?[jt]s|.*\.conf\.js)$/;

const CONFIG_EXTENSIONS: ReadonlySet<string> = new Set(
  'cmake gradle csproj fsproj vbproj sln slnx props targets gemspec podspec cabal nimble bzl nix'.split(' '),
);

const DATA_EXTENSIONS: ReadonlySet<string> = new Set(
  'json jsonc json5 yml yaml toml ini cfg conf properties'.split(' '),
);

const DOC_EXTENSIONS: ReadonlySet<string> = new Set(
  'md markdown mdx mdown rst adoc asciidoc textile pod rdoc texi ipynb'.split(' '),
);

const DOC_NAME =
  /^(?:readme|changelog|changes|history|news|license|licence|copying|copyright|notice|authors|contributors|contributing|maintainers|credits|thanks|security|upgrading|upgrade|todo|code_of_conduct|release[-_]notes|releasenotes|whatsnew)(?:[-_.].*)?$/;

const DOC_FOLDERS: ReadonlySet<string> = new Set('docs doc documentation'.split(' '));

const NEWS_FOLDERS: ReadonlySet<string> = new Set(
  'changelog changelogs changes changelog.d .changeset .changes newsfragments news.d news releasenotes release-notes'.split(
    ' ',
  ),
);

/** A file in which a package manager pins versions, told by its name. */
export function isLockFile(facts: PathFacts): boolean {
  return LOCK_FILES.has(facts.lowerName);
}

/** A minified or bundled file, or a source map, told by its name. */
export function isMinified(facts: PathFacts): boolean {
  return /[.-]min\.(?:js|mjs|cjs|css)$|\.bundle\.js$|\.(?:js|css|mjs)\.map$/.test(facts.lowerName);
}

/** True below a folder for the code of others, such as `node_modules`. */
export function isVendored(facts: PathFacts): boolean {
  return facts.lowerFolders.some((folder) => VENDOR_FOLDERS.has(folder));
}

/** Names that code generators give their output; a grammar (`generated_parser.y`) is written by hand. */
export function isGeneratedName(facts: PathFacts): boolean {
  if (GENERATED_NAME.test(facts.lowerName)) return true;
  return /^(?:zz_)?generated[._-]/.test(facts.lowerName) && facts.language !== '';
}

/** `parser.c` beside a grammar that the same diff changes, or in a tree-sitter grammar. */
export function isGrammarOutput(facts: PathFacts): boolean {
  if (facts.extension !== 'c' && facts.extension !== 'h' && facts.extension !== 'cpp') return false;
  if (facts.lowerName === 'parser.c' && facts.lowerFolders.some((folder) => folder.startsWith('tree-sitter')))
    return true;
  if (facts.siblings.size === 0) return false;
  const base = facts.path.slice(0, facts.path.length - facts.extension.length);
  if (['y', 'yy', 'l', 'll', 'ypp', 'lpp', 're'].some((extension) => facts.siblings.has(base + extension)))
    return true;
  if (facts.name !== 'parser.c' || facts.folders.at(-1) !== 'src') return false;
  const root = facts.path.slice(0, facts.path.length - 'src/parser.c'.length);
  return facts.siblings.has(`${root}grammar.js`) || facts.siblings.has(`${root}src/grammar.json`);
}

/** Folders that build tools fill. */
export function isBuildOutput(facts: PathFacts): boolean {
  return facts.lowerFolders.some(
    (folder) =>
      folder === 'dist' ||
      folder === '__generated__' ||
      folder === 'single_include' ||
      folder === 'amalgamation',
  );
}

/** Settings of tools, builds and packages: by name, by ending, or by a hidden name or top folder. */
export function isConfigFile(facts: PathFacts): boolean {
  const { lowerName, extension } = facts;
  if (CONFIG_NAMES.has(lowerName) || CONFIG_NAME.test(lowerName) || CONFIG_EXTENSIONS.has(extension))
    return true;
  if (lowerName.endsWith('.gradle.kts') || isRequirementsFile(facts)) return true;
  if (lowerName.startsWith('.')) return true;
  const first = facts.lowerFolders[0] ?? '';
  if (first.startsWith('.') && !NEWS_FOLDERS.has(first)) return true;
  return first === 'config' && DATA_EXTENSIONS.has(extension);
}

/** pip's lists: `requirements.txt`, `test-requirements.txt`, `requirements_dev.in`, `constraints.txt`. */
function isRequirementsFile(facts: PathFacts): boolean {
  if (facts.extension !== 'txt' && facts.extension !== 'in') return false;
  return facts.lowerStem.split(/[-_.]/).some((word) => word === 'requirements' || word === 'constraints');
}

/** Prose: by extension or by a well-known name without a code extension. */
export function isDocFile(facts: PathFacts): boolean {
  if (DOC_EXTENSIONS.has(facts.extension)) return true;
  return facts.language === '' && (DOC_NAME.test(facts.lowerName) || /\.[1-9]$/.test(facts.lowerName));
}

/** Folders of documentation, also with code in them (`docs/conf.py`); Go has packages named `doc`. */
export function isDocFolder(facts: PathFacts): boolean {
  const first = facts.lowerFolders[0] ?? '';
  if (DOC_FOLDERS.has(first)) return first === 'docs' || facts.language !== 'go';
  return facts.language === '' && facts.lowerFolders.some((folder) => DOC_FOLDERS.has(folder));
}

/** Folders of change notes, one small text per change. */
export function isNewsFolder(facts: PathFacts): boolean {
  return facts.language === '' && facts.lowerFolders.some((folder) => NEWS_FOLDERS.has(folder));
}
