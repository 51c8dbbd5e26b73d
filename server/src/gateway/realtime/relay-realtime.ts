import type { IncomingHttpHeaders } from 'node:http'
import type { Language } from '@turnpike/contract/errors'
import type { WebSocket } from 'ws'
import type { Price } from '../../domain/money/pricing/price.ts'
import type { CallTrace } from '../../traces/traces.ts'
import { refuseObjects } from '../call/admit-objects.ts'
import { affordable, openHold, releaseHold } from '../call/hold.ts'
import { HoldKeeper } from '../call/hold-keeper.ts'
import { admitCall, newVirtualCall, type OpenedCall, openCall } from '../call/open-call.ts'
import { tryChannels } from '../call/try-channels.ts'
import { admitModel, findPrice, findRouting, rejectBlockedWords } from '../entry/admit.ts'
import { clientErrorOf } from '../entry/errors/client-error.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { Provider } from '../providers/provider.ts'
import { type Channel, mappedModel } from '../routing/channel.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { isObject } from '../translate/json/json-values.ts'
import { firstMember } from '../virtual/relay-virtual.ts'
import { admitMember, findVirtual } from '../virtual/suitable-members.ts'
import { connectRealtime } from './connect.ts'
import { errorEvent, type RealtimeEvent, withSanitisedError, withUpstreamModel } from './event.ts'
import { initialHold, maintainHold } from './hold.ts'
import { RealtimeMeter, usageEvents } from './meter.ts'
import { RealtimeSession } from './session.ts'
import { settleRealtime } from './settle.ts'
import { realtimePath, type Upgrade } from './upgrade.ts'

export type IncomingSession = {
  request_id: string
  model: string
  /** The language of error messages. */
  language: Language
  /** Reads the caller again; throws once the key is no longer valid. */
  authenticate(): Promise<RelayCaller>
  trace: CallTrace | undefined
  headers: IncomingHttpHeaders
}

const needs = (provider: Provider) => provider.realtime !== undefined

/** Open sessions, so that a server that stops can end them. */
export type RealtimeSessions = Set<RealtimeSession>

/**
 * The journey of a session: checks and a hold as for any call, a channel that accepts it, and only then the client's
 * WebSocket. Until that is open errors are HTTP responses; from then on they are events, and the end settles once.
 */
export async function relayRealtime(
  caller: RelayCaller,
  received: IncomingSession,
  upgrade: Upgrade,
  sessions: RealtimeSessions,
  deps: RelayDeps,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  const route = (each: string) => findRouting(caller, each, snapshot, needs)
  const virtual = findVirtual(snapshot, caller, received.model)
  // A session of a virtual model is held with the first of its models that suits.
  const model = virtual
    ? firstMember(virtual, { caller, snapshot, route, promptTokens: () => 0 }, deps)
    : received.model
  const admit = (now: RelayCaller) => (virtual ? admitMember(virtual, now, model) : admitModel(now, model))
  const incoming = { ...received, model, admit }
  const admitted = admitCall(
    {
      id: received.request_id,
      trace: received.trace,
      recording: undefined,
      failureContext: undefined,
      headers: received.headers,
    },
    virtual ? { ...caller, models: undefined } : caller, // a member was admitted when it was chosen
    { model, needs, virtual: virtual && newVirtualCall(virtual.name) },
    snapshot,
  )
  const price = findPrice(snapshot, model, deps.clock())
  const { PreConsumedQuota } = snapshot.options
  const holdAt = (each: Price, ratio: number) => initialHold(each, ratio, PreConsumedQuota)
  const opened = openCall(admitted, { price, promptTokens: 0, isLongRunning: true, holdAt })
  const { call, hold, attempts } = opened
  const running = await deps.inFlight.enter(caller)
  running.show(opened)
  try {
    await openHold(
      opened,
      affordable(() => holdAt(price, call.groupRatio)),
      deps,
    )
    if (hold.isTaken) hold.keeper = new HoldKeeper(opened, deps)
    try {
      const connect = (each: Channel) => connectRealtime(each, call, attempts, upgrade.gone, deps)
      const { channel, started } = await tryChannels(opened, admitted.routing, connect, upgrade.gone, deps)
      attempts.respondedAt = performance.now()
      const client = await acceptClient(upgrade, () => started.terminate())
      hold.beginSettlement() // from here on runSession settles the hold, also when the session fails
      await runSession({ ...opened, channel, incoming, client, upstream: started }, sessions, deps)
    } finally {
      if (!hold.isSettling) await releaseHold(opened, deps)
    }
  } finally {
    running.closeResponse()
  }
}

async function acceptClient(upgrade: Upgrade, giveUp: () => void): Promise<WebSocket> {
  try {
    return await upgrade.accept()
  } catch (error) {
    giveUp()
    throw error
  }
}

type OpenSession = OpenedCall & {
  channel: Channel
  /** `admit` refuses a caller who may no longer use the model. */
  incoming: IncomingSession & { admit(caller: RelayCaller): void }
  client: WebSocket
  upstream: WebSocket
}

async function runSession(open: OpenSession, sessions: RealtimeSessions, deps: RelayDeps): Promise<void> {
  const { call, channel, incoming, client, upstream } = open
  const { request_id } = call
  const meter = new RealtimeMeter(call.model, call.price, call.snapshot.prices)
  const names = { client: call.virtual?.name ?? call.model, upstream: mappedModel(channel, call.model) }
  let errors = 0
  const session = new RealtimeSession({
    client,
    upstream,
    onClientEvent(event) {
      const changed = withUpstreamModel(event, names)
      refuseObjects(event, channel)
      if (call.snapshot.words.isActive) checkBlockedWords(event, call.snapshot)
      meter.addClientEvent(event)
      return changed
    },
    onServerEvent(event) {
      meter.addServerEvent(event)
      if (usageEvents.has(event.type)) maintenance.check()
      return withSanitisedError(event, channel.secrets())
    },
    errorEventOf: (error) => errorEvent(clientErrorOf(error, request_id, incoming.language), ++errors),
    onUnexpectedError: (error) => deps.log.error('unexpected error', { request_id, route: realtimePath, error }),
  })
  const recheck = async () => incoming.admit(await incoming.authenticate())
  const maintenance = maintainHold({ ...open, meter, session, recheck }, deps)
  sessions.add(session)

  const end = await session.ended
  maintenance.stop()
  const firstEventMs = session.firstEventAt === undefined ? undefined : session.firstEventAt - call.startedAt
  try {
    await settleRealtime({ ...open, meter, end, firstEventMs }, deps)
    session.close(end)
  } catch (error) {
    deps.log.error('session not settled', { request_id, error })
    session.close({ ...end, error, code: 1011 })
  }
  sessions.delete(session)
  deps.log.debug('session ended', { request_id, channel_id: channel.id, reason: end.reason, by: end.by })
}

/** Refuses an event with blocked words in any of its text, so that it is not forwarded. */
function checkBlockedWords({ item, session, response }: RealtimeEvent, snapshot: Snapshot): void {
  for (const part of [item, session, response]) if (isObject(part)) rejectBlockedWords(part, snapshot)
}
