import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { renderPage } from '../../src/report/page.js';
import { INSTANCES, makeInstance, numbers, reportOf } from './samples.js';

const ATTACK = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>`;

const hostile = reportOf({ by: 'repo', budgets: [5], tokenizers: ['qwen3', ATTACK], profile: ATTACK }, [
  makeInstance(ATTACK, numbers(10, 20, 30), { repo: ATTACK, language: ATTACK }),
]);

/** The page as a browser splits it: text outside of script and style elements, and the script elements. */
function splitPage(page: string): { markup: string; scripts: string[] } {
  const scripts: string[] = [];
  const markup = page.replaceAll(/<script[^>]*>([\s\S]*?)<\/script>/g, (_, script: string) => {
    scripts.push(script);
    return '';
  });
  return { markup, scripts };
}

describe('text from rows', () => {
  it('stays text in markup, attributes and data', () => {
    const { markup, scripts } = splitPage(renderPage(hostile));
    expect(markup).not.toContain('<img');
    expect(markup).not.toContain('alert(1)</');
    expect(markup).toContain('&lt;/script&gt;&lt;script&gt;alert(1)&lt;/script&gt;&quot;&#39;&gt;&lt;img');
    expect(scripts).toHaveLength(2);
    const data = JSON.parse(scripts[0] ?? '') as { rows: unknown[][] };
    expect(data.rows[0]?.slice(0, 3)).toEqual([ATTACK, ATTACK, ATTACK]);
  });
});

describe('the page', () => {
  const page = renderPage(reportOf({ budgets: [250], by: 'language' }));

  it('allows its own style and script and nothing from elsewhere', () => {
    const policy =
      /Content-Security-Policy"\s+content="([^"]*)"/.exec(page)?.[1]?.replaceAll('&#39;', "'") ?? '';
    const style = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const script = splitPage(page).scripts[1] ?? '';
    const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash(style)}'; script-src 'sha256-${hash(script)}'`,
    );
    expect(page).not.toMatch(/https?:|\ssrc=|\shref=|@import|url\(|\sstyle=|\son\w+=/);
  });

  it('has a script that parses', () => {
    expect(() => new Function(splitPage(page).scripts[1] ?? '')).not.toThrow();
  });

  it('is the same for the same report', () => {
    expect(renderPage(reportOf({ budgets: [250], by: 'language' }))).toBe(page);
  });

  it('has every opened element closed', () => {
    const open: string[] = [];
    const { markup } = splitPage(page.replace(/<style>[\s\S]*?<\/style>/, ''));
    for (const [, slash, name = '', rest = ''] of markup.matchAll(/<(\/?)([a-z][a-z0-9]*)([^>]*)>/g)) {
      if (['meta', 'input'].includes(name) || rest.trimEnd().endsWith('/')) continue;
      if (slash === '') open.push(name);
      else expect(open.pop()).toBe(name);
    }
    expect(open).toEqual([]);
  });

  it('draws a bar for every bin that holds something, and a mark for the budget', () => {
    const [first = ''] = /<svg[\s\S]*?<\/svg>/.exec(page) ?? [];
    expect(first.match(/<rect/g)).toHaveLength(4);
    expect(first).toContain('91–127 tokens: 1 instance (25%)');
    expect(first).toContain('<title>budget 250</title>');
  });

  it('shows full apart only when it differs from patch', () => {
    expect(page).not.toContain('class="curve full"');
    const [first = makeInstance('shelf-1', numbers(1, 1, 1))] = INSTANCES;
    const cut = { ...first, costs: [{ ...numbers(10, 20, 30), full: 300 }] };
    expect(renderPage(reportOf({}, [cut]))).toContain('class="curve full"');
  });

  it('stands without instances', () => {
    expect(renderPage(reportOf({}, []))).toContain('0 instances');
  });
});
