import type { ProbedChannel } from '../../domain/routing/channels/health/channel-probe.ts'
import type { ProxyList } from '../../domain/routing/proxies/channel-proxy.ts'
import type { Vault } from '../../secrets/vault.ts'
import { type Channel, readChannel } from '../routing/channel.ts'

/** Fields that only routing reads are left empty. */
export const channelOf = (row: ProbedChannel, vault: Vault, proxies: ProxyList): Channel =>
  readChannel(
    { ...row, priority: 0, weight: 0, group: '', auto_ban: 0, max_input_tokens: 0, status_code_mapping: '' },
    row.type,
    vault,
    proxies,
  )
