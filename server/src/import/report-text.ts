import type { Note, Report, TableReport } from './report.ts'

/** The report for people. */
export function reportText({ source, is_dry_run, tables, not_imported, balances }: Report): string {
  const shown = tables.filter(({ found, remarks }) => found > 0 || remarks.length > 0)
  const head = is_dry_run
    ? [`Source: ${source}. This is what would come; nothing was written. Run it again with --apply to import.`]
    : [`Source: ${source}. Imported.`]
  const sums = balances
    ? [
        `Balances of the users that come: ${balances.source} at the source, ${balances.imported} here` +
          `${balances.left_out === '0' ? '' : `, ${balances.left_out} left out`}: ${balances.equal ? 'equal' : 'NOT EQUAL'}.`,
      ]
    : []
  const left = not_imported.length > 0 ? [`Tables that do not come: ${not_imported.join(', ')}.`] : []
  return [...head, '', ...shown.flatMap(tableText), ...left, ...sums].join('\n')
}

function tableText(report: TableReport): string[] {
  const { table, found, deleted, already, comes } = report
  const figures = [
    `${found} found`,
    ...(deleted > 0 ? [`${deleted} deleted there`] : []),
    ...(already > 0 ? [`${already} imported before`] : []),
    `${comes} ${comes === 1 ? 'comes' : 'come'}`,
  ]
  return [
    `${table}: ${figures.join(', ')}`,
    ...report.changed.map(noteText('changed')),
    ...report.cannot.map(noteText('cannot come')),
    ...report.conflicts.map(noteText('conflict')),
    ...report.remarks.map(noteText('note')),
    '',
  ]
}

const noteText =
  (heading: string) =>
  ({ what, count, examples }: Note) =>
    `  ${heading} (${count}): ${what}${examples.length > 0 ? `. For example: ${examples.join('; ')}` : ''}`
