import type { AgentStatus as Status } from '@turnpike/contract/money/agents/agent-api'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { agentsText } from './agents.text.ts'

const looks = {
  applied: 'attention',
  active: 'on',
  refused: 'stopped',
  ended: 'off',
} as const satisfies Record<Status, StatusKind>

/** Whether a user is an agent, has applied, or is one no longer. */
export function AgentStatus({ status }: { status: Status }) {
  const t = agentsText.use()
  return <StatusTag kind={looks[status]}>{t(status)}</StatusTag>
}
