/** Owns the environment in which every git of this room runs. Nothing that begins with GIT_ is inherited but TLS settings. */
import { devNull } from 'node:os';

/** What a process needs to start at all and to reach a network; git's own switches are not among them. */
const INHERITED = [
  'PATH',
  'HOME',
  'USERPROFILE',
  'SYSTEMROOT',
  'TMPDIR',
  'TEMP',
  'TMP',
  'SSH_AUTH_SOCK',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'GIT_SSL_CAINFO',
  'GIT_SSL_CAPATH',
  'http_proxy',
  'https_proxy',
  'HTTPS_PROXY',
  'no_proxy',
  'NO_PROXY',
  'all_proxy',
  'ALL_PROXY',
];

/** For git that reads: no configuration of the machine or user, no prompt, no transport of any kind. */
export function readingEnvironment(gitDirectory: string): Record<string, string> {
  return {
    ...gitEnvironment(gitDirectory),
    // git before 2.45 does not know GIT_NO_LAZY_FETCH: the empty list of protocols stops a lazy fetch there.
    GIT_ALLOW_PROTOCOL: '',
    GIT_NO_LAZY_FETCH: '1',
  };
}

/** For git that fetches: the same, with the transports that `repos sync` accepts. */
export function fetchingEnvironment(gitDirectory: string): Record<string, string> {
  return { ...gitEnvironment(gitDirectory), GIT_ALLOW_PROTOCOL: 'file:git:http:https:ssh' };
}

function gitEnvironment(gitDirectory: string): Record<string, string> {
  const inherited = INHERITED.flatMap((name) => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    ...Object.fromEntries(inherited),
    // An explicit directory: git searches no parent folder, and its ownership check (safe.directory) has no say.
    GIT_DIR: gitDirectory,
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: devNull,
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_OPTIONAL_LOCKS: '0',
    LC_ALL: 'C',
  };
}
