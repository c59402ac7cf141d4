/** Tests of the corpora laid out like SWE-bench: what each does differently. */
import { describe, expect, test } from 'vitest';
import { multiSweBenchFlat } from '../../src/ingest/multi-swe-bench-flat.js';
import { sweBenchLive } from '../../src/ingest/swe-bench-live.js';
import { sweBenchMultilingual } from '../../src/ingest/swe-bench-multilingual.js';
import { sweBenchMultimodal } from '../../src/ingest/swe-bench-multimodal.js';
import { sweBenchPro } from '../../src/ingest/swe-bench-pro.js';
import { sweGym } from '../../src/ingest/swe-gym.js';
import { swePolyBench } from '../../src/ingest/swe-polybench.js';
import { sweRebench } from '../../src/ingest/swe-rebench.js';
import { sweRebenchV2 } from '../../src/ingest/swe-rebench-v2.js';
import { swtBench } from '../../src/ingest/swt-bench.js';
import { FIX, ingest, refusal, sweBenchRow, TEST_PATCH, warningCodes, without } from './rows.js';

const plain = without(sweBenchRow(), 'environment_setup_commit');
const FIX_SHA = '9e0f41b7c2d8365a0b7f1e94d36c58a20b9d7e13';

test('Multilingual: image, workdir and test command of the harness', () => {
  const image = 'swebench/sweb.eval.x86_64.gin-gonic_1776_gin-9:latest';
  const eval_script = ": '>>>>> Start Test Output'\ngo test ./...\n: '>>>>> End Test Output'\n";
  const row = { ...plain, repo: 'gin-gonic/gin', FAIL_TO_PASS: ['TestRenew'], image, eval_script };
  expect(sweBenchMultilingual.detect(row)).toBe(
    'gin-gonic/gin is one of its repositories and there is no environment_setup_commit',
  );
  expect(ingest(sweBenchMultilingual, row)).toMatchObject({
    corpus: 'swe-bench-multilingual',
    environment: { image, workdir: '/testbed', test_command: 'go test ./...' },
    fail_to_pass: ['TestRenew'],
  });
});

test('Multimodal: the pictures of the fix are not carried', () => {
  const row = sweBenchRow({
    image_assets: '{"problem_statement": [], "patch": ["after.png"]}',
    eval_type: 'fail_only',
  });
  const instance = ingest(sweBenchMultimodal, row);
  expect(instance.corpus).toBe('swe-bench-multimodal');
  expect(instance.extra).not.toHaveProperty('image_assets');
  expect(instance.extra).toMatchObject({ eval_type: 'fail_only' });
  expect(refusal(sweBenchMultimodal, { ...row, patch: '', test_patch: '' }).code).toBe('fix_missing');
});

test('SWE-Gym: told by its repositories or its name', () => {
  expect(ingest(sweGym, { ...plain, repo: 'getmoto/moto' }).corpus).toBe('swe-gym');
  expect(sweGym.detect({ ...plain, repo: 'getmoto/moto' })).toContain(
    'getmoto/moto is one of its repositories',
  );
  expect(sweGym.detect({ ...plain, dataset_name: 'SWE-Gym/SWE-Gym' })).toBe('its dataset_name says SWE-Gym');
  expect(sweGym.detect(sweBenchRow({ repo: 'getmoto/moto' }))).toBe(null);
});

test('SWE-rebench: test command of install_config', () => {
  const install_config = { python: '3.9', test_cmd: 'pytest --no-header -rA', install: 'pip install -e .' };
  const row = sweBenchRow({
    install_config,
    meta: { failed_lite_validators: [], is_lite: true },
    license_name: 'MIT',
  });
  expect(sweRebench.detect(row)).toBe('it has meta.failed_lite_validators');
  expect(ingest(sweRebench, row)).toMatchObject({
    corpus: 'swe-rebench',
    environment: { test_command: 'pytest --no-header -rA' },
    extra: { license_name: 'MIT' },
  });
});

test('SWE-rebench-V2: interface for the student, never the description of the pull request', () => {
  const row = {
    ...plain,
    language: 'rust',
    interface: 'Function: renew(loan)',
    pr_description: 'Use max() so that a loan never loses days',
    created_at: 1609298073000n,
    image_name: 'docker.io/swerebenchv2/shelf:41',
    install_config: { base_image_name: 'rust', test_cmd: ['cargo build', 'cargo test'] },
    meta: { llm_metadata: [{ difficulty: 'easy' }], pr_url: null },
    PASS_TO_PASS: [],
  };
  const instance = ingest(sweRebenchV2, row);
  expect(instance).toMatchObject({
    corpus: 'swe-rebench-v2',
    language: 'rust',
    student_context: [{ title: 'Interface', text: 'Function: renew(loan)' }],
    environment: {
      image: 'docker.io/swerebenchv2/shelf:41',
      workdir: '',
      test_command: 'cargo build\ncargo test',
    },
    extra: { created_at: 1609298073000 },
    pass_to_pass: [],
  });
  expect(JSON.stringify(instance)).not.toContain('Use max()');
  expect(ingest(sweRebenchV2, { ...row, interface: ' ' }).student_context).toEqual([]);
});

describe('SWE-bench-Live', () => {
  const live = {
    ...plain,
    pull_number: 744,
    issue_numbers: [743],
    commit_urls: [`https://example.org/commit/${FIX_SHA}`],
  };

  test('Python rows, also from before the validation', () => {
    const instance = ingest(sweBenchLive, without(live, 'FAIL_TO_PASS', 'PASS_TO_PASS'));
    expect(instance.corpus).toBe('swe-bench-live');
    expect(warningCodes(instance)).toEqual(['fail_to_pass_missing']);
    expect(instance.extra).toMatchObject({ pull_number: 744, issue_numbers: [743] });
    expect(JSON.stringify(instance)).not.toContain(FIX_SHA);
  });

  test('MultiLang and Windows, told apart by their images', () => {
    const multi = { ...live, rebuild_cmds: ['make'], test_cmds: ['make test', 'cat log'], print_cmds: [] };
    const linux = ingest(sweBenchLive, { ...multi, docker_image: 'starryzhang/sweb.eval.x86_64.shelf' });
    expect(linux).toMatchObject({
      corpus: 'swe-bench-live-multilang',
      environment: { workdir: '/testbed', test_command: 'make test\ncat log' },
    });
    const windows = ingest(sweBenchLive, { ...multi, docker_image: 'starryzhang/sweb.eval.win.shelf' });
    expect(windows.corpus).toBe('swe-bench-live-windows');
    expect(windows.environment.workdir).toBe('');
  });
});

describe('SWE-bench Pro', () => {
  const pro = {
    ...without(plain, 'FAIL_TO_PASS', 'PASS_TO_PASS', 'version', 'created_at', 'hints_text'),
    instance_id: `instance_reading-room__shelf-${FIX_SHA}-vnan`,
    problem_statement: '"# Renewal\\n\\nDays are lost"',
    requirements: '"- renew() must never take days away"',
    interface: 'No new interfaces are introduced',
    repo_language: 'js',
    fail_to_pass: `["test/loans.js | renew isn't early", 'test/loans.js | renew is early']`,
    pass_to_pass: "['test/loans.js | lend']",
    issue_specificity: '["major_bug"]',
    before_repo_set_cmd: `git reset --hard 4b1c9e0\ngit checkout ${FIX_SHA} -- test/loans.js test/data.json`,
    selected_test_files_to_run: '["test/loans.js", "test/ledger.js"]',
    dockerhub_tag: 'reading-room.shelf-41',
  };

  test('unquotes statement and context, reads the mixed lists, completes the image', () => {
    expect(ingest(sweBenchPro, pro)).toMatchObject({
      corpus: 'swe-bench-pro',
      language: 'javascript',
      problem_statement: '# Renewal\n\nDays are lost',
      student_context: [
        { title: 'Requirements', text: '- renew() must never take days away' },
        { title: 'Interface', text: 'No new interfaces are introduced' },
      ],
      fail_to_pass: ["test/loans.js | renew isn't early", 'test/loans.js | renew is early'],
      pass_to_pass: ['test/loans.js | lend'],
      environment: { image: 'jefzda/sweap-images:reading-room.shelf-41', workdir: '/app', test_command: '' },
      declared_test_paths: ['test/loans.js', 'test/ledger.js', 'test/data.json'],
      extra: { issue_specificity: '["major_bug"]' },
    });
  });

  test('a re-keyed row: gold_patch, language_family, its own folder', () => {
    const row = {
      ...without(pro, 'patch', 'repo_language', 'dockerhub_tag', 'before_repo_set_cmd'),
      gold_patch: FIX,
      language_family: 'go',
      docker_image: 'me/sweap-images:shelf',
      repo_directory: '/testbed',
      p_hist: null,
    };
    expect(sweBenchPro.detect(row)).toBe('its id is instance_<org>__<repo>-<sha>');
    expect(ingest(sweBenchPro, row)).toMatchObject({
      fix: FIX,
      language: 'go',
      environment: { workdir: '/testbed' },
    });
  });

  test('a list of test files that cannot be read is named', () => {
    expect(refusal(sweBenchPro, { ...pro, selected_test_files_to_run: "['cut" })).toMatchObject({
      code: 'field_invalid',
      path: 'selected_test_files_to_run',
    });
  });
});

test('SWE-PolyBench: Python texts of a CSV file; the nodes the fix changes are not carried', () => {
  const row = {
    ...without(plain, 'FAIL_TO_PASS', 'PASS_TO_PASS'),
    F2P: "['test/loans.ts->renews']",
    P2P: '[]',
    language: 'TypeScript',
    test_command: 'yarn test',
    task_category: 'Bug Fix',
    modified_nodes: '["shelf/loans.ts->program->function_declaration:renew"]',
    is_func_only: 'True',
  };
  const instance = ingest(swePolyBench, row);
  expect(instance).toMatchObject({
    corpus: 'swe-polybench',
    language: 'typescript',
    fail_to_pass: ['test/loans.ts->renews'],
    environment: { test_command: 'yarn test' },
    extra: { task_category: 'Bug Fix' },
  });
  expect(JSON.stringify(instance)).not.toContain('function_declaration');
});

test('SWT-bench: the two diffs under other names, the code patch in a frame', () => {
  const row = {
    ...without(plain, 'patch', 'test_patch'),
    golden_code_patch: `<patch>\n${FIX}</patch>`,
    golden_test_patch: TEST_PATCH,
    patch: 'what the benchmark asks for',
  };
  expect(ingest(swtBench, row)).toMatchObject({ corpus: 'swt-bench', fix: FIX, test_patch: TEST_PATCH });
});

test('Multi-SWE-bench in SWE-bench columns: the language is the number of a class', () => {
  const row = { ...without(plain, 'patch'), fix_patch: FIX, language: 6n };
  expect(ingest(multiSweBenchFlat, row)).toMatchObject({
    corpus: 'multi-swe-bench',
    fix: FIX,
    language: 'rust',
  });
  expect(ingest(multiSweBenchFlat, { ...row, language: 'ts' }).language).toBe('typescript');
  expect(ingest(multiSweBenchFlat, { ...row, language: 99 }).language).toBe('python');
  expect(refusal(multiSweBenchFlat, { ...row, patch: TEST_PATCH })).toMatchObject({
    message: 'the fields fix_patch and patch of one row disagree',
  });
});

test.each([
  [sweBenchMultilingual, {}],
  [sweBenchMultimodal, {}],
  [sweGym, {}],
  [sweRebench, { install_config: '' }],
  [sweRebenchV2, { interface: null, install_config: null, meta: null }],
  [sweBenchLive, { commit_urls: [], test_cmds: [] }],
  [
    sweBenchPro,
    { requirements: null, interface: '', selected_test_files_to_run: null, before_repo_set_cmd: '' },
  ],
  [swePolyBench, {}],
  [multiSweBenchFlat, { language: null, fix_patch: FIX }],
  [swtBench, { golden_code_patch: FIX, golden_test_patch: null }],
])('$0.name: a row with nothing but id and fix', (ingester, fields) => {
  const instance = ingest(ingester, { instance_id: 'reading-room__shelf-41', patch: FIX, ...fields });
  expect(instance).toMatchObject({
    repo: 'reading-room/shelf',
    language: 'python',
    fix: FIX,
    student_context: [],
  });
  expect(warningCodes(instance)).toEqual([
    'fail_to_pass_missing',
    'test_patch_missing',
    'problem_statement_missing',
    'base_unknown',
  ]);
});
