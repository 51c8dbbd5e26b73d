import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tokenApi } from '@turnpike/contract/identity/token'
import { defaultRoot } from '@turnpike/contract/identity/user'
import { channelApi } from '@turnpike/contract/routing/channel'
import { optionApi } from '@turnpike/contract/system/option-api'
import { startMockUpstream } from '../../mock-upstream/server.ts'
import type { VendorName } from '../../mock-upstream/vendors.ts'
import { startServerProcess } from '../bench/server-process.ts'
import { signInTo } from '../demo/console-client.ts'

/** One cell of the matrix: whether a client can do one thing in one dialect with one upstream. */
export type Cell = { client: string; dialect: string; upstream: string; check: Check; error: string | null }

export const checks = ['whole', 'stream', 'tools'] as const
export type Check = (typeof checks)[number]

/** A client that was not tried, and why. */
export type Skipped = { client: string; reason: string }

/** An upstream behind the gateway, and the model that clients name to reach it. */
export type Upstream = {
  name: string
  model: string
  vendor: VendorName
  type: number
  /** Returns reasoning to a client that requests it. */
  thinks: boolean
  /** Has a web search of its own. */
  searches: boolean
  /** Stores responses, so that a later request can continue one. */
  keeps: boolean
}

const plain = { thinks: false, searches: false, keeps: false }

export const upstreams: readonly Upstream[] = [
  { ...plain, name: 'OpenAI', model: 'gpt-4o', vendor: 'openai', type: 1, keeps: true },
  {
    ...plain,
    name: 'Anthropic',
    model: 'claude-sonnet-4-5',
    vendor: 'anthropic',
    type: 14,
    thinks: true,
    searches: true,
  },
  { ...plain, name: 'Gemini 2.5', model: 'gemini-2.5-flash', vendor: 'gemini', type: 24, thinks: true, searches: true },
  {
    ...plain,
    name: 'Gemini 3',
    model: 'gemini-3-flash-preview',
    vendor: 'gemini',
    type: 24,
    thinks: true,
    searches: true,
  },
  { ...plain, name: 'DeepSeek', model: 'deepseek-chat', vendor: 'deepseek', type: 43 },
  { ...plain, name: 'Mistral', model: 'mistral-large-latest', vendor: 'mistral', type: 42 },
  { ...plain, name: 'Ollama', model: 'gpt-oss-120b', vendor: 'ollama', type: 4, thinks: true },
]

/** Models without a price are refused, and this one has none of its own. */
const prices = { 'gpt-oss-120b': 0.001 }

export type Gateway = { url: string; key: string; stop(): Promise<void> }

/** A server with its own data folder, whose channels lead to the mock upstream, and a key to it. */
export async function startGateway(): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-clients-'))
  const mock = await startMockUpstream({ record: false })
  const server = await startServerProcess(folder)
  const root = await signInTo(server.url, defaultRoot.username, defaultRoot.password)
  // Two accounts each, because one account does not know the responses that the other stores. Each line of a key is a
  // channel.
  for (const { name, model, vendor, type } of upstreams)
    await root.call(channelApi.create, {
      body: {
        type,
        name,
        models: model,
        group: 'default',
        key: `sk-${name}-1\nsk-${name}-2`,
        base_url: mock.urlOf(vendor),
      },
    })
  await root.call(optionApi.update, { body: { key: 'ModelPrice', value: JSON.stringify(prices) } })
  const { key } = await root.call(tokenApi.create, { body: { name: 'clients', unlimited_quota: true } })
  return {
    url: server.url,
    key: `sk-${key}`,
    async stop() {
      await server.stop()
      await mock.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
