/**
 * Owns the empty git directories this program writes itself. Objects are read through such a directory, with
 * GIT_OBJECT_DIRECTORY pointing at the clone's object store: so git never opens the clone's own configuration, hooks,
 * attributes, index, replace refs, grafts or remotes, and there is nothing in them to defend against.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Every line switches something off. Values that could run a program are set although an empty repository has none:
 * a later git must not find a default. `gc` stays off because fetched commits may have no ref but ours.
 */
const SETTINGS = `[core]
	bare = true
	fsmonitor = false
	hooksPath = /dev/null
	attributesFile = /dev/null
	sshCommand = ssh -oBatchMode=yes
[credential]
	helper =
[gc]
	auto = 0
[maintenance]
	auto = false
[fetch]
	recurseSubmodules = false
	writeCommitGraph = false
[protocol "ext"]
	allow = never
[protocol "fd"]
	allow = never
`;

/** Writes an empty bare repository into `directory`, which must be empty or absent. */
export async function writeBareDirectory(directory: string, objectFormat: 'sha1' | 'sha256'): Promise<void> {
  await mkdir(join(directory, 'objects', 'pack'), { recursive: true });
  await mkdir(join(directory, 'refs', 'heads'), { recursive: true });
  const version = objectFormat === 'sha256' ? 1 : 0;
  const extension = objectFormat === 'sha256' ? '[extensions]\n\tobjectFormat = sha256\n' : '';
  const config = `${SETTINGS}[core]\n\trepositoryFormatVersion = ${version}\n${extension}`;
  await writeFile(join(directory, 'config'), config);
  await writeFile(join(directory, 'HEAD'), 'ref: refs/heads/none\n');
}
