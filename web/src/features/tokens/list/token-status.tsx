import { type Token, tokenStatus } from '@turnpike/contract/identity/token'
import { Tooltip } from 'antd'
import { type StatusKind, StatusTag } from '../../../components/tags/status-tag.tsx'
import { tokensText } from './tokens.text.ts'

type Named = 'enabled' | 'disabled' | 'expired' | 'exhausted'
const appearances = new Map<number, { kind: StatusKind; text: Named }>([
  [tokenStatus.enabled, { kind: 'on', text: 'enabled' }],
  [tokenStatus.disabled, { kind: 'off', text: 'disabled' }],
  [tokenStatus.expired, { kind: 'attention', text: 'expired' }],
  [tokenStatus.exhausted, { kind: 'stopped', text: 'exhausted' }],
])

/** The status of a token as a word. */
export function useStatusWord(): (token: Token) => string {
  const t = tokensText.use()
  return ({ status }) => t(appearances.get(status)?.text ?? 'unknown')
}

/** The status of a token, and whether it is limited to some models. */
export function TokenStatus({ token }: { token: Token }) {
  const t = tokensText.use()
  const appearance = appearances.get(token.status)
  if (!appearance) return <StatusTag kind="attention">{t('unknown')}</StatusTag>
  if (token.status !== tokenStatus.enabled || !token.model_limits_enabled)
    return <StatusTag kind={appearance.kind}>{t(appearance.text)}</StatusTag>
  return (
    <Tooltip title={t('limitedTo', { models: token.model_limits.replaceAll(',', t('comma')) })}>
      <span>
        <StatusTag kind="on">{t('limited')}</StatusTag>
      </span>
    </Tooltip>
  )
}
