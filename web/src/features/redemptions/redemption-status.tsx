import { redemptionStatus } from '@turnpike/contract/money/redemption'
import { type StatusKind, StatusTag } from '../../components/tags/status-tag.tsx'
import { useText } from '../../lib/text/text.ts'
import { redemptionsText } from './redemptions.text.ts'

const appearances = new Map<number, { kind: StatusKind; text: keyof typeof redemptionStatus }>([
  [redemptionStatus.unused, { kind: 'on', text: 'unused' }],
  [redemptionStatus.disabled, { kind: 'attention', text: 'disabled' }],
  [redemptionStatus.used, { kind: 'off', text: 'used' }],
])

/** Whether a code can still be redeemed. */
export function RedemptionStatus({ status }: { status: number }) {
  const t = useText(redemptionsText)
  const appearance = appearances.get(status)
  return <StatusTag kind={appearance?.kind ?? 'attention'}>{t(appearance?.text ?? 'unknown')}</StatusTag>
}
