import { isForm } from '../../light/is-form.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { type AccessDeps, withAccess } from '../call/access-tokens.ts'
import { readBytes, readJson } from '../call/read-response.ts'
import { type SendDeps, send, textHeaders } from '../call/send.ts'
import { emptyResponse, retiredModel, unsupportedOperation } from '../call/upstream-failures.ts'
import { gatherReply } from '../chat/gather-reply.ts'
import { Meter } from '../chat/meter.ts'
import type { JsonObject } from '../forms/chat.ts'
import { createFrameReader } from '../forms/sse.ts'
import type { SingleKind, SingleOperation } from '../providers/provider.ts'
import { type Channel, type Reached, reach } from '../routing/channel.ts'
import { askUntilDone, jsonIn } from '../single/ask-until-done.ts'
import { checkAnswerList } from '../single/attempt-single.ts'
import { jsonOfForm } from '../single/json-of-form.ts'
import { kindOfModel, tinyChat, tinyQuestion } from './probe-question.ts'

const replyMax = 4 * 1024 * 1024

export type ProbeUsage = { input: number; output: number }

/** Sends a model the smallest question of its kind and gives what the answer used. Throws UpstreamFailure. */
export const askModel = (channel: Channel, model: string, signal: LightSignal, deps: AccessDeps): Promise<ProbeUsage> =>
  withAccess(reach(channel, model), { connectingMs: 0 }, deps, async (reached) => {
    if (reached.provider.isRetired) throw retiredModel()
    const kind = kindOfModel(model) ?? kindOfModel(reached.target.model)
    const operation = kind && reached.provider.single?.[kind]
    // Where a kind has no call of its own, such models may still be reached by chat.
    return operation
      ? askSingle({ reached, model, kind, operation, signal }, deps)
      : askChat(reached, model, signal, deps)
  })

async function askChat(
  { provider, target }: Reached,
  model: string,
  signal: LightSignal,
  deps: SendDeps,
): Promise<ProbeUsage> {
  const { chat } = provider
  if (!chat) throw unsupportedOperation('chat')
  const isStream = chat.onlyStreams === true
  const request = chat.request({ ...tinyChat(model), ...(isStream && { stream: true }) }, target)
  const response = await send(request, provider, signal, deps, { isStream })
  const facts = { id: 'probe', now: deps.clock(), model, setting: target.setting }
  // Errors come as one document; `application/x-ndjson` is a stream of them, and a stream may have no JSON at all.
  const isWhole = !isStream || (textHeaders(response)['content-type'] ?? '').startsWith('application/json')
  const reply = isWhole
    ? chat.response(await readJson(response), facts)
    : await gatherReply(response, { frames: chat.frames ?? createFrameReader, stream: chat.stream }, facts, replyMax)
  const meter = new Meter()
  meter.seeReply(reply)
  if (!meter.hasOutput && !meter.usage) throw emptyResponse()
  return usageOf(meter.usage)
}

type SingleProbe = {
  reached: Reached
  model: string
  kind: SingleKind
  operation: SingleOperation
  signal: LightSignal
}

async function askSingle(
  { reached, model, kind, operation, signal }: SingleProbe,
  deps: SendDeps,
): Promise<ProbeUsage> {
  const { provider, target } = reached
  const tiny = tinyQuestion(kind, model)
  const request = operation.formAsJson && isForm(tiny) ? await jsonOfForm(tiny) : tiny
  const response = await send(operation.request(request, target), provider, signal, deps)
  if (!/json/i.test(textHeaders(response)['content-type'] ?? 'application/json')) {
    response.abort() // speech models answer with sound; that some came is enough
    return usageOf(undefined)
  }
  const first = jsonIn(await readBytes(response, replyMax), 'application/json', operation, provider)
  const body = await askUntilDone(first, { reached, operation, signal }, deps)
  checkAnswer(body, { kind, operation, question: request, now: deps.clock() })
  return usageOf(operation.usage?.(body))
}

type Check = {
  kind: SingleKind
  operation: SingleOperation
  question: JsonObject | FormData
  now: number
}

/** The rules for relayed answers: readable, not empty. */
function checkAnswer(body: unknown, { kind, operation, question: request, now }: Check): void {
  const requested = isForm(request) ? {} : request
  const ours = operation.response ? operation.response(body, requested, { now }) : body
  checkAnswerList(kind, ours)
}

const usageOf = (usage: ProbeUsage | undefined): ProbeUsage => ({
  input: usage?.input ?? 0,
  output: usage?.output ?? 0,
})
