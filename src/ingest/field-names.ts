/**
 * Owns the alternative names under which SWE-bench-style rows keep the same thing. Names that mean something
 * else in one corpus (SWE-smith's `patch`) are that ingester's own.
 */

export const ID_NAMES = ['instance_id'] as const;
export const REPO_NAMES = ['repo'] as const;
export const BASE_NAMES = ['base_commit'] as const;
export const FIX_NAMES = ['patch', 'golden_patch', 'gold_patch'] as const;
export const TEST_PATCH_NAMES = ['test_patch'] as const;
export const FAIL_TO_PASS_NAMES = ['FAIL_TO_PASS', 'fail_to_pass', 'F2P', 'f2p'] as const;
export const PASS_TO_PASS_NAMES = ['PASS_TO_PASS', 'pass_to_pass', 'P2P', 'p2p'] as const;
export const STATEMENT_NAMES = ['problem_statement'] as const;
export const LANGUAGE_NAMES = ['language', 'repo_language', 'language_family', 'lang'] as const;
export const IMAGE_NAMES = ['image', 'docker_image', 'image_name'] as const;
export const WORKDIR_NAMES = ['workdir', 'repo_directory', 'patch_workdir'] as const;
export const TEST_COMMAND_NAMES = [
  'test_command',
  'test_cmd',
  'test_cmds',
  'install_config.test_cmd',
  'eval_script',
] as const;

/** Small facts that every ingester carries over under their own name; none of them tells the fix. */
export const EXTRA_NAMES = [
  'version',
  'created_at',
  'difficulty',
  'environment_setup_commit',
  'eval_type',
  'license',
  'license_name',
  'dataset_name',
  'split',
  'subset',
] as const;

/** All top-level columns that the SWE-bench-style reading looks at. */
export const SWE_BENCH_COLUMNS: readonly string[] = [
  ...ID_NAMES,
  ...REPO_NAMES,
  ...BASE_NAMES,
  ...FIX_NAMES,
  ...TEST_PATCH_NAMES,
  ...FAIL_TO_PASS_NAMES,
  ...PASS_TO_PASS_NAMES,
  ...STATEMENT_NAMES,
  ...LANGUAGE_NAMES,
  ...IMAGE_NAMES,
  ...WORKDIR_NAMES,
  'test_command',
  'test_cmd',
  'test_cmds',
  'install_config',
  'eval_script',
  ...EXTRA_NAMES,
];
