/** Owns bringing repository names to `owner/name`. */

/** Short names of R2E-Gym. Source: the repositories its commits stand in. */
const FULL_NAMES: Readonly<Record<string, string>> = {
  aiohttp: 'aio-libs/aiohttp',
  coveragepy: 'nedbat/coveragepy',
  datalad: 'datalad/datalad',
  numpy: 'numpy/numpy',
  orange3: 'biolab/orange3',
  pandas: 'pandas-dev/pandas',
  pillow: 'python-pillow/Pillow',
  pyramid: 'Pylons/pyramid',
  scrapy: 'scrapy/scrapy',
  sympy: 'sympy/sympy',
  tornado: 'tornadoweb/tornado',
};

const ADDRESS = /^(?:https?:\/\/|git@|ssh:\/\/git@)[^/:]+[/:]([^/]+\/[^/]+?)(?:\.git)?\/?$/;

/** `owner/name` of a name as a row gives it: an address is cut down, a known short name completed, the rest kept. */
export function completeRepositoryName(name: string): string {
  const address = ADDRESS.exec(name)?.[1];
  if (address !== undefined) return address;
  return Object.hasOwn(FULL_NAMES, name) ? (FULL_NAMES[name] ?? name) : name;
}

/** `owner/name` out of an id `owner__name-123`, "" when the id has another form. Source: SWE-bench's ids. */
export function repositoryOfId(instanceId: string): string {
  const found = /^([A-Za-z0-9-]+)__([A-Za-z0-9._-]+)-\d+$/.exec(instanceId);
  return found === null ? '' : `${found[1] ?? ''}/${found[2] ?? ''}`;
}
