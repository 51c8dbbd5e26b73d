import type { AbuseSign, DividendState as State } from '@turnpike/contract/money/agents/dividend'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { sharesText } from './shares.text.ts'

const looks = {
  waiting: 'running',
  final: 'on',
  held: 'attention',
  refused: 'stopped',
} as const satisfies Record<State, StatusKind>

/** Whether a share can be withdrawn, waits, or is held for a decision. */
export function DividendState({ state }: { state: State }) {
  const t = sharesText.use()
  return <StatusTag kind={looks[state]}>{t(state)}</StatusTag>
}

/** The name of a sign of abuse, and what it means. */
export const signWords = {
  address: { name: 'address', text: 'addressText' },
  device: { name: 'device', text: 'deviceText' },
  payer: { name: 'payerSign', text: 'payerText' },
  circle: { name: 'circle', text: 'circleText' },
} as const satisfies Record<AbuseSign, { name: string; text: string }>
