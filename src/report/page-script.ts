/** Owns what the page does by itself: sort tables by a click on a head, search the instances, show them in portions. */

/** Runs in the reader's browser. Text from the data goes into the page as text, never as markup. */
export const PAGE_SCRIPT = `
'use strict';
const compare = (left, right) => typeof left === 'number' && typeof right === 'number'
  ? left - right : String(left).localeCompare(String(right));
function makeSortable(table, sort) {
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, index) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.textContent = head.textContent;
    head.replaceChildren(button);
    if (!head.hasAttribute('aria-sort')) head.setAttribute('aria-sort', 'none');
    button.addEventListener('click', () => {
      const first = head.classList.contains('label') ? 'ascending' : 'descending';
      const next = head.getAttribute('aria-sort') === 'none' ? first
        : head.getAttribute('aria-sort') === 'ascending' ? 'descending' : 'ascending';
      for (const other of heads) other.setAttribute('aria-sort', 'none');
      head.setAttribute('aria-sort', next);
      sort(index, next === 'ascending' ? 1 : -1);
    });
  });
}
for (const table of document.querySelectorAll('table.sortable')) {
  const body = table.tBodies[0];
  const valueOf = (row, index) => {
    const cell = row.cells[index];
    return cell.dataset.value === undefined ? cell.textContent : Number(cell.dataset.value);
  };
  makeSortable(table, (index, direction) => {
    body.append(...[...body.rows].sort((a, b) => direction * compare(valueOf(a, index), valueOf(b, index))));
  });
}
const data = JSON.parse(document.getElementById('data').textContent);
const table = document.getElementById('instances');
const search = document.getElementById('search');
const found = document.getElementById('found');
const more = document.getElementById('more');
const format = new Intl.NumberFormat('en-US');
const portion = 100;
let shown = portion;
let order = data.rows;
function show() {
  const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== '');
  const labels = data.columns.filter((column) => column.text).length;
  const hits = order.filter((row) => {
    const text = row.slice(0, labels).join(' ').toLowerCase();
    return words.every((word) => text.includes(word));
  });
  const rows = hits.slice(0, shown).map((row) => {
    const line = document.createElement('tr');
    row.forEach((value, index) => {
      const cell = document.createElement('td');
      const column = data.columns[index];
      cell.textContent = column.text ? value : format.format(value);
      if (column.text) cell.className = index === 0 ? 'name' : 'label';
      else if (column.budget > 0 && value > column.budget) cell.className = 'over';
      line.append(cell);
    });
    return line;
  });
  table.tBodies[0].replaceChildren(...rows);
  found.textContent = format.format(hits.length) + ' of ' + format.format(data.rows.length) + ' instances';
  more.hidden = hits.length <= shown;
}
makeSortable(table, (index, direction) => {
  order = [...data.rows].sort((a, b) => direction * compare(a[index], b[index]));
  show();
});
search.addEventListener('input', () => { shown = portion; show(); });
more.addEventListener('click', () => { shown += portion * 5; show(); });
show();
`;
