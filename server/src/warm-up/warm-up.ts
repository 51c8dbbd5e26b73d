import type { Server } from 'node:http'
import { duplexPair } from 'node:stream'
import { role } from '@turnpike/contract/identity/user'
import { defaultOptions } from '@turnpike/contract/options'
import Fastify from 'fastify'
import { Registry } from 'prom-client'
import { buildPriceBook } from '../domain/money/pricing/price-book.ts'
import type { Ledger } from '../domain/money/wallet/ledger/ledger.ts'
import { createInFlight, inFlightLimits, memoryLimits } from '../gateway/entry/in-flight/in-flight.ts'
import type { RelayCaller } from '../gateway/entry/key/authenticate.ts'
import type { RelayDeps } from '../gateway/entry/relay-deps.ts'
import { createRelayMetrics } from '../gateway/entry/relay-metrics.ts'
import { relayScope } from '../gateway/entry/relay-scope.ts'
import { loadProviders } from '../gateway/providers/registry.ts'
import { chatRoutes } from '../gateway/routes/chat-routes.ts'
import { readChannel } from '../gateway/routing/channel.ts'
import { ChannelQueue } from '../gateway/routing/channel-queue.ts'
import { buildRoutes } from '../gateway/routing/routing.ts'
import type { Snapshot } from '../gateway/routing/snapshot.ts'
import { createSticky } from '../gateway/routing/sticky.ts'
import { createWordFilter } from '../gateway/routing/word-filter.ts'
import { LightAbortSignal } from '../light/light-abort-signal.ts'
import { noSchemas } from '../light/no-schemas.ts'
import type { Agents } from '../outbound/agents.ts'
import { Connections } from '../outbound/connections.ts'
import { exchange, readAll } from '../outbound/exchange.ts'
import type { Connect } from '../outbound/http/connection.ts'
import type { Vault } from '../secrets/vault.ts'
import { createWarmUpUpstream, warmUpModel } from './warm-up-upstream.ts'

type WarmUpDeps = RelayDeps & { vault: Vault }

const openai = 1
const group = 'default'
const withinMs = 2000
const responseBytesMax = 10_000

/** No user has this id: the ledger refuses a hold for it and writes nothing. */
const unknownUser: RelayCaller = {
  user_id: 0,
  account_id: 0,
  username: 'warm-up',
  role: role.ordinary,
  token_id: 0,
  token_name: '',
  unlimited: true,
  group,
  own_group: group,
  models: undefined,
  plans: undefined,
  pin: undefined,
  limits: undefined,
  record: undefined,
}

/**
 * Relays two chats before the server listens: one whole, one streamed. Code that has run once is loaded and compiled, so
 * that the first call of a client takes about 20 ms less (decision 0022). Client, gateway and upstream are all in this
 * process and are connected in memory. Throws if a chat gets no response.
 */
export async function warmUp(deps: WarmUpDeps): Promise<void> {
  await loadProviders([openai])
  const upstream = createWarmUpUpstream()
  const toUpstream = new Connections('upstream', inMemory(upstream))
  const gateway = Fastify({ logger: false, schemaController: noSchemas })
  const own = warmUpDeps(deps, agentsOf(toUpstream))
  relayScope(gateway, own)
  chatRoutes(gateway, own)
  await gateway.ready()
  const toGateway = new Connections('gateway', inMemory(gateway.server))
  try {
    for (const isStream of [false, true]) await sendChat(agentsOf(toGateway), isStream)
  } finally {
    toGateway.close()
    toUpstream.close()
    await gateway.close()
  }
}

async function sendChat(agents: Agents, stream: boolean): Promise<void> {
  const body = { model: warmUpModel, messages: [{ role: 'user', content: 'Say hello.' }], ...(stream && { stream }) }
  const response = await exchange(
    agents,
    {
      method: 'POST',
      url: 'http://gateway/v1/chat/completions',
      headers: { 'content-type': 'application/json', authorization: 'Bearer sk-warmup' },
      body: JSON.stringify(body),
    },
    { firstByteMs: withinMs, idleMs: withinMs, totalMs: withinMs },
    new LightAbortSignal(),
  )
  const text = (await readAll(response, responseBytesMax)).toString()
  if (response.status !== 200 || !text.includes('there.')) throw new Error(`responded ${response.status}: ${text}`)
}

/** Connects to a server of this process that does not listen. */
const inMemory =
  (server: Server): Connect =>
  ({ open, data }) => {
    const [near, far] = duplexPair()
    server.emit('connection', far)
    near.on('data', data)
    setImmediate(open, near)
    return near
  }

const agentsOf = (connections: Connections): Agents => ({
  destinationOf: (address) => ({ connections, path: new URL(address).pathname }),
  tunnelTo: () => undefined,
  lookupFor() {
    throw new Error('a warm-up resolves no name')
  },
  close: async () => connections.close(),
})

/** The dependencies of the server, except those that would count, log or store the two chats. */
function warmUpDeps(deps: WarmUpDeps, agents: Agents): RelayDeps {
  const snapshot = snapshotOf(deps.vault)
  const close = async () => {}
  const tally = { add() {}, save: close, close }
  return {
    ...deps,
    agents: { through: () => agents, close: agents.close },
    authenticate: () => unknownUser,
    snapshot: { current: () => snapshot, reload: close, comingPrices: () => [], hasDuePrices: () => false },
    ledger: dryRunLedger(deps.ledger),
    inFlight: createInFlight(inFlightLimits(memoryLimits(deps.config))),
    metrics: createRelayMetrics(new Registry()),
    traces: undefined,
    failureLog: { note() {}, close },
    attemptLog: { note: () => 0, amend() {}, medianMs: () => undefined, save: close, close },
    channelQueue: new ChannelQueue(),
    keySpending: tally,
    sticky: createSticky(),
    stickyFigures: tally,
  }
}

function snapshotOf(vault: Vault): Snapshot {
  const options = { ...defaultOptions(), ModelRatio: { [warmUpModel]: 1 } }
  const row = {
    id: 0,
    name: 'warm-up',
    type: openai,
    key_cipher: vault.encrypt('sk-warmup', 'channel key'),
    priority: 0,
    weight: 0,
    models: warmUpModel,
    group,
    own_group: group,
    auto_ban: 0,
    max_input_tokens: 0,
    model_mapping: '',
    status_code_mapping: '',
    setting: '',
    param_override: '',
    header_override: '',
    base_url: 'http://upstream',
    other: '',
    openai_organization: '',
    proxy_cipher: '',
  }
  const channel = readChannel(row, openai, vault, new Map())
  return {
    options,
    prices: buildPriceBook(options),
    channels: new Map([[channel.id, channel]]),
    hasOverrides: false,
    disabledChannels: new Set(),
    offChannels: [],
    routes: buildRoutes([channel]),
    retiredRoutes: new Map(),
    modelsOfGroup: new Map([[group, [warmUpModel]]]),
    words: createWordFilter(options),
    groupLimits: new Map(),
    proxies: new Map(),
    records: undefined,
    errorRules: undefined,
    virtualModels: undefined,
  }
}

/** Requests each hold from the ledger, which refuses it, and then reports the hold as granted. */
function dryRunLedger(ledger: Ledger): Ledger {
  const granted = async () => ({ ok: true }) as const
  return {
    ...ledger,
    hold: async (hold) => {
      await ledger.hold({ ...hold, isLongRunning: true })
      return granted()
    },
    extend: granted,
    checkpoint: granted,
    capture: granted,
    release: granted,
  }
}
