import { expect, it } from 'vitest';
import { findOpeners } from '../../src/extract/openers.js';

const TCL = `start_server {tags {"loans"}} {
    set week 7

    proc renew {days} {
        return $days
    }
    foreach days {1 7} {
        # a comment
        if {$days > 1} {
            test "renew $days" {
                renew $days
            }
        }
    }
}
`;

it('the lines that open the blocks around a test, and no other line', () => {
  expect(findOpeners(TCL, 10)).toEqual([
    { start_line: 1, text: 'start_server {tags {"loans"}} {\n' },
    { start_line: 7, text: '    foreach days {1 7} {\n' },
    { start_line: 9, text: '        if {$days > 1} {\n' },
  ]);
  expect(findOpeners(TCL, 1)).toEqual([]);
});

it('a less indented line that opens nothing is none', () => {
  expect(findOpeners('outer do\n value\n  test "x" {\n', 3)).toEqual([{ start_line: 1, text: 'outer do\n' }]);
});

it('an opening that goes on behind a bracket is shown from its start', () => {
  const text = 'start_server {\n    tags {"loans"}\n} {\n    test "renew" {\n';
  expect(findOpeners(text, 4)).toEqual([
    { start_line: 1, text: 'start_server {\n' },
    { start_line: 3, text: '} {\n' },
  ]);
});
