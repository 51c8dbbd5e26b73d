import { formatCount } from '@turnpike/contract/quota'
import { logType } from '@turnpike/contract/usage/log'
import { Link } from 'react-router'
import { TableHead } from '../../../components/data-table/table-head.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import { dashboardText } from '../dashboard.text.ts'
import { failedOf } from '../usage.ts'
import type { DashboardView } from '../use-dashboard-view.ts'
import { useTop } from '../use-usage.ts'
import styles from './parts.module.css'

type TopSheetProps = { view: DashboardView; which: 'users' | 'channels'; logParams: string }

/** The users, or the channels, on which most was spent; each is a link to its calls. */
export function TopSheet({ view, which, logParams }: TopSheetProps) {
  const t = dashboardText.use()
  const { data: rows = [], error } = useTop(view, which)
  const nameOf = ({ id, name }: { id: number; name: string }) =>
    which === 'users' ? name : name ? `#${id} ${name}` : t('goneChannel', { id })
  const addressOf = ({ id, name }: { id: number; name: string }) =>
    `/log?${which === 'users' ? `username=${encodeURIComponent(name)}` : `channel=${id}`}${logParams}`
  return (
    <Sheet flush title={t(which === 'users' ? 'topUsers' : 'topChannels')}>
      {rows.length === 0 ? (
        <p className={styles.more}>{error?.message ?? t('noUsers')}</p>
      ) : (
        <table className={styles.table}>
          <TableHead titles={[t('name'), t('requests'), t('failures'), t('spend')]} />
          <tbody>
            {rows.map((row) => (
              <tr key={row.id}>
                <td className={styles.nameCell}>
                  <Link to={addressOf(row)} title={nameOf(row)}>
                    {nameOf(row)}
                  </Link>
                </td>
                <td>{formatCount(row.count)}</td>
                <td title={row.refusals > 0 ? t('refused', { count: row.refusals }) : undefined}>
                  {failedOf(row) === 0 ? (
                    0
                  ) : (
                    <Link to={`${addressOf(row)}&type=${logType.failure}`}>{formatCount(failedOf(row))}</Link>
                  )}
                </td>
                <td>
                  <strong>
                    <Money quota={row.quota} of="spend" />
                  </strong>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Sheet>
  )
}
