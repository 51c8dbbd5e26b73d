import { type ChannelType, channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import type { MockUpstream } from '../../../../mock-upstream/server.ts'
import { capabilities } from '../../../src/gateway/providers/capabilities.ts'
import type { Provider } from '../../../src/gateway/providers/provider.ts'
import type { DatabaseKind } from '../../harness/databases.ts'
import { isLongRun } from '../../harness/long-run.ts'
import type { GivenChannel } from '../../harness/relay-harness.ts'
import { type ChatFormat, type ChatFormatName, chatFormats } from './chat-formats.ts'
import { providerOfRow, rowsOf } from './driven-providers.ts'
import type { ChatRow, Defects, ProviderRow, ReadsLike, SingleRow } from './provider-rows.ts'

export type Case = {
  type: ChannelType
  /** The request, and the provider that serves it. */
  name: string
  /** A channel of the provider, on this mock. */
  channel(mock: MockUpstream): GivenChannel
  readsLike: ReadsLike | undefined
}
/** A chat: a client format and a provider. */
export type ChatCase = Case & {
  format: ChatFormat
  /** The client's name for the model. */
  model: string
  /** The same case with another name for the model, which has another price. */
  named(model: string): ChatCase
  /** The model calls two tools at once. */
  callsTwoTools: boolean
  tellsUsage: boolean
  tellsPromptFirst: boolean
  endsWithLastEvent: boolean
  /** A stream comes in pieces. */
  streams: boolean
  defects: Defects
}
/** A request that is not a chat, and a provider. */
export type SingleCase = Case & {
  request: SingleRow
  /** The usage of its responses is read by code of another type. */
  countsLike: ReadsLike | undefined
}
/** A realtime session with a provider. */
export type RealtimeCase = Case & { model: string }

const formatLabels: Record<ChatFormatName, string> = {
  chat: 'chat',
  completions: 'completions',
  responses: 'Responses',
  messages: 'Messages',
  gemini: 'Gemini',
}

/**
 * What an upstream sends is read before a database is queried, so on PostgreSQL some providers stand for all: those of
 * every client format, of pictures, sound and sessions.
 */
const onPostgres: ReadonlySet<ChannelType> = new Set([1, 14, 24])
/**
 * The relay's own code sends single requests and relays their responses: one type stands for those that become one request, one
 * for several requests, and one for a task that is polled until it is done.
 */
const singlesInFull: ReadonlySet<ChannelType> = new Set([1, 16, 17])
export const isOn = (kind: DatabaseKind, { type }: Case): boolean => kind === 'sqlite' || onPostgres.has(type)

/** Names of our own: they are mapped to the upstream's. That both begin like OpenAI's makes our own count of tokens exact. */
export const clientModel = 'gpt-by-token'
export const clientResponsesModel = 'codex-by-token'

const driven = channelTypeOrder.flatMap((type) =>
  rowsOf(type).map((row) => {
    const { label } = channelTypes[type]
    return { type, row, provider: providerOfRow(type, row), label: row.variant ? `${label} ${row.variant}` : label }
  }),
)

/** A channel of a row that serves one model, on a mock. */
export const channelOf =
  (type: ChannelType, row: ProviderRow, model: string, upstreamModel: string, address?: ChatRow['address']) =>
  (mock: MockUpstream): GivenChannel => ({
    ...row.channel,
    type,
    base_url: address?.(mock) ?? mock.urlOf(row.vendor),
    ...(row.keyOf && { keyOf: row.keyOf }),
    ...(row.setting && { setting: { ...row.channel?.setting, ...row.setting(mock) } }),
    models: model,
    ...(upstreamModel !== model && { model_mapping: { [model]: upstreamModel } }),
  })

const callsTwoTools = (type: ChannelType, { callsTools, callsOneTool, modelFor }: ChatRow): boolean =>
  callsTools !== false && !callsOneTool && !modelFor?.tools && capabilities[type].includes('tools')

/**
 * The cases of this run. A long run has every provider. A quick run has one provider per decoder: those whose responses no other
 * type's code reads.
 */
export const ofRun = <Each extends Pick<Case, 'readsLike'>>(cases: Each[]): Each[] =>
  isLongRun ? cases : cases.filter(({ readsLike }) => readsLike === undefined)
/** Of single requests: their usage is what a provider reads with code of its own. */
export const singlesOfRun = (cases: SingleCase[]): SingleCase[] =>
  isLongRun ? cases : cases.filter(({ countsLike }) => countsLike === undefined)

/** Every upstream that chats: how it is reached, and whether its models call tools. */
export const chatRows = driven.flatMap(({ type, row, label }) => {
  const { chat } = row
  if (!chat) return []
  const channel = (mock: MockUpstream, model: string, upstreamModel: string): GivenChannel =>
    channelOf(type, row, model, upstreamModel, chat.address)(mock)
  const canCall = chat.callsTools ?? capabilities[type].includes('tools')
  return [
    {
      label,
      chat,
      readsLike: chat.readsLike ?? row.readsLike,
      canCall,
      callsTwoTools: callsTwoTools(type, chat),
      channel,
    },
  ]
})

export const chatCases: ChatCase[] = driven.flatMap(({ type, row, provider, label }) => {
  const { chat } = row
  if (!chat) return []
  const { model, tellsUsage = true, tellsPromptFirst = [], endsWithLastEvent = false, defects = {} } = chat
  const streams = chat.streams ?? true
  const caseOf = (name: string, format: ChatFormat, client: string, upstreamModel: string): ChatCase => ({
    type,
    name: `${name} → ${label}`,
    readsLike: chat.readsLike ?? row.readsLike,
    format,
    model: client,
    named: (other) => caseOf(name, format, other, upstreamModel),
    callsTwoTools: callsTwoTools(type, chat),
    tellsUsage,
    tellsPromptFirst: tellsPromptFirst === true || tellsPromptFirst.some((each) => chatFormats[each] === format),
    endsWithLastEvent,
    streams,
    defects,
    channel: channelOf(type, row, client, upstreamModel, chat.address),
  })
  const cases = formatsOf(provider, chat).map((name) =>
    caseOf(formatLabels[name], chatFormats[name], clientModel, model),
  )
  if (chat.responsesModel)
    cases.push(caseOf('chat as Responses', chatFormats.chat, clientResponsesModel, chat.responsesModel))
  return cases
})

/** OpenAI's chat, every format the provider takes as it is, and those its row wants translated. */
function formatsOf({ completion, native = {}, single }: Provider, { translates = [] }: ChatRow): ChatFormatName[] {
  const isNative: Partial<Record<ChatFormatName, boolean>> = {
    completions: (single?.completions ?? completion) !== undefined,
    responses: native.responses !== undefined,
    messages: native.anthropic !== undefined,
    gemini: native.gemini !== undefined,
  }
  const names = Object.keys(chatFormats) as ChatFormatName[] // the object's own keys
  return names.filter((name) => name === 'chat' || isNative[name] || translates.includes(name))
}

export const singleCases: SingleCase[] = driven.flatMap(({ type, row, label }) =>
  Object.values(row.single ?? {})
    .flat()
    .map((request) => ({
      type,
      name: `${request.name} → ${label}`,
      request,
      readsLike: row.readsLike ?? (singlesInFull.has(type) ? undefined : 1),
      countsLike: row.readsLike,
      channel: channelOf(type, row, request.model, request.upstreamModel ?? request.model, request.address),
    })),
)

export const realtimeCases: RealtimeCase[] = driven.flatMap(({ type, row, label }) =>
  row.realtime
    ? [
        {
          type,
          name: `realtime → ${label}`,
          model: row.realtime,
          readsLike: row.readsLike,
          channel: channelOf(type, row, row.realtime, row.realtime),
        },
      ]
    : [],
)
