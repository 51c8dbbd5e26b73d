import { TableHead } from '../../../components/data-table/table-head.tsx'
import textStyles from '../../../components/style/text.module.css'
import { amountsText, lineWords } from './line-words.ts'
import { type ComparedLine, isChanged, percentOf, percentText, summaryOf } from './price-lines.ts'
import styles from './prices.module.css'
import { priceText } from './prices.text.ts'

/** The old price and the new one, on one line; the other changed parts as a number. */
export function PriceChange({ lines }: { lines: readonly ComparedLine[] }) {
  const t = priceText.use()
  const { main, more, isPart } = summaryOf(lines)
  const [before, after] = [amountsText(main, 'before', t), amountsText(main, 'after', t)]
  const all = lines
    .filter(isChanged)
    .map((line) => `${lineWords(line, t)}: ${line.before ?? '—'} → ${line.after ?? '—'}`)
  return (
    <span className={styles.change} title={all.join('\n')}>
      {isPart && main[0] && <span className={textStyles.quietEllipsis}>{lineWords(main[0], t)}</span>}
      <span className={textStyles.quiet}>{before ?? (isPart ? '—' : t('noPrice'))}</span>
      <span aria-hidden className={textStyles.quiet}>
        →
      </span>
      <span className={styles.after}>{after ?? '—'}</span>
      {more > 0 && <span className={styles.more}>+{more}</span>}
    </span>
  )
}

/** Every part of two prices, side by side. */
export function LinesTable({ lines }: { lines: readonly ComparedLine[] }) {
  const t = priceText.use()
  return (
    <table className={styles.lines}>
      <TableHead titles={[t('line'), t('before'), t('after'), t('change')]} />
      <tbody>
        {lines.map((line) => (
          <tr key={lineWords(line, t)} className={isChanged(line) ? undefined : styles.same}>
            <th scope="row">{lineWords(line, t)}</th>
            <td>{line.before ?? '—'}</td>
            <td>{line.after ?? '—'}</td>
            <td>
              <LinePercent line={line} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** How much a line rises or falls; empty where it stays. */
function LinePercent({ line }: { line: ComparedLine }) {
  const percent = isChanged(line) ? percentOf(line) : undefined
  return percent === undefined ? null : percentText(percent)
}
