/** Owns which addresses `repos sync` may hand to git. An address is refused unless it has one of four plain forms. */
import { GitError } from './failure.js';
import { readRepositoryName } from './name.js';

export const DEFAULT_REMOTE = 'https://github.com/{repo}.git';

/** Host and user must begin with a letter, digit or underscore (a host `-oProxyCommand=…` is an option of ssh). */
const FORMS = [
  /^(?:https?|ssh|git):\/\/(?:[A-Za-z0-9_][^\s@/]*@)?(?:[A-Za-z0-9]|\[)[^\s@]*$/,
  /^file:\/\/\/[^\s]*$/,
  /^[A-Za-z0-9_][\w.-]*@[A-Za-z0-9][A-Za-z0-9.-]*:(?!:)[^\s:-][^\s]*$/,
  /^\/[^\n\r\0]*$/,
];

/**
 * The address of `repo` by a template with `{repo}` in it: http, https, ssh, git and file URLs, `user@host:path`, or an
 * absolute path. Transport helpers (`ext::`), options and control characters are refused: GitError `remote_refused`.
 */
export function expandRemote(template: string, repo: string): string {
  if (!template.includes('{repo}')) {
    throw new GitError(
      'remote_refused',
      `the remote ${JSON.stringify(hideSecrets(template))} has no {repo} in it`,
    );
  }
  if (readRepositoryName(repo) === null) {
    throw new GitError('remote_refused', `${JSON.stringify(repo.slice(0, 200))} is not a repository name`);
  }
  const remote = template.replaceAll('{repo}', () => repo);
  if (/[\u0000-\u001f\u007f]/.test(remote) || !FORMS.some((form) => form.test(remote))) {
    const shown = JSON.stringify(hideSecrets(remote));
    throw new GitError('remote_refused', `the remote ${shown} is no http(s), ssh, git or file address`);
  }
  return remote;
}

/** Replaces user and password in addresses: messages end up in logs. */
export function hideSecrets(text: string): string {
  return text.replaceAll(/:\/\/[^/\s@]{1,500}@/g, '://***@');
}
