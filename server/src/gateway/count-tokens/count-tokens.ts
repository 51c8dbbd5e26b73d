import type { FastifyReply } from 'fastify'
import { isCount } from '../../domain/pricing/usage.ts'
import { readAll } from '../../outbound/exchange.ts'
import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import { AttemptsFailed, ClientGone, tryChannels } from '../call/attempts.ts'
import { newCall, watchClient } from '../call/run-call.ts'
import { send } from '../call/send.ts'
import { readModel } from '../chat/chat-ask.ts'
import { failureOfError } from '../chat/upstream-stream.ts'
import { chatTokens } from '../counting/chat-tokens.ts'
import { tokenCounter } from '../counting/text-tokens.ts'
import { admitModel, findPrice, findRouting, narrowRouting, weighPrompt } from '../entry/admit.ts'
import type { RelayCaller } from '../entry/authenticate.ts'
import { badRequest, Refusal } from '../entry/refusals.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { FailureKind } from '../forms/failure.ts'
import type { CallFacts } from '../providers/provider.ts'
import { type Channel, targetOf } from '../routing/channel.ts'
import { badResponse } from '../translate/answer/bad-response.ts'
import { isObject } from '../translate/json/json-values.ts'
import type { CountingWay } from './counting-dialects.ts'

export type CountAsk = { way: CountingWay; model: string; body: JsonObject; facts: CallFacts }

const answerMax = 64 * 1024
/** What another counter would say too: the request itself is at fault. */
const clientsOwn: ReadonlySet<FailureKind> = new Set(['bad_request', 'too_long', 'content_refused'])

export function readCountAsk(body: unknown, way: CountingWay, facts: CallFacts, pathModel?: string): CountAsk {
  if (!isObject(body)) throw badRequest('The request body must be a JSON object')
  return { way, model: readModel(pathModel ?? body.model), body, facts }
}

/**
 * How many tokens a request would have. Whoever makes the model is asked where one of its channels serves it; otherwise,
 * and when it does not answer, we count. The gate is that of a call, but nothing is set aside and nothing is charged.
 */
export async function countTokens(
  caller: RelayCaller,
  ask: CountAsk,
  reply: FastifyReply,
  deps: RelayDeps,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  admitModel(caller, ask.model)
  const routing = narrowRouting(findRouting(caller, ask.model, snapshot), ask.way.suits)
  const call = newCall(reply.request.id, {
    caller,
    snapshot,
    model: ask.model,
    price: findPrice(snapshot, ask.model),
    promptTokens: weighPrompt(ask.way.counted(ask.body), snapshot),
    countPrompt: undefined,
  })
  deps.inFlight.enter(caller)
  const { gone, forget } = watchClient(reply.raw)
  try {
    const counting = (channel: Channel) => askChannel(channel, ask, gone, deps)
    const told = routing && (await tryChannels(call, routing, counting, gone, deps).catch(orOurselves))
    const answer = told?.started ?? { [ask.way.field]: await countHere(ask) }
    reply.type('application/json').send(JSON.stringify(answer))
  } finally {
    forget()
    deps.inFlight.leave(caller)
  }
}

async function askChannel(
  channel: Channel,
  { way, model, body, facts }: CountAsk,
  signal: LightSignal,
  deps: RelayDeps,
): Promise<JsonObject> {
  const native = channel.provider.native?.[way.name]
  if (!native) throw new Refusal('not_supported')
  const request = native.request({ ...body }, targetOf(channel, model), { ...facts, action: 'countTokens' })
  const answer = await send(request, channel.provider, signal, deps)
  const bytes = await readAll(answer, answerMax).catch((error: unknown) => {
    throw failureOfError(error)
  })
  const counted: unknown = parse(bytes)
  if (!isObject(counted) || !isCount(counted[way.field])) throw badResponse()
  return counted
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw badResponse()
  }
}

/** Whatever keeps an upstream from counting need not keep us. */
function orOurselves(error: unknown): undefined {
  if (error instanceof ClientGone) return undefined
  if (!(error instanceof AttemptsFailed) || clientsOwn.has(error.failure.kind)) throw error
}

async function countHere({ way, model, body }: CountAsk): Promise<number> {
  const chat = way.dialect.request({ ...way.counted(body) }, model)
  const { input, image_input, audio_input } = chatTokens(chat, await tokenCounter(model))
  return input + image_input + audio_input
}
