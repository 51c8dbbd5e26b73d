import { formatCount } from '@turnpike/contract/quota'
import { marginOf, type ProfitPart, type ProfitRow, profitParts, type Sales } from '@turnpike/contract/usage/profit'
import { Button, Segmented } from 'antd'
import { Download } from 'lucide-react'
import { Link } from 'react-router'
import { TableHead } from '../../../components/data-table/table-head.tsx'
import { Money } from '../../../components/figures/money.tsx'
import { Sheet } from '../../../components/page/sheet.tsx'
import { EmptyState } from '../../../components/states/empty-state.tsx'
import layoutStyles from '../../../components/style/layout.module.css'
import textStyles from '../../../components/style/text.module.css'
import { useSmallScreen } from '../../../lib/browser/use-small-screen.ts'
import styles from '../dashboard.module.css'
import parts from '../parts/parts.module.css'
import type { DashboardView } from '../use-dashboard-view.ts'
import { profitText } from './profit.text.ts'
import { type useProfit, useProfitFile } from './use-profit.ts'

type Report = NonNullable<ReturnType<typeof useProfit>['data']>
type ProfitSheetProps = { view: DashboardView; by: ProfitPart; onBy: (by: ProfitPart) => void; report: Report }

/** The parts of the sales with cost and margin; each is a link to its calls where the log can filter by it. */
export function ProfitSheet({ view, by, onBy, report }: ProfitSheetProps) {
  const t = profitText.use()
  const small = useSmallScreen()
  const file = useProfitFile(view, by)
  const { rows, rows_total, total } = report
  // Of shares, only days are known: elsewhere they have a line of their own, so that the columns add up.
  const hasShareColumn = report.by === 'day' && total.shares !== 0
  const hasShareLine = report.by !== 'day' && total.shares !== 0
  const switches = (
    <div className={layoutStyles.wrappingRow}>
      <Segmented<ProfitPart>
        size="small"
        aria-label={t('by')}
        value={by}
        options={profitParts.map((part) => ({ value: part, label: t(part) }))}
        onChange={onBy}
      />
      <Button
        size="small"
        icon={<Download />}
        loading={file.isPending}
        aria-label={t('exportCsv')}
        title={t('exportCsv')}
        onClick={() => file.mutate()}
      >
        CSV
      </Button>
    </div>
  )
  return (
    <Sheet flush title={t('margin')} extra={!small && switches}>
      {small && <div className={styles.profitTable}>{switches}</div>}
      {rows.length === 0 ? (
        <EmptyState title={t('none')} text={t('noneText')} />
      ) : (
        <div className={layoutStyles.scrollsSideways}>
          <table className={parts.table}>
            <TableHead
              titles={[
                t(report.by),
                !small && t('requests'),
                t('revenue'),
                !small && t('unknown'),
                t('cost'),
                hasShareColumn && t('shares'),
                t('margin'),
                !small && t('marginShare'),
              ]}
            />
            <tbody>
              {rows.map((row) => (
                <tr key={`${row.id} ${row.name}`}>
                  <td className={parts.nameCell}>
                    <RowName row={row} by={report.by} />
                  </td>
                  <Cells sales={row} small={small} hasShares={hasShareColumn} />
                </tr>
              ))}
              {hasShareLine && <ShareLine shares={total.shares} small={small} />}
            </tbody>
            <tfoot>
              <tr>
                <td>{t('total')}</td>
                <Cells sales={total} small={small} hasShares={hasShareColumn} />
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      {rows_total > rows.length && <p className={parts.more}>{t('more', { shown: rows.length, total: rows_total })}</p>}
    </Sheet>
  )
}

/** What sales agents got, which belongs to all sales: it lowers the margin of the total alone. */
function ShareLine({ shares, small }: { shares: number; small: boolean }) {
  const t = profitText.use()
  return (
    <tr>
      <td>{t(small ? 'shares' : 'sharesLine')}</td>
      <td colSpan={small ? 2 : 4} />
      <td className={shares > 0 ? textStyles.problem : undefined}>
        <Money quota={-shares} of="spend" />
      </td>
      {!small && <td />}
    </tr>
  )
}

type CellsProps = { sales: Sales; small: boolean; hasShares: boolean }

function Cells({ sales, small, hasShares }: CellsProps) {
  const margin = marginOf(sales)
  const isKnown = sales.known_calls !== 0
  const unknown = sales.quota - sales.known_quota
  return (
    <>
      {!small && <td>{formatCount(sales.calls)}</td>}
      <td>
        <Money quota={sales.quota} of="spend" />
      </td>
      {!small && <td className={textStyles.secondary}>{unknown === 0 ? '—' : <Money quota={unknown} of="spend" />}</td>}
      <td>{isKnown ? <Money quota={sales.cost} of="spend" /> : '—'}</td>
      {hasShares && <td>{sales.shares === 0 ? '—' : <Money quota={sales.shares} of="spend" />}</td>}
      <td className={margin < 0 ? textStyles.problem : undefined}>
        {isKnown ? <Money quota={margin} of="spend" /> : '—'}
      </td>
      {!small && (
        <td className={margin < 0 ? textStyles.problem : undefined}>
          {isKnown && sales.known_quota > 0 ? `${((margin / sales.known_quota) * 100).toFixed(1)}%` : '—'}
        </td>
      )}
    </>
  )
}

function RowName({ row: { id, name }, by }: { row: ProfitRow; by: ProfitPart }) {
  const t = profitText.use()
  if (by === 'channel')
    return (
      <Link to={`/log?channel=${id}`} title={name}>
        {name ? `#${id} ${name}` : t('gone', { id })}
      </Link>
    )
  if (by === 'user' && name) return <Link to={`/log?username=${encodeURIComponent(name)}`}>{name}</Link>
  if (by === 'user') return t('gone', { id })
  if (by === 'model')
    return (
      <Link className={textStyles.mono} to={`/log?model_name=${encodeURIComponent(name)}`} title={name}>
        {name || '—'}
      </Link>
    )
  return name || '—'
}
