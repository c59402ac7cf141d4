import { describe, expect, it } from 'vitest';
import * as fc from 'fast-check';
import { readShellActs } from '../../src/trajectory/shell-effect.js';
import { readShellCommands } from '../../src/trajectory/shell-command.js';
import { lexShell } from '../../src/trajectory/shell-lexer.js';

/** `kind(path,…)` of every act that is not only a change of directory or neutral. */
const read = (command: string): string =>
  readShellActs(command)
    .filter((act) => act.kind !== 'cd' && act.kind !== 'neutral')
    .map((act) => (act.paths.length > 0 ? `${act.kind}(${act.paths.join(',')})` : act.kind))
    .join(' ');

describe('what a shell text does', () => {
  const cases: [string, string][] = [
    ['cd /testbed && grep -n x f.py', 'explore'],
    ['sed -n "1,5p" f.py | head', 'explore explore'],
    ["sed 's/a/b/' f.py", 'explore'],
    ["sed -i 's/a/b/' src/f.py", 'edit(src/f.py)'],
    ["sed -i.bak -e 's/a/b/' -e 's/c/d/' src/f.py g.py", 'edit(src/f.py,g.py)'],
    ["sed -i '' 's/a/b/' f.py", 'edit(f.py)'],
    ["sed -Ei 's/a|b/c/' f.py", 'edit(f.py)'],
    ['grep -in "a > b" f.py 2>/dev/null', 'explore'],
    ["awk '$1 > 3' table.txt", 'explore'],
    ['cat a.py > /dev/null', 'explore'],
    ['diff <(sort a) <(sort b)', 'explore'],
    [
      "cat > repro.py <<'EOF'\nimport os; os.system('pytest')\nEOF\npython repro.py",
      'edit(repro.py) explore script_run(repro.py)',
    ],
    ['cat <<EOF > a.py\nx\nEOF', 'edit(a.py) explore'],
    ['echo x >> notes.py', 'edit(notes.py)'],
    ['printf "a" | tee -a out.py', 'edit(out.py)'],
    ['pytest -x tests 2>&1 | tail -50', 'test_run explore'],
    ['timeout 60 python -m pytest tests/test_a.py', 'test_run'],
    ['FOO=1 timeout -k 5 60s env BAR=2 python3 -m unittest', 'test_run'],
    ['bash -lc "cd /r && pytest -q"', 'test_run'],
    ['bash -c \'bash -c "pytest"\'', 'test_run'],
    ['(cd sub; ./runtests.py kiln)', 'test_run'],
    ['./tests/runtests.py forms', 'test_run'],
    ['python tests/runtests.py forms', 'test_run'],
    ['coverage run -m pytest', 'test_run'],
    ['mvn -q clean test', 'test_run'],
    ['npm run test:unit', 'test_run'],
    ['bin/test sympy/core', 'test_run'],
    ['conda run -n kiln pytest', 'test_run'],
    ['python -m pytest --version', 'script_run(pytest.py)'],
    ['pip install pytest', 'other'],
    ['which pytest', 'explore'],
    ['pytest --collect-only', 'other'],
    ['python -u repro.py --fast', 'script_run(repro.py)'],
    ['python -W error -m pdb repro.py', 'script_run(repro.py)'],
    ['python -c "print(1)"', 'inline_code'],
    ["python - <<'EOF'\nopen('src/a.py', 'w').write('x')\nEOF", 'edit(src/a.py) inline_code'],
    [
      "python -c \"from pathlib import Path; p = Path('src/b.py'); p.write_text('x => y')\"",
      'edit(src/b.py) inline_code',
    ],
    ['git -C sub --no-pager diff', 'explore'],
    ['git checkout -- src/a.py', 'revert(src/a.py)'],
    ['git apply <<EOF\n--- a/src/a.py\n+++ b/src/a.py\n@@ -1 +1 @@\n-x\n+y\nEOF', 'edit(src/a.py)'],
    ['git apply fix.diff', 'edit'],
    ['git diff > patch.txt', 'capture(patch.txt) explore'],
    ['cp x.py x.py.bak', 'edit(x.py.bak)'],
    ['cp -r a.py lib/', 'edit(lib/a.py)'],
    ['find . -name "*.pyc" -delete', 'other'],
    ['find . -name "*.py" -exec grep -l kiln {} \\;', 'explore'],
    ['find . -name "*.py" | xargs sed -i s/a/b/', 'explore edit'],
    ['rm repro.py', 'other'],
    ['echo COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT && cat patch.txt', 'none'],
    ['if [ -f a ]; then cat a; fi', 'explore'],
    ['for f in a b; do grep x $f; done', 'explore'],
    ['python -c "\nimport a  # && pytest\n" && ls', 'inline_code explore'],
    ['cd src && cat > fix.py <<EOF\nx\nEOF', 'edit(src/fix.py) explore'],
  ];
  it.each(cases)('%s', (command, expected) => {
    expect(read(command)).toBe(expected);
  });
});

describe('the lexer', () => {
  it('keeps quoted operators in their word', () => {
    expect(readShellCommands('echo "a && b" \'c | d\'')[0]?.words).toEqual(['echo', 'a && b', 'c | d']);
  });
  it('reads two here-documents in order, and one with leading tabs', () => {
    expect(readShellCommands('cat <<A <<-B\none\nA\n\ttwo\n\tB\n')[0]?.inputs).toEqual(['one\n', 'two\n']);
  });
  it('an unterminated quote or here-document runs to the end', () => {
    expect(readShellCommands('echo "a b')[0]?.words).toEqual(['echo', 'a b']);
    expect(readShellCommands('cat <<EOF\na\nb')[0]?.inputs).toEqual(['a\nb\n']);
  });
  it('knows descriptors, &> and here-strings', () => {
    const [command] = readShellCommands('run 2>err.txt 1>out.txt &>all.txt 2>&1 <<<"text"');
    expect(command?.outputs).toEqual(['out.txt', 'all.txt']);
    expect(command?.inputs).toEqual(['text']);
  });
  it('$(…) with quotes and brackets is one word', () => {
    expect(readShellCommands('X=$(grep ")" f | wc) ls "$(echo a b)"')[0]?.words).toEqual([
      'ls',
      '$(echo a b)',
    ]);
  });
});

describe('properties', () => {
  const part = fc.constantFrom(
    'ls',
    'grep x a.py',
    'pytest -q',
    "sed -i 's/a/b/' src/a.py",
    'python repro.py',
    'cat a.py',
    'rm x',
    'cd lib',
    'git diff',
  );
  it('spacing around operators and between words changes no act', () => {
    const gap = fc.constantFrom('', ' ', '   ', '\t');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(part, fc.constantFrom('&&', '||', ';', '|'), gap, gap), {
          minLength: 1,
          maxLength: 6,
        }),
        gap,
        (parts, end) => {
          const tight = parts.map(([command, operator]) => `${command}${operator}`).join('');
          const wide =
            parts
              .map(
                ([command, operator, before, after]) =>
                  `${command.replaceAll(/ (?=\S+$)/g, ' \t ')}${before}${operator}${after}`,
              )
              .join('') + end;
          expect(readShellActs(wide)).toEqual(readShellActs(tight));
        },
      ),
    );
  });
  it('never throws, whatever the text', () => {
    const piece = fc.constantFrom(
      '"',
      "'",
      '$(',
      ')',
      '`',
      '<<EOF',
      '\n',
      'EOF',
      '\\',
      '|',
      '&',
      '>',
      '<(',
      '${',
      '}',
      'bash -c ',
      'eval ',
      '#',
      'xargs ',
      'find -exec ',
      "$'",
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ maxLength: 4 })), { maxLength: 40 }), (pieces) => {
        readShellActs(pieces.join(''));
        for (const token of lexShell(pieces.join(' ')))
          if (token.kind === 'word') expect(token.text.length).toBeGreaterThanOrEqual(0);
      }),
    );
  });
  // A super-linear path would run into the time limit.
  it('hostile repetitions are read in linear time', { timeout: 10_000 }, () => {
    for (const piece of [
      '$(',
      '"',
      "'",
      '`',
      '<<E ',
      'cd a;',
      'bash -c "',
      '\\',
      'eval ',
      "$'\\'",
      '2>',
      'python -m coverage run ',
      'a|',
      '-m pdb ',
    ]) {
      readShellActs(piece.repeat(40_000));
      readShellActs(`python ${piece.repeat(40_000)}`);
    }
  });
});
