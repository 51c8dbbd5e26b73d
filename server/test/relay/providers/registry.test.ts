import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ChannelType, channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import type { Provider } from '../../../src/gateway/providers/provider.ts'
import { providerOfRow, rowsOf } from './driven-providers.ts'
import type { ProviderRow } from './provider-rows.ts'

/** What a provider relays, as its row must have it. A completion is a chat to the suite. */
function operationsOf({ chat, native, single, realtime, prefersResponses }: Provider): string[] {
  const kinds = Object.keys(single ?? {})
  const singles = kinds.filter((kind) => kind !== 'completions').map((kind) => `single.${kind}`)
  const hasChat = chat || native || kinds.includes('completions')
  return [
    ...(hasChat ? ['chat'] : []),
    ...(prefersResponses ? ['chat.responsesModel'] : []),
    ...singles,
    ...(realtime ? ['realtime'] : []),
  ]
}

const rowOperations = ({ chat, single = {}, realtime }: ProviderRow): string[] => [
  ...(chat ? ['chat'] : []),
  ...(chat?.responsesModel ? ['chat.responsesModel'] : []),
  ...Object.entries(single).flatMap(([kind, requests]) => (requests.length > 0 ? [`single.${kind}`] : [])),
  ...(realtime ? ['realtime'] : []),
]

const missing = (wanted: string[], found: string[]) => wanted.filter((each) => !found.includes(each)).join(', ')

function problemOf(type: ChannelType): string | undefined {
  const name = `${channelTypes[type].label} (channel type ${type})`
  return rowsOf(type)
    .map((row) => problemOfRow(type, name, row))
    .find((problem) => problem !== undefined)
}

function problemOfRow(type: ChannelType, name: string, row: ProviderRow): string | undefined {
  const [can, has] = [operationsOf(providerOfRow(type, row)), rowOperations(row)]
  const lacking = missing(can, has)
  if (lacking) return `${name} can do more than its row in provider-rows.ts drives: ${lacking}`
  const surplus = missing(has, can)
  return surplus ? `${name} cannot do what its row in provider-rows.ts drives: ${surplus}` : undefined
}

test('everything that a registered provider can do is in the suite', () => {
  assert.deepEqual(
    channelTypeOrder.map(problemOf).filter((problem) => problem !== undefined),
    [],
  )
})

test('a provider that shares the decoder of another type names a type that is tried with every variant', () => {
  const isTriedInFull = ({ readsLike, chat }: ProviderRow) => readsLike === undefined && chat?.readsLike === undefined
  const named = channelTypeOrder.flatMap((type) => rowsOf(type).flatMap((row) => [row.readsLike, row.chat?.readsLike]))
  for (const type of new Set(named.filter((each) => each !== undefined)))
    assert.ok(rowsOf(type).some(isTriedInFull), channelTypes[type].label)
})
