import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, test } from 'node:test'
import { type ChannelType, channelTypeOrder, channelTypes } from '@turnpike/contract/channel-types'
import { role } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { type Capability, capabilityNames } from '@turnpike/contract/routing/channel-capabilities'
import { kindOfModel } from '../../../src/gateway/probe/probe-request.ts'
import { capabilities } from '../../../src/gateway/providers/capabilities.ts'
import type { Provider } from '../../../src/gateway/providers/provider.ts'
import type { Client } from '../../harness/harness.ts'
import { useRelay } from '../../harness/relay-harness.ts'
import { type Loose, send } from '../send.ts'
import { providerOfRow, rowsOf } from './driven-providers.ts'
import type { ChatRow, ProviderRow } from './provider-rows.ts'
import { channelOf } from './wire-cases.ts'

/** What the parts of a provider say that it can do. */
function offeredBy({ chat, single = {}, tasks, models, balance }: Provider): Capability[] {
  const singles = ['embeddings', 'images', 'speech', 'transcriptions', 'rerank'] as const
  return [
    ...(chat ? (['chat', 'stream'] as const) : []),
    ...singles.filter((kind) => single[kind]),
    ...(tasks?.includes('mj') ? (['drawing'] as const) : []),
    ...(tasks?.includes('suno') ? (['music'] as const) : []),
    ...(models ? (['models'] as const) : []),
    ...(balance ? (['balance'] as const) : []),
  ]
}

/** What only a call can show. */
const shown = ['tools', 'vision', 'reasoning', 'json'] as const
type Shown = (typeof shown)[number]

const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const bookSchema = { type: 'object', properties: { title: { type: 'string' } }, required: ['title'] }
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }

const showing = (url: string) => ({
  messages: [
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url } },
      ],
    },
  ],
})

/** The request, and its other form where the upstream takes that form alone. */
const calls: Record<Shown, { bodies: object[]; isShown(json: Loose): boolean }> = {
  tools: {
    bodies: [
      {
        messages: [{ role: 'user', content: 'Please call weather with {"city":"Oslo"} now.' }],
        tools: [{ type: 'function', function: { name: 'weather', description: 'The weather', parameters } }],
      },
    ],
    isShown: ({ choices: [choice] }) =>
      choice.finish_reason === 'tool_calls' &&
      choice.message.tool_calls[0].function.name === 'weather' &&
      JSON.parse(choice.message.tool_calls[0].function.arguments).city === 'Oslo',
  },
  vision: {
    bodies: [showing(pixel), showing('https://pictures.example/pixel.png')],
    isShown: ({ choices: [{ message }] }) => /Received 1 media/.test(message.content),
  },
  reasoning: {
    bodies: [
      { messages: [{ role: 'user', content: 'Please think aloud: why is the sea blue?' }], reasoning_effort: 'high' },
    ],
    isShown: ({ choices: [{ message }], usage }) =>
      /think/.test(message.reasoning_content ?? '') || usage.completion_tokens_details?.reasoning_tokens > 0,
  },
  json: {
    bodies: [
      {
        messages: [{ role: 'user', content: 'Name a book as json.' }],
        response_format: { type: 'json_schema', json_schema: { name: 'book', schema: bookSchema } },
      },
    ],
    isShown: ({ choices: [{ message }] }) => typeof parsed(message.content) === 'object',
  },
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

describe('the table of what channel types can do', () => {
  const relay = useRelay('sqlite')
  let admin: Client
  before(async () => {
    const { username } = await relay.key({ role: role.admin })
    admin = relay.client()
    await admin.signIn(username)
  })

  async function shows(type: ChannelType, row: ProviderRow, chat: ChatRow, name: Shown): Promise<boolean> {
    const place = relay.place()
    const model = chat.modelFor?.[name] ?? chat.model
    await place.channel(channelOf(type, row, 'gpt-4o', model, chat.address)(relay.mock))
    const { key } = await place.key()
    const { bodies, isShown } = calls[name]
    for (const body of bodies) {
      const { status, json } = await send(relay, '/v1/chat/completions', { key, body: { model: 'gpt-4o', ...body } })
      if (status === 200 && isShown(json)) return true
    }
    return false
  }

  for (const type of channelTypeOrder)
    test(`${channelTypes[type].label} can do what the table says, and nothing more`, async () => {
      const able = new Set<Capability>()
      for (const row of rowsOf(type)) {
        for (const name of offeredBy(providerOfRow(type, row))) able.add(name)
        for (const name of shown) if (row.chat && (await shows(type, row, row.chat, name))) able.add(name)
      }
      assert.deepEqual(
        capabilityNames.filter((name) => able.has(name)),
        capabilityNames.filter((name) => capabilities[type].includes(name)),
      )
    })

  for (const type of channelTypeOrder)
    test(`the test of a healthy channel of ${channelTypes[type].label} passes, in every format and kind`, async () => {
      for (const row of rowsOf(type)) {
        const chats = row.chat ? [{ model: row.chat.model, address: row.chat.address }] : []
        // Of the other kinds, those models whose names tell the test what to request.
        const singles = Object.entries(row.single ?? {}).flatMap(([kind, requests]) =>
          requests
            .map(({ model, upstreamModel = model, address }) => ({ model: upstreamModel, address }))
            .filter(({ model }) => kindOfModel(model) === kind),
        )
        for (const { model, address } of [...chats, ...singles]) {
          const id = await relay.channel(channelOf(type, row, model, model, address)(relay.mock))
          const { response } = await admin.call(channelApi.test, { params: { id: String(id) }, query: {} })
          // Where a model has no price, the test says so once the channel has responded.
          const hasResponded = response.success || response.code === 'channel_test_unpriced'
          assert.ok(hasResponded, `${row.variant ?? ''} ${model}: ${response.message}`)
        }
      }
    })

  test('the page of the docs has the same table', () => {
    const page = readFileSync(join(import.meta.dirname, '../../../../docs/channel-types.md'), 'utf8')
    const rows = channelTypeOrder.map((type) => {
      const marks = capabilityNames.map((name) => (capabilities[type].includes(name) ? '✓' : ''))
      return `| ${type} | ${channelTypes[type].label} | ${marks.join(' | ')} |`
    })
    assert.deepEqual(
      rows.filter((row) => !page.includes(row)),
      [],
    )
  })
})
