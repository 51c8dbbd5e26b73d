import type { LightSignal } from '../../outbound/light-abort-signal.ts'
import { readJson } from '../call/read-response.ts'
import { type SendDeps, send, textHeaders } from '../call/send.ts'
import { emptyResponse, unsupportedOperation } from '../call/upstream-failures.ts'
import { Meter } from '../chat/meter.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { Provider, SingleKind, SingleOperation, Target } from '../providers/provider.ts'
import { type Channel, targetOf } from '../routing/channel.ts'
import { checkAnswerList } from '../single/attempt-single.ts'
import { isObject } from '../translate/json/json-values.ts'
import { kindOfModel, tinyChat, tinyQuestion } from './probe-question.ts'

export type ProbeUsage = { input: number; output: number }
type ModelDeps = SendDeps & { clock(): number }

/** Sends a model the smallest question of its kind and gives what the answer used. Throws UpstreamFailure. */
export async function askModel(
  channel: Channel,
  model: string,
  signal: LightSignal,
  deps: ModelDeps,
): Promise<ProbeUsage> {
  const target = targetOf(channel, model)
  const kind = kindOfModel(model) ?? kindOfModel(target.model)
  const operation = kind && channel.provider.single?.[kind]
  // Where a kind has no call of its own, such models may still be reached by chat.
  return operation
    ? askSingle({ channel, target, model, kind, operation, signal }, deps)
    : askChat(channel, target, model, signal, deps)
}

async function askChat(
  { provider, setting }: Channel,
  target: Target,
  model: string,
  signal: LightSignal,
  deps: ModelDeps,
): Promise<ProbeUsage> {
  const { chat } = provider
  if (!chat) throw unsupportedOperation('chat')
  const body = await readJson(await send(chat.request(tinyChat(model), target), provider, signal, deps))
  const reply = chat.response(body, { id: 'probe', now: deps.clock(), model, setting })
  const meter = new Meter()
  meter.seeReply(reply)
  if (!meter.hasOutput && !meter.usage) throw emptyResponse()
  return usageOf(meter.usage)
}

type SingleProbe = {
  channel: Channel
  target: Target
  model: string
  kind: SingleKind
  operation: SingleOperation
  signal: LightSignal
}

async function askSingle(
  { channel: { provider }, target, model, kind, operation, signal }: SingleProbe,
  deps: ModelDeps,
): Promise<ProbeUsage> {
  const question = tinyQuestion(kind, model)
  const answer = await send(operation.request(question, target), provider, signal, deps)
  if (!/json/i.test(textHeaders(answer)['content-type'] ?? 'application/json')) {
    answer.abort() // speech models answer with sound; that some came is enough
    return usageOf(undefined)
  }
  const body = await readJson(answer)
  checkAnswer(body, { kind, operation, provider, question, now: deps.clock() })
  return usageOf(operation.usage?.(body))
}

type Check = {
  kind: SingleKind
  operation: SingleOperation
  provider: Provider
  question: JsonObject | FormData
  now: number
}

/** The rules for relayed answers: no error under a status of 200, readable, not empty. */
function checkAnswer(body: unknown, { kind, operation, provider, question, now }: Check): void {
  if (isObject(body) && body.error) throw provider.failure(200, body, {})
  const asked = question instanceof FormData ? {} : question
  const ours = operation.response ? operation.response(body, asked, { now }) : body
  checkAnswerList(kind, ours)
}

const usageOf = (usage: ProbeUsage | undefined): ProbeUsage => ({
  input: usage?.input ?? 0,
  output: usage?.output ?? 0,
})
