import { describe, expect, it } from 'vitest';
import { shelfInstance } from '../support/shelf.js';

describe('the base commit', () => {
  it.each(['HEAD', 'v1.2', '--upload-pack=touch x', 'HEAD; rm -rf .', 'abc123', ''])(
    '%j is no commit id: the base is unknown, with a warning',
    (base) => {
      const instance = shelfInstance('shelf__shelf-12', { base_commit: base });
      expect(instance.base).toEqual({ kind: 'unknown', value: '' });
      expect(instance.warnings.map((warning) => warning.code)).toContain('base_unknown');
    },
  );

  it('a full or abbreviated commit id is kept as it is', () => {
    for (const base of ['2c7d08540048b6c1ab3ddf9e517c77f1fac4ab31', '2c7d085']) {
      expect(shelfInstance('shelf__shelf-12', { base_commit: base }).base).toEqual({
        kind: 'commit',
        value: base,
      });
    }
  });
});
