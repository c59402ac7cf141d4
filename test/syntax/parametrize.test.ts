import { describe, expect, it } from 'vitest';
import { findSymbol } from '../../src/syntax/find-symbol.js';
import { parametrizeRow } from '../../src/syntax/parametrize.js';
import { outlinePython } from '../../src/syntax/python-outline.js';

const TEXT = `@pytest.mark.parametrize("kind", ["a", "b-c"])
class TestRows:
    @pytest.mark.parametrize("x, y", [
        (1, "late"),  # first
        pytest.param(
            2,
            [3],
            id="named",
        ),
        (-1.5, None),
        (build(1, 2), np.sum),
        ("é\\n", True),
    ])
    @pytest.mark.parametrize(["z"], [(7,), (8,)], ids=["seven", "eight"])
    def test_rows(self, kind, x, y, z):
        pass

@pytest.mark.parametrize("row", ROWS)
def test_computed(row):
    pass

@pytest.mark.parametrize("row", [f(x) for x in range(3)])
def test_comprehension(row):
    pass

@pytest.mark.parametrize("row", ["a", "c-a"])
@pytest.mark.parametrize("col", ["b-c", "b"])
def test_ambiguous(row, col):
    pass
@pytest.mark.parametrize("row", (unknown, [1, 2], "["))
def test_unknown(row): pass
`;

const outline = outlinePython(TEXT);
function rows(name: string, id: string): string[] {
  const definition = findSymbol(outline, [name])[0];
  if (definition === undefined) throw new Error(`${name} not found`);
  return parametrizeRow(outline, TEXT, definition, id).map(
    ({ lineStart, lineEnd }) => `${lineStart}-${lineEnd}`,
  );
}

describe('parametrizeRow', () => {
  it('finds one row per decorator, the nearest decorator first in the id and the class last', () => {
    expect(rows('test_rows', 'seven-1-late-a')).toEqual(['1-1', '4-4', '14-14']);
    expect(rows('test_rows', 'eight-named-b-c')).toEqual(['1-1', '5-9', '14-14']);
    expect(rows('test_rows', 'seven--1.5-None-a')).toEqual(['1-1', '10-10', '14-14']);
  });

  it('knows computed values by argument and index, functions by name, and escapes', () => {
    expect(rows('test_rows', 'seven-x3-sum-a')).toEqual(['1-1', '11-11', '14-14']);
    expect(rows('test_rows', String.raw`seven-\xe9\n-True-a`)).toEqual(['1-1', '12-12', '14-14']);
    expect(rows('test_unknown', 'row1')).toEqual(['30-30']);
    expect(rows('test_unknown', 'unknown')).toEqual(['30-30']);
    expect(rows('test_unknown', '[')).toEqual(['30-30']);
  });

  it('gives nothing when the rows are computed, none fits, or several do', () => {
    expect(rows('test_computed', 'row0')).toEqual([]);
    expect(rows('test_comprehension', 'row0')).toEqual([]);
    expect(rows('test_rows', 'seven-9-late-a')).toEqual([]);
    expect(rows('test_ambiguous', 'b-a')).toEqual(['26-26', '27-27']);
    expect(rows('test_ambiguous', 'b-c-a')).toEqual([]);
    expect(rows('test_ambiguous', '')).toEqual([]);
  });

  it('gives the row verbatim', () => {
    const definition = findSymbol(outline, ['test_rows'])[0];
    const parts = definition && parametrizeRow(outline, TEXT, definition, 'seven-1-late-a');
    expect(parts?.[1]).toEqual({ lineStart: 4, lineEnd: 4, text: '(1, "late")' });
  });
});
