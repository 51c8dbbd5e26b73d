import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { channelApi } from '@turnpike/contract/channel'
import { tokenApi } from '@turnpike/contract/token'
import { defaultRoot } from '@turnpike/contract/user'
import { startMockUpstream } from '../../mock-upstream/server.ts'
import type { VendorName } from '../../mock-upstream/vendors.ts'
import { startServerProcess } from '../bench/server-process.ts'
import { signInTo } from '../demo/console-client.ts'

/** An upstream behind the gateway, and the model that a client asks for to reach it. */
export type Upstream = { name: string; model: string; vendor: VendorName; type: number }

export const upstreams: readonly Upstream[] = [
  { name: 'OpenAI', model: 'gpt-4o', vendor: 'openai', type: 1 },
  { name: 'Anthropic', model: 'claude-sonnet-4-5', vendor: 'anthropic', type: 14 },
  { name: 'Gemini 2.5', model: 'gemini-2.5-flash', vendor: 'gemini', type: 24 },
  { name: 'Gemini 3', model: 'gemini-3-flash-preview', vendor: 'gemini', type: 24 },
  { name: 'DeepSeek', model: 'deepseek-chat', vendor: 'deepseek', type: 43 },
  { name: 'Mistral', model: 'mistral-large-latest', vendor: 'mistral', type: 42 },
  { name: 'Ollama', model: 'llama3.2', vendor: 'ollama', type: 4 },
]

export type Gateway = { url: string; key: string; stop(): Promise<void> }

/** A server with its own data folder, whose channels lead to the mock upstream, and a key to it. */
export async function startGateway(): Promise<Gateway> {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-clients-'))
  const mock = await startMockUpstream({ record: false })
  const server = await startServerProcess(folder)
  const root = await signInTo(server.url, defaultRoot.username, defaultRoot.password)
  for (const { name, model, vendor, type } of upstreams)
    await root.call(channelApi.create, {
      body: { type, name, models: model, group: 'default', key: `sk-${vendor}-${name}`, base_url: mock.urlOf(vendor) },
    })
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
