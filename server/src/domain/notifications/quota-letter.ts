import type { OptionValues } from '@turnpike/contract/options'
import type { Letter } from '../../mail/letter.ts'
import { shownQuota } from '../logs/quota-text.ts'

type Person = { username: string; quota: number }

/** Tells somebody that their balance runs low, or is used up, and where to top up. */
export function quotaLetter({ username, quota }: Person, level: 1 | 2, options: OptionValues): Letter {
  const { SystemName, ServerAddress } = options
  const left = shownQuota(quota, options)
  const isLow = level === 1
  return {
    subject: isLow
      ? { en: `${SystemName}: your balance is almost used up`, zh: `${SystemName}：额度即将用尽` }
      : { en: `${SystemName}: your balance is used up`, zh: `${SystemName}：额度已用尽` },
    paragraphs: [
      isLow
        ? {
            en: `The balance of ${username} is down to ${left}. Top up before calls are refused.`,
            zh: `${username} 的剩余额度为 ${left}，请及时充值，以免请求被拒绝。`,
          }
        : {
            en: `The balance of ${username} is ${left}. Calls are refused until you top up.`,
            zh: `${username} 的剩余额度为 ${left}，充值前请求会被拒绝。`,
          },
    ],
    ...(ServerAddress && { link: { address: `${ServerAddress}/topup`, label: { en: 'Top up', zh: '充值' } } }),
  }
}
