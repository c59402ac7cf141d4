/** Owns the tables of the page: cells that carry the number they are sorted by, heads the script turns into buttons. */
import type { ReportBlock } from './instance-costs.js';
import { Markup, markup, type Part } from './page-markup.js';
import { formatCount } from './terminal-table.js';

/** A sortable table; the first `labels` columns hold words, and the last one too when `isLastLabel`. */
export function tableOf(
  head: readonly string[],
  rows: readonly (readonly Markup[])[],
  labels: number,
  isLastLabel = false,
): Markup {
  const heads = head.map((name, index) =>
    headCell(name, index < labels || (isLastLabel && index === head.length - 1)),
  );
  const body: Part = rows.map(
    (cells) =>
      markup`<tr>
        ${cells}
      </tr> `,
  );
  return markup`<div class="scroll">
    <table class="sortable">
      <thead>
        <tr>
          ${heads}
        </tr>
      </thead>
      <tbody>
        ${body}
      </tbody>
    </table>
  </div>`;
}

/** The head of a column; `isLabel` for a column of names. */
export const headCell = (name: string, isLabel: boolean): Markup =>
  markup`<th scope="col" ${isLabel ? new Markup(' class="label"') : ''}>${name}</th>`;

/** A cell with a name. */
export const labelCell = (text: string): Markup => markup`<td class="label">${text}</td>`;

/** A cell that names a block, in the colour that the charts give it. */
export const blockCell = (block: ReportBlock): Markup =>
  markup`<td class="label"><span class="key ${block}">${block}</span></td>`;

/** A cell with a number: shown as `text`, sorted by `value`. */
export const numberCell = (value: number, text = formatCount(value)): Markup =>
  markup`<td data-value="${value}">${text}</td>`;
