/** Owns the look of the page: light and dark by the reader's setting, colours told apart by colour-blind readers. */

// Block colours are those of Okabe and Ito, lighter ones in the dark.
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ground: #ffffff; --panel: #f6f7f9; --ink: #1c2128; --soft: #5b6470; --rule: #d9dde3;
  --localization: #0072b2; --reproduction: #c65400; --patch: #00805f; --full: #8a5a9b; --all: #6b7280; --budget: #b4002f; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14171c; --panel: #1d2128; --ink: #e4e7ec; --soft: #9aa4b2; --rule: #343a44;
    --localization: #56b4e9; --reproduction: #e69f00; --patch: #2fc59a; --full: #c39bd3; --all: #a3acb9; --budget: #ff7a90; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 28px 20px 64px; max-width: 1120px; background: var(--ground); color: var(--ink);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", sans-serif; }
h1 { font-size: 24px; line-height: 1.25; margin: 0 0 4px; }
h2 { font-size: 17px; margin: 40px 0 10px; }
p { margin: 4px 0 10px; max-width: 90ch; }
.soft { color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { padding: 5px 10px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--rule); }
th { color: var(--soft); font-weight: 600; font-size: 13px; }
th.label, td.label { text-align: left; }
td.name { text-align: left; white-space: normal; overflow-wrap: anywhere; min-width: 240px; }
th[aria-sort] { padding: 0; }
th[aria-sort] button { all: unset; box-sizing: border-box; width: 100%; padding: 5px 10px; cursor: pointer; text-align: inherit; }
th[aria-sort] button:hover { color: var(--ink); }
th[aria-sort] button:focus-visible { outline: 2px solid var(--localization); outline-offset: -2px; }
th[aria-sort=ascending] button::after { content: " \\2191"; }
th[aria-sort=descending] button::after { content: " \\2193"; }
tr:hover td { background: var(--panel); }
td.over { color: var(--budget); font-weight: 600; }
.key::before { content: ""; display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 7px; background: var(--tone); }
.localization { --tone: var(--localization); } .reproduction { --tone: var(--reproduction); } .patch { --tone: var(--patch); }
.full { --tone: var(--full); } .all { --tone: var(--all); }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr)); gap: 16px; }
figure { margin: 0; padding: 12px 14px 8px; background: var(--panel); border: 1px solid var(--rule); border-radius: 8px; min-width: 0; }
figcaption { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 2px 14px; }
figcaption strong { font-size: 14px; } figcaption span { font-size: 13px; }
.legend { display: flex; flex-wrap: wrap; gap: 4px 18px; font-size: 13px; justify-content: flex-start; }
.dash::before { content: ""; display: inline-block; width: 16px; margin-right: 7px; vertical-align: middle; border-top: 2px dashed var(--tone); }
.dash.budget { --tone: var(--budget); }
.chart { display: block; width: 100%; height: auto; }
.chart.curves { min-width: 560px; }
.bar { fill: var(--tone); } .bar:hover { opacity: .75; }
.curve { fill: none; stroke: var(--tone); stroke-width: 2; stroke-linejoin: round; }
.grid { stroke: var(--rule); stroke-width: 1; }
.tick { fill: var(--soft); font-size: 11px; }
.mark { stroke-width: 1.5; } .mark.median { stroke: var(--ink); } .mark.budget { stroke: var(--budget); stroke-dasharray: 4 3; }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(150px, 1fr)); gap: 12px; margin: 12px 0 16px; }
.fact { padding: 10px 14px; background: var(--panel); border: 1px solid var(--rule); border-radius: 8px; }
.fact b { display: block; font-size: 22px; line-height: 1.3; font-variant-numeric: tabular-nums; }
.tools { display: flex; flex-wrap: wrap; gap: 8px 14px; align-items: center; margin: 8px 0; }
input[type=search] { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--rule); border-radius: 6px;
  padding: 6px 10px; width: min(100%, 340px); }
#more { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--rule); border-radius: 6px; padding: 6px 14px;
  margin-top: 10px; cursor: pointer; }
@media (max-width: 560px) { body { padding: 18px 12px 48px; } th, td { padding: 4px 7px; } th[aria-sort] button { padding: 4px 7px; } }
@media print { .tools, #more { display: none; } }
`;
