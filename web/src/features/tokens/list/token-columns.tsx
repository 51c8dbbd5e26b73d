import type { Token } from '@turnpike/contract/identity/token'
import { actionsColumn } from '../../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../../components/data-table/titled-columns.ts'
import { RelativeTime } from '../../../components/figures/relative-time.tsx'
import { RecordMark } from '../../../components/prompt-records/notice/record-mark.tsx'
import { useSeat } from '../../../lib/api/organisations.ts'
import styles from '../tokens.module.css'
import type { TokenGroups } from '../use-token-groups.ts'
import { TokenActions, type TokenHandlers } from './token-actions.tsx'
import { TokenExpiry, TokenGroup, TokenKey, TokenUsage } from './token-cells.tsx'
import { TokenStatus } from './token-status.tsx'
import { tokensText } from './tokens.text.ts'

export function useTokenColumns(groups: TokenGroups, actions: TokenHandlers): TableColumns<Token> {
  const t = tokensText.use()
  const managesOthers = useSeat()?.may('manage') === true
  const columns: TableColumns<Token> = titledColumns(
    t,
    {
      name: {
        fixed: 'start',
        ellipsis: true,
        render: (_, token) => (
          <>
            <div className={`${styles.name} ${styles.cut}`} title={token.name}>
              {token.name}
            </div>
            <RecordMark token={token} />
          </>
        ),
      },
      owner: { width: 84, ellipsis: true, render: (_, { owner }) => owner?.username },
      status: { width: 140, render: (_, token) => <TokenStatus token={token} /> },
      key: { width: 184, render: (_, token) => <TokenKey token={token} /> },
      group: { width: 140, render: (_, token) => <TokenGroup token={token} groups={groups} /> },
      usage: {
        width: 196,
        align: 'right',
        render: (_, token) => <TokenUsage token={token} onLimits={() => actions.limit(token)} />,
      },
      created: { width: 84, render: (_, { created_time }) => <RelativeTime seconds={created_time} /> },
      expires: { width: 80, render: (_, token) => <TokenExpiry token={token} /> },
    },
    actionsColumn<Token>(t('actions'), 152, (token) => <TokenActions token={token} actions={actions} />),
  )
  // A window of 1440 px has no room for both.
  const left = managesOthers ? 'created' : 'owner'
  return columns.filter(({ key }) => key !== left)
}
