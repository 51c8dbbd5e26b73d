import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defaultOptions } from '@turnpike/contract/options'
import { role } from '@turnpike/contract/user'
import Fastify from 'fastify'
import { Client } from 'undici'
import { buildPriceBook } from '../domain/pricing/price-book.ts'
import type { Ledger } from '../domain/wallet/ledger/ledger.ts'
import type { RelayCaller } from '../gateway/entry/authenticate.ts'
import { createInFlight, inFlightLimits, memoryLimits } from '../gateway/entry/in-flight.ts'
import type { RelayDeps } from '../gateway/entry/relay-deps.ts'
import { relayScope } from '../gateway/entry/relay-scope.ts'
import { loadProviders } from '../gateway/providers/registry.ts'
import { chatRoutes } from '../gateway/routes/chat-routes.ts'
import { readChannel } from '../gateway/routing/channel.ts'
import { buildRoutes } from '../gateway/routing/routing.ts'
import type { Snapshot } from '../gateway/routing/snapshot.ts'
import { createWordFilter } from '../gateway/routing/word-filter.ts'
import { Connections } from '../outbound/connections.ts'
import type { Vault } from '../secrets/vault.ts'
import { createRehearsalUpstream, rehearsalModel } from './rehearsal-upstream.ts'

const connections = 8
const openai = 1
const group = 'default'

const caller: RelayCaller = {
  user_id: 0, // there is no such user
  username: 'rehearsal',
  role: role.ordinary,
  token_id: 0,
  token_name: '',
  unlimited: true,
  group,
  models: undefined,
  pin: undefined,
}

/**
 * Relays chats before the first client can: code that has run is compiled, so that the first calls cost little more than
 * the later ones. Client, gateway and upstream are all in this process and speak through local sockets; the ledger is asked
 * for holds of a user who does not exist, which it refuses, so nothing is written. It stops after
 * so many calls or milliseconds.
 */
export async function rehearse(
  deps: RelayDeps & { vault: Vault },
  { calls, withinMs }: { calls: number; withinMs: number },
): Promise<void> {
  await loadProviders([openai])
  const upstream = createRehearsalUpstream()
  const upstreamPath = socketPath()
  const outgoing = new Connections('http://rehearsal', { socketPath: upstreamPath })
  const gateway = Fastify({ logger: false })
  const own = rehearsalDeps(deps, outgoing)
  relayScope(gateway, own)
  chatRoutes(gateway, own)
  const gatewayPath = socketPath()
  const clients = Array.from({ length: connections }, () => new Client('http://rehearsal', { socketPath: gatewayPath }))
  try {
    await once(upstream.listen(upstreamPath), 'listening')
    await gateway.listen({ path: gatewayPath })
    const endAt = performance.now() + withinMs
    let left = calls
    const send = async (client: Client) => {
      while (left-- > 0 && performance.now() < endAt) {
        const { statusCode, body } = await client.request(question(left % 4 === 0))
        const text = await body.text()
        if (statusCode !== 200) throw new Error(`the rehearsal was answered ${statusCode}: ${text}`)
      }
    }
    await Promise.all(clients.map(send))
  } finally {
    await Promise.all(clients.map((client) => client.destroy()))
    await Promise.all([outgoing.close(), gateway.close()])
    upstream.closeAllConnections()
    upstream.close()
  }
}

const question = (stream: boolean) => ({
  method: 'POST' as const,
  path: '/v1/chat/completions',
  headers: { 'content-type': 'application/json', authorization: 'Bearer sk-rehearsal' },
  body: JSON.stringify({
    model: rehearsalModel,
    messages: [{ role: 'user', content: 'Say something short about roads.' }],
    ...(stream && { stream }),
  }),
})

/** A socket of this machine that has a name instead of an address. */
const socketPath = () =>
  process.platform === 'win32'
    ? String.raw`\\.\pipe\turnpike-${randomUUID()}`
    : join(tmpdir(), `turnpike-${randomUUID()}.sock`)

function rehearsalDeps(deps: RelayDeps & { vault: Vault }, outgoing: Connections): RelayDeps {
  const snapshot = rehearsalSnapshot(deps.vault)
  return {
    ...deps,
    authenticate: () => caller,
    snapshot: { current: () => snapshot, reload: async () => {} },
    ledger: rehearsalLedger(deps.ledger),
    agents: { ...deps.agents, targetOf: (address) => ({ connections: outgoing, path: new URL(address).pathname }) },
    inFlight: createInFlight(inFlightLimits(memoryLimits(deps.config))),
    metrics: { attempt() {}, firstByte() {}, tokens() {} },
    failureLog: { note() {}, close: async () => {} },
    attemptLog: { note: () => 0, amend() {}, save: async () => {}, close: async () => {} },
  }
}

function rehearsalSnapshot(vault: Vault): Snapshot {
  const options = defaultOptions()
  const row = {
    id: 0,
    name: 'rehearsal',
    key_cipher: vault.encrypt('sk-rehearsal', 'channel key'),
    priority: 0,
    weight: 0,
    models: rehearsalModel,
    group,
    auto_ban: 0,
    max_input_tokens: 0,
    model_mapping: '',
    status_code_mapping: '',
    setting: '',
    base_url: 'http://rehearsal',
    other: '',
    openai_organization: '',
  }
  const channel = readChannel({ ...row, type: openai }, openai, vault)
  return {
    options,
    prices: buildPriceBook(options),
    channels: new Map([[channel.id, channel]]),
    disabledChannels: new Set(),
    routes: buildRoutes([channel]),
    retiredRoutes: new Map(),
    modelsOfGroup: new Map([[group, [rehearsalModel]]]),
    words: createWordFilter(options),
  }
}

/** Every operation is a hold that the ledger refuses, and the call goes on as if it had been done. */
function rehearsalLedger(ledger: Ledger): Ledger {
  const refused = async ({ request_id }: { request_id: string }) => {
    await ledger.hold({
      request_id,
      user_id: caller.user_id,
      token_id: caller.token_id,
      amount: 1,
      model_name: rehearsalModel,
      group,
      price_snapshot: '',
      at: 0,
      expires_at: 0,
    })
    return { ok: true } as const
  }
  return { ...ledger, hold: refused, extend: refused, checkpoint: refused, capture: refused, release: refused }
}
