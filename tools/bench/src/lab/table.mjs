/** Rows as a Markdown table, padded so that it also reads in a terminal. */
export function table(rows) {
  const columns = [
    ['what', ({ what }) => what],
    ['ours', ({ ours }) => ours],
    ['rival', ({ rival }) => rival],
    ['ratio: median (min–max)', ({ ratio }) => ratio],
    ['bar', ({ bar }) => bar],
    ['', ({ pass }) => (pass === undefined ? '' : pass ? 'pass' : 'MISSED')],
  ];
  const cells = [
    columns.map(([title]) => title),
    ...rows.map((row) => columns.map(([, of]) => of(row))),
  ];
  const widths = columns.map((_, column) =>
    Math.max(3, ...cells.map((line) => line[column].length)),
  );
  const written = (line) =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column])).join(' | ')} |`;
  const [head, ...body] = cells.map(written);
  return [head, `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...body].join('\n');
}
