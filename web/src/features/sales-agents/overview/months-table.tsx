import type { AgentMonth } from '@turnpike/contract/money/agents/agent-api'
import type { AgentTerms } from '@turnpike/contract/money/agents/terms'
import { formatCount } from '@turnpike/contract/quota'
import { Money } from '../../../components/figures/money.tsx'
import { language } from '../../../lib/browser/preferences.ts'
import { conversion, monthName, sumOfMonths } from './months.ts'
import styles from './overview.module.css'
import { overviewText } from './overview.text.ts'

type MonthsTableProps = { months: readonly AgentMonth[]; basis: AgentTerms['basis'] }

/** Each month with its figures, and their sums. On a phone those of the people are a line below the name. */
export function MonthsTable({ months, basis }: MonthsTableProps) {
  const t = overviewText.use()
  const spoken = language.use()
  return (
    <table className={styles.months}>
      <thead>
        <tr>
          <th scope="col">{t('month')}</th>
          <th scope="col" className={styles.wide}>
            {t('joined')}
          </th>
          <th scope="col" className={styles.wide}>
            {t('paying')}
          </th>
          <th scope="col" className={styles.wide} title={t('conversionHelp')}>
            {t('conversion')}
          </th>
          <th scope="col">{t(basis === 'spend' ? 'spent' : 'paid')}</th>
          <th scope="col">{t('shares')}</th>
          <th scope="col" className={styles.wide}>
            {t('back')}
          </th>
        </tr>
      </thead>
      <tbody>
        {months.map((month) => (
          <Row key={month.month} name={monthName(month.month, spoken)} of={month} />
        ))}
      </tbody>
      {months.length > 1 && (
        <tfoot>
          <Row name={t('all')} of={sumOfMonths(months)} />
        </tfoot>
      )}
    </table>
  )
}

type RowProps = { name: string; of: Omit<AgentMonth, 'month'> }

function Row({ name, of: { joined, converted, base, shares, reversed } }: RowProps) {
  const t = overviewText.use()
  const share = conversion(converted, joined)
  return (
    <tr>
      <th scope="row">
        {name}
        <span className={styles.narrow}>{t('line', { joined, converted, share })}</span>
      </th>
      <td className={styles.wide}>{formatCount(joined)}</td>
      <td className={styles.wide}>{formatCount(converted)}</td>
      <td className={styles.wide}>{share}</td>
      <td>
        <Money quota={base} />
      </td>
      <td>
        <Money quota={shares} />
        {reversed > 0 && (
          <span className={styles.narrow}>
            −<Money quota={reversed} />
          </span>
        )}
      </td>
      <td className={styles.wide}>
        {reversed > 0 ? (
          <>
            −<Money quota={reversed} />
          </>
        ) : (
          '—'
        )}
      </td>
    </tr>
  )
}
