import type { LiveCall } from '@turnpike/contract/usage/live-calls'
import { QuietButton } from '../../components/buttons/quiet-button.tsx'
import { actionsColumn } from '../../components/data-table/actions-column.tsx'
import type { TableColumns } from '../../components/data-table/data-rows.tsx'
import { titledColumns } from '../../components/data-table/titled-columns.ts'
import layoutStyles from '../../components/style/layout.module.css'
import textStyles from '../../components/style/text.module.css'
import { CallBytes, CallChannel, CallCost, CallPhase, CallTime, CallTokens } from './call-cells.tsx'
import styles from './running-calls.module.css'
import { runningCallsText } from './running-calls.text.ts'

type Shown = { names: ReadonlyMap<number, string>; onCancel: (call: LiveCall) => void }

/** Of a call whose request is still read, nothing but its token is known. */
export const keyOfCall = (call: LiveCall): string => call.request_id || `${call.token_id} ${call.ms}`

export function useCallColumns({ names, onCancel }: Shown): TableColumns<LiveCall> {
  const t = runningCallsText.use()
  return titledColumns(
    t,
    {
      phase: { width: 172, render: (_, call) => <CallPhase call={call} /> },
      user: {
        width: 96,
        ellipsis: true,
        render: (_, { username }) => <span className={textStyles.medium}>{username}</span>,
      },
      token: { width: 104, ellipsis: true, render: (_, { token_name }) => token_name },
      model: { ellipsis: true, render: (_, { model }) => <code title={model}>{model}</code> },
      channel: {
        width: 132,
        ellipsis: true,
        render: (_, call) => <CallChannel call={call} name={names.get(call.channel_id)} />,
      },
      time: { width: 92, align: 'right', render: (_, call) => <CallTime call={call} /> },
      bytes: { width: 124, align: 'right', render: (_, call) => <CallBytes call={call} /> },
      tokens: { width: 116, align: 'right', render: (_, call) => <CallTokens call={call} /> },
      cost: { width: 92, align: 'right', render: (_, call) => <CallCost call={call} /> },
    },
    actionsColumn<LiveCall>(t('actions'), 76, (call) => <CancelButton call={call} onCancel={onCancel} />),
  )
}

function CancelButton({ call, onCancel }: { call: LiveCall; onCancel: (call: LiveCall) => void }) {
  const t = runningCallsText.use()
  return (
    <QuietButton disabled={!call.can_cancel} onClick={() => onCancel(call)}>
      {t('cancel')}
    </QuietButton>
  )
}

/** A call on a small screen. */
export function CallCard({ call, names, onCancel }: Shown & { call: LiveCall }) {
  const t = runningCallsText.use()
  return (
    <div className={layoutStyles.card}>
      <div className={layoutStyles.cardLine}>
        <code className={textStyles.shrinkingEllipsis}>{call.model}</code>
        <CallTime call={call} />
      </div>
      <div className={layoutStyles.cardLine}>
        <CallPhase call={call} />
        <CallCost call={call} />
      </div>
      <div className={textStyles.quietEllipsis}>
        {call.username} · {call.token_name} · <CallChannel call={call} name={names.get(call.channel_id)} />
      </div>
      <div className={layoutStyles.cardLine}>
        <span className={textStyles.quietEllipsis}>
          {t('tokens')} <CallTokens call={call} />
        </span>
        <span className={styles.cardAction}>
          <CancelButton call={call} onCancel={onCancel} />
        </span>
      </div>
    </div>
  )
}
