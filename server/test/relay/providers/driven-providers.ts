import { type ChannelType, channelTypeOrder } from '@turnpike/contract/channel-types'
import type { Provider } from '../../../src/gateway/providers/provider.ts'
import { loadedProvider, loadProviders } from '../../../src/gateway/providers/registry.ts'
import { type ProviderRow, providerRows } from './provider-rows.ts'

// Of two files in one process that wait for this, one would have the tests of both: a process that files share loads it first, for the
// files of this folder.
await loadProviders(channelTypeOrder)

/** One row for each format that channels of a type speak. */
export function rowsOf(type: ChannelType): readonly ProviderRow[] {
  const rows = providerRows[type]
  return Array.isArray(rows) ? rows : [rows as ProviderRow] // it is no list
}

/** The provider that channels of a row are spoken to with. */
export function providerOfRow(type: ChannelType, { keyOf, channel = {}, chat, single = {} }: ProviderRow): Provider {
  const provider = loadedProvider(type)
  const [request] = Object.values(single).flat()
  const target = {
    type,
    key: keyOf?.('name') ?? 'name',
    base_url: 'https://upstream.example',
    other: channel.other ?? '',
    openai_organization: '',
    model: chat?.model ?? request?.upstreamModel ?? request?.model ?? '',
    setting: { ...channel.setting },
  }
  return provider.variant?.(target) ?? provider
}
