import { invalidKey } from '../../translate/response/bad-channel.ts'
import { addressOf, bearer } from '../openai-shaped/address.ts'
import type { Endpoint } from '../openai-shaped/single.ts'
import type { Target } from '../provider.ts'

type Account = Pick<Target, 'base_url' | 'key'>

/** A key, and the group of the account where the channel names one. */
export function credentialOf({ key }: Pick<Target, 'key'>): { key: string; group?: string } {
  const [own = '', group, ...more] = key.split('|')
  if (own === '' || group === '' || more.length > 0) throw invalidKey('key or key|groupId')
  return { key: own, ...(group !== undefined && { group }) }
}

/** Only the oldest endpoints require the group; the others ignore it. */
export function withGroup(url: string, account: Account): string {
  const { group } = credentialOf(account)
  if (group === undefined) return url
  return `${url}${url.includes('?') ? '&' : '?'}GroupId=${encodeURIComponent(group)}`
}

export const minimaxEndpoint = (target: Account, path: string): Endpoint => ({
  url: withGroup(addressOf(target, path), target),
  headers: bearer(credentialOf(target)),
})
