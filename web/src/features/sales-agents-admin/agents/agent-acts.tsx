import type { ListedAgent } from '@turnpike/contract/money/agents/agent-api'
import { ConfirmDialog } from '../../../components/overlay/confirm-dialog.tsx'
import { ReasonDialog } from '../../../components/overlay/reason-dialog.tsx'
import { toast } from '../../../components/overlay/toast-list.ts'
import styles from '../sales-agents.module.css'
import { agentsText } from './agents.text.ts'
import { useAgentAct } from './use-agents.ts'

/** What an administrator is about to do with an agent. */
export type AskedAgent = { agent: ListedAgent; act: 'approve' | 'refuse' | 'end' | 'resume' }

type AgentActsProps = { asked: AskedAgent; onClose: () => void }

/** The dialog before an act. */
export function AgentActs(props: AgentActsProps) {
  const { act } = props.asked
  return act === 'refuse' || act === 'end' ? <ReasonAct {...props} act={act} /> : <ConfirmAct {...props} act={act} />
}

/** Makes an applicant an agent, or takes an agent up again who had ended. */
function ConfirmAct({ asked: { agent }, act, onClose }: AgentActsProps & { act: 'approve' | 'resume' }) {
  const t = agentsText.use()
  const { id, username: name, note, status } = agent
  const sending = useAgentAct(() => {
    toast.success(t('appointed', { name }))
    onClose()
  })
  return (
    <ConfirmDialog
      title={t(act === 'resume' ? 'resumeTitle' : 'approveTitle', { name })}
      text={act === 'resume' ? t('resumeText') : t('approveText', { name })}
      verb={t(act)}
      busy={sending.isPending}
      // A refused application is not decided anew: the user is appointed.
      onConfirm={() => sending.mutate({ kind: status === 'refused' ? 'appoint' : 'approve', id })}
      onCancel={onClose}
    >
      {act === 'approve' && note && <p className={styles.quote}>{note}</p>}
    </ConfirmDialog>
  )
}

const reasons = {
  refuse: ['reasonUnfit', 'reasonUnclear'],
  end: ['reasonRules', 'reasonAsked'],
} as const

/** Refuses an application, or ends an agent. */
function ReasonAct({ asked: { agent }, act, onClose }: AgentActsProps & { act: 'refuse' | 'end' }) {
  const t = agentsText.use()
  const { id, username: name } = agent
  const sending = useAgentAct(() => {
    toast.success(t(act === 'end' ? 'endedOne' : 'refusedOne', { name }))
    onClose()
  })
  return (
    <ReasonDialog
      danger
      title={t(act === 'end' ? 'endTitle' : 'refuseTitle', { name })}
      text={t(act === 'end' ? 'endText' : 'refuseText')}
      verb={t(act)}
      busy={sending.isPending}
      choices={reasons[act].map((reason) => t(reason))}
      help={t('agentSees')}
      onSubmit={(reason) => sending.mutate({ kind: act, id, reason })}
      onClose={onClose}
    />
  )
}
