import type { OptionValues } from '@turnpike/contract/options'
import { type LogEvent, logText } from '@turnpike/contract/usage/log-events'
import { shownQuota } from '../../../usage/logs/quota-text.ts'
import type { News } from '../tell-agents.ts'

type Step = Extract<LogEvent, `withdrawal_${string}`>
type Told = { amount: number; reason?: string }

const subjects: Record<Step, News['subject']> = {
  withdrawal_asked: { en: 'your payout request', zh: '提现申请已提交' },
  withdrawal_cancelled: { en: 'your payout request was taken back', zh: '提现申请已撤销' },
  withdrawal_approved: { en: 'your payout was approved', zh: '提现申请已批准' },
  withdrawal_paid: { en: 'your payout was made', zh: '提现已打款' },
  withdrawal_refused: { en: 'your payout was refused', zh: '提现申请被拒绝' },
}

/** What an agent is told of a step: the sentence of the log, which also shows a request that the agent did not make. */
export function newsOf(step: Step, { amount, reason = '' }: Told, options: OptionValues): News {
  const params = { amount: shownQuota(amount, options), reason }
  return {
    subject: subjects[step],
    text: { en: `${logText(step, 'en', params)}.`, zh: `${logText(step, 'zh', params)}。` },
  }
}

/** What administrators are told of a new request. */
export function requestOf(agent: string, amount: number, options: OptionValues): News {
  const shown = shownQuota(amount, options)
  return {
    subject: { en: 'a payout request', zh: '新的提现申请' },
    text: { en: `${agent} asks for a payout of ${shown}.`, zh: `代理 ${agent} 申请提现 ${shown}，请审核。` },
  }
}
