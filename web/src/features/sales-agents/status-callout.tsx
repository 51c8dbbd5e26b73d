import type { AgentSelf } from '@turnpike/contract/money/agents/agent-api'
import type { ReactNode } from 'react'
import { Callout } from '../../components/states/callout.tsx'
import { dictionary } from '../../lib/text/text.ts'

const statusText = dictionary({
  applied: ['Your application waits for an administrator', '申请正在等待管理员审核'],
  appliedText: [
    'Once it is approved, payments of those whom you invite bring you shares.',
    '通过后，你邀请的用户付款时，你将获得分成。',
  ],
  refused: ['Your application was refused', '你的申请未通过'],
  ended: ['You are no longer an agent', '你已不再是代理'],
  endedText: [
    'Later payments bring no shares. What you earned stays yours.',
    '之后的付款不再产生分成，已有收益仍归你所有。',
  ],
  off: ['Sales agents are off', '代理功能已关闭'],
  because: ['Reason: {reason}', '原因：{reason}'],
})

type StatusCalloutProps = {
  self: Pick<AgentSelf, 'status' | 'reason'>
  /** The operator has switched agents off. */
  isOff?: boolean
  /** The button to apply again. */
  action?: ReactNode
}

/** What somebody must know who is not an agent, or no longer. */
export function StatusCallout({ self: { status, reason }, isOff = false, action }: StatusCalloutProps) {
  const t = statusText.use()
  if (isOff) return <Callout tone="warning" title={t('off')} text={t('endedText')} />
  if (status === 'applied') return <Callout tone="success" title={t('applied')} text={t('appliedText')} />
  if (status !== 'refused' && status !== 'ended') return null
  const because = reason && t('because', { reason })
  return (
    <Callout
      tone="warning"
      title={t(status)}
      text={
        <>
          {because}
          {because && status === 'ended' && <br />}
          {status === 'ended' && t('endedText')}
        </>
      }
      action={action}
    />
  )
}
