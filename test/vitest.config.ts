import { defineConfig } from 'vitest/config';

/** Where .ci/run reads the totals from. */
const TOTALS = process.env['TEST_TOTALS'];

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    ...(TOTALS === undefined ? {} : { reporters: ['default', ['json', { outputFile: TOTALS }]] }),
  },
});
