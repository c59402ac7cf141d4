/** Owns SWE-bench Multilingual: SWE-bench rows from 41 repositories in nine languages, without set-up commits. */
import { SWE_BENCH_COLUMNS } from './field-names.js';
import { hasContent, textAt } from './field-reader.js';
import type { Ingester } from './ingester.js';
import { ingestSweBenchRow, isNamed, listSweBenchFields, SWE_BENCH_NEEDS } from './swe-bench-fields.js';

/** Its 41 repositories, as the dataset spells them. Source: the dataset. */
const REPOSITORIES: ReadonlySet<string> = new Set(
  (
    'apache/druid apache/lucene astral-sh/ruff axios/axios babel/babel briannesbitt/carbon ' +
    'burntsushi/ripgrep caddyserver/caddy facebook/docusaurus faker-ruby/faker fastlane/fastlane ' +
    'fluent/fluentd fmtlib/fmt gin-gonic/gin gohugoio/hugo google/gson hashicorp/terraform ' +
    'immutable-js/immutable-js javaparser/javaparser jekyll/jekyll jordansissel/fpm jqlang/jq ' +
    'laravel/framework micropython/micropython mrdoob/three.js nlohmann/json nushell/nushell ' +
    'php-cs-fixer/php-cs-fixer phpoffice/phpspreadsheet preactjs/preact projectlombok/lombok ' +
    'prometheus/prometheus reactivex/rxjava redis/redis rubocop/rubocop sharkdp/bat tokio-rs/axum ' +
    'tokio-rs/tokio uutils/coreutils valkey-io/valkey vuejs/core'
  ).split(' '),
);

export const sweBenchMultilingual: Ingester = {
  name: 'swe-bench-multilingual',
  notes: {
    title: 'SWE-bench Multilingual',
    recognisedBy: 'one of its repositories and no environment_setup_commit',
    localization: 'from patch',
    reproduction: 'from test_patch and FAIL_TO_PASS',
    patch: 'patch, forward',
    missing: '',
  },
  columns: SWE_BENCH_COLUMNS,
  needs: SWE_BENCH_NEEDS,
  detect(row) {
    if (listSweBenchFields(row).length < 4) return null;
    if (isNamed(row, /multilingual/i)) return 'its dataset_name says Multilingual';
    // The Python sets all name a set-up commit; without one, the repository tells.
    if (hasContent(row, 'environment_setup_commit') || hasContent(row, 'image_assets')) return null;
    const repo = textAt(row, 'repo');
    if (REPOSITORIES.has(repo))
      return `${repo} is one of its repositories and there is no environment_setup_commit`;
    return null;
  },
  ingest(row, context) {
    return ingestSweBenchRow(row, context, { corpus: 'swe-bench-multilingual' });
  },
};
