import { formatCount } from '@turnpike/contract/quota'
import type { FailureKindCount } from '@turnpike/contract/routing/model-page'
import { callTicksText } from '../../components/call-ticks/call-ticks.text.ts'
import { TableHead } from '../../components/data-table/table-head.tsx'
import { RelativeTime } from '../../components/figures/relative-time.tsx'
import { Sheet } from '../../components/page/sheet.tsx'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import styles from './model.module.css'
import { modelText } from './model.text.ts'

/** Why requests failed, the most frequent reason first. */
export function ModelFailures({ failures }: { failures: readonly FailureKindCount[] }) {
  const t = modelText.use()
  const kinds = callTicksText.use()
  const wordsOf = ({ code }: FailureKindCount) => (callTicksText.has(code) ? kinds(code) : <code>{code || '—'}</code>)
  return (
    <Sheet title={t('failures')}>
      {failures.length === 0 ? (
        <p className={textStyles.quiet}>{t('noFailures')}</p>
      ) : (
        <div className={layoutStyles.scrollsSideways}>
          <table className={styles.table}>
            <TableHead titles={[t('failure'), t('count'), t('last')]} />
            <tbody>
              {failures.map((failure) => (
                <tr key={`${failure.code} ${failure.status} ${failure.is_refusal}`}>
                  <th scope="row">
                    {wordsOf(failure)}{' '}
                    <span className={textStyles.quietSmall}>
                      {failure.status > 0 && `${kinds('http', { status: failure.status })} · `}
                      {t(failure.is_refusal ? 'byGateway' : 'byChannel')}
                    </span>
                  </th>
                  <td>{formatCount(failure.count)}</td>
                  <td>
                    <RelativeTime seconds={failure.last_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Sheet>
  )
}
