import { channelTypes, isChannelType } from '@turnpike/contract/channel-types'
import { channelStatus } from '@turnpike/contract/routing/channel'
import type { Agents } from '../../outbound/agents.ts'
import type { Store } from '../../store/store.ts'
import { readEnabledChannels } from './database.queries.ts'
import { type Finding, ok, warning } from './finding.ts'
import { reach } from './reach.ts'

/** Whether the host of every enabled channel responds. No key is sent. */
export async function checkChannels(store: Store, agents: Pick<Agents, 'lookupFor'>): Promise<Finding[]> {
  const channels = await readEnabledChannels(store, channelStatus.enabled)
  if (channels.length === 0) return [warning('channels', 'none is enabled', 'Add one under Channels.')]
  const byOrigin = Map.groupBy(channels, ({ type, base_url }) => originOf(type, base_url))
  const findings: Finding[] = []
  for (const [origin, users] of byOrigin) {
    const names = users.map(({ id, name }) => `${id} ${name}`).join(', ')
    const failure = origin === '' ? undefined : await reach(agents, new URL(origin))
    if (origin === '') findings.push(ok('channels', `no address of their own to connect to: ${names}`))
    else if (!failure) findings.push(ok('channels', `${origin} is reachable (${names})`))
    else {
      const advice = 'Look at the base URL of these channels, at DNS and at the firewall.'
      findings.push(warning('channels', `${origin}: ${failure} (${names})`, advice))
    }
  }
  return findings
}

/** Empty where the provider derives the address from the key. */
const originOf = (type: number, baseUrl: string): string =>
  URL.parse(baseUrl || (isChannelType(type) ? channelTypes[type].defaultBaseUrl : ''))?.origin ?? ''
