import type { PriceWhatIf } from '@turnpike/contract/money/price-book'
import { formatCount, formatSpend } from '@turnpike/contract/quota'
import { Money } from '../../components/figures/money.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import { useQuotaRate } from '../../lib/format/use-quota-rate.ts'
import styles from './price-book.module.css'
import { bookText } from './price-book.text.ts'

type Sums = PriceWhatIf['total']

/** The requests of the last days at the new prices, per user and in total; and who is told of them in advance. */
export function WhatIfSheet({ result, isLater }: { result: PriceWhatIf; isLater: boolean }) {
  const t = bookText.use()
  const { perUnit } = useQuotaRate()
  const { total, customers, customers_total, unknown, is_cut, told } = result
  return (
    <Sheet flush title={t('whatIfTitle')} facts={t('onlyChanged')}>
      {total.calls === 0 ? (
        <p className={styles.note}>{t('noCalls')}</p>
      ) : (
        <div className={layoutStyles.scrollsSideways}>
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">{t('user')}</th>
                {(['calls', 'was', 'would', 'difference'] as const).map((name) => (
                  <th key={name} scope="col" className={styles.figure}>
                    {t(name)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {customers.map((customer) => (
                <tr key={customer.user_id}>
                  <td className={styles.name}>{customer.username || `#${customer.user_id}`}</td>
                  <Cells sums={customer} />
                </tr>
              ))}
            </tbody>
            <tfoot>
              <tr>
                <td>{t('total')}</td>
                <Cells sums={total} />
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      {customers_total > customers.length && (
        <p className={styles.note}>{t('moreCustomers', { shown: customers.length, total: customers_total })}</p>
      )}
      {unknown.calls > 0 && (
        <p className={styles.note}>
          {t('unknownCalls', { count: formatCount(unknown.calls), amount: formatSpend(unknown.quota, perUnit) })}
        </p>
      )}
      {told > 0 && <p className={styles.note}>{t(isLater ? 'told' : 'toldIfLater', { count: told })}</p>}
      {is_cut && <p className={styles.note}>{t('isCut')}</p>}
    </Sheet>
  )
}

function Cells({ sums: { calls, quota, would } }: { sums: Sums }) {
  const share = quota > 0 ? ` · ${would > quota ? '+' : ''}${(((would - quota) / quota) * 100).toFixed(1)}%` : ''
  return (
    <>
      <td className={styles.figure}>{formatCount(calls)}</td>
      <td className={styles.figure}>
        <Money quota={quota} of="spend" />
      </td>
      <td className={styles.figure}>
        <Money quota={would} of="spend" />
      </td>
      <td className={styles.figure}>
        {would > quota && '+'}
        <Money quota={would - quota} of="spend" />
        {share}
      </td>
    </>
  )
}
