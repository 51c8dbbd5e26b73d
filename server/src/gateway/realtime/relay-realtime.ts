import type { Language } from '@turnpike/contract/errors'
import type { WebSocket } from 'ws'
import type { CallTrace } from '../../traces/traces.ts'
import { refuseObjects } from '../call/admit-objects.ts'
import { tryChannels } from '../call/attempts.ts'
import { type Call, continueVirtual, newCall, newVirtualCall } from '../call/call.ts'
import { affordable, openHold, releaseHold } from '../call/hold.ts'
import { HoldKeeper } from '../call/hold-keeper.ts'
import { admitModel, findPrice, findRouting, weighPrompt } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import { clientErrorOf } from '../entry/client-error.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
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

export type RealtimeAsk = {
  request_id: string
  model: string
  /** The language of error messages. */
  language: Language
  /** Reads the caller again; throws once the key is no longer valid. */
  authenticate(): Promise<RelayCaller>
  trace: CallTrace | undefined
}

/** Open sessions, so that a server that stops can end them. */
export type RealtimeSessions = Set<RealtimeSession>

/**
 * The journey of a session: checks and a hold as for any call, a channel that accepts it, and only then the client's
 * WebSocket. Until that is open errors are HTTP responses; from then on they are events, and the end settles once.
 */
export async function relayRealtime(
  caller: RelayCaller,
  asked: RealtimeAsk,
  upgrade: Upgrade,
  sessions: RealtimeSessions,
  deps: RelayDeps,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  const route = (model: string) => findRouting(caller, model, snapshot, (provider) => provider.realtime !== undefined)
  const virtual = findVirtual(snapshot, caller, asked.model)
  // A session of a virtual model is held with the first of its models that suits.
  const model = virtual ? firstMember(virtual, { caller, snapshot, route, promptTokens: () => 0 }, deps) : asked.model
  const admit = (now: RelayCaller) => (virtual ? admitMember(virtual, now, model) : admitModel(now, model))
  admit(caller)
  const ask = { ...asked, model, admit }
  const routing = route(model)
  const price = findPrice(snapshot, ask.model)
  const about = { caller, snapshot, model, price, promptTokens: 0, countPrompt: undefined }
  const call = newCall(ask.request_id, about)
  call.isLongRunning = true
  call.trace = ask.trace
  if (virtual) continueVirtual(call, newVirtualCall(virtual.name))
  const running = await deps.inFlight.enter(caller)
  running.show(call)
  try {
    const { PreConsumedQuota } = snapshot.options
    call.holdAt = (each, ratio) => initialHold(each, ratio, PreConsumedQuota)
    const amount = affordable(() => initialHold(price, call.groupRatio, PreConsumedQuota))
    await openHold(call, amount, deps)
    if (call.hasHold) call.keeper = new HoldKeeper(call, deps)
    try {
      const connect = (each: Channel) => connectRealtime(each, ask.model, call, upgrade.gone, deps)
      const { channel, started } = await tryChannels(call, routing, connect, upgrade.gone, deps)
      call.respondedAt = performance.now()
      const client = await acceptClient(upgrade, () => started.terminate())
      call.isSettling = true // from here on runSession settles the hold, also when the session fails
      await runSession({ call, channel, ask, client, upstream: started }, sessions, deps)
    } finally {
      if (!call.isSettling) await releaseHold(call, deps)
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

type OpenSession = {
  call: Call
  channel: Channel
  /** `admit` refuses a caller who may no longer use the model. */
  ask: RealtimeAsk & { admit(caller: RelayCaller): void }
  client: WebSocket
  upstream: WebSocket
}

async function runSession(
  { call, channel, ask, client, upstream }: OpenSession,
  sessions: RealtimeSessions,
  deps: RelayDeps,
): Promise<void> {
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
    errorEventOf: (error) => errorEvent(clientErrorOf(error, request_id, ask.language), ++errors),
    onUnexpectedError: (error) => deps.log.error('unexpected error', { request_id, route: realtimePath, error }),
  })
  const recheck = async () => ask.admit(await ask.authenticate())
  const maintenance = maintainHold({ call, channel, meter, session, recheck }, deps)
  sessions.add(session)

  const end = await session.ended
  maintenance.stop()
  const firstEventMs = session.firstEventAt === undefined ? undefined : session.firstEventAt - call.startedAt
  try {
    await settleRealtime({ call, channel, meter, end, firstEventMs }, deps)
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
  for (const part of [item, session, response]) if (isObject(part)) weighPrompt(part, snapshot)
}
