import { isForm } from '../../light/is-form.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { type AccessDeps, withAccess } from '../call/access-tokens.ts'
import { readBytes, readJson } from '../call/read-response.ts'
import { type SendDeps, send, textHeaders } from '../call/send.ts'
import { emptyResponse, retiredModel, unsupportedOperation } from '../call/upstream-failures.ts'
import { systemPromptOf, withSystemMessage } from '../chat/as-sent/system-prompt.ts'
import { gatherResponse } from '../chat/gather-response.ts'
import { Meter } from '../chat/meter.ts'
import type { JsonObject } from '../forms/chat.ts'
import { createFrameReader } from '../forms/sse.ts'
import { overriddenTest } from '../overrides/override-call.ts'
import type { SingleKind, SingleOperation } from '../providers/provider.ts'
import { type Channel, resolveUpstream, type Upstream } from '../routing/channel.ts'
import { checkResponseList } from '../single/attempt-single.ts'
import { jsonOfForm } from '../single/json-of-form.ts'
import { jsonIn, pollUntilDone } from '../single/poll-until-done.ts'
import { kindOfModel, tinyChat, tinyRequest } from './probe-request.ts'

const responseMax = 4 * 1024 * 1024

export type ProbeUsage = { input: number; output: number }

/** Sends a model the smallest request of its kind and returns the usage. Throws UpstreamFailure. */
export const probeModel = (
  channel: Channel,
  model: string,
  signal: LightSignal,
  deps: AccessDeps,
): Promise<ProbeUsage> =>
  withAccess(resolveUpstream(channel, model), { connectingMs: 0 }, deps, async (upstream) => {
    if (channel.isRetired) throw retiredModel()
    const kind = kindOfModel(model) ?? kindOfModel(upstream.target.model)
    const operation = kind && upstream.provider.single?.[kind]
    // A provider without a request of this kind may serve such models by chat.
    return operation
      ? probeSingle({ channel, upstream, model, kind, operation, signal }, deps)
      : probeChat(channel, upstream, model, signal, deps)
  })

async function probeChat(
  channel: Channel,
  upstream: Upstream,
  model: string,
  signal: LightSignal,
  deps: SendDeps,
): Promise<ProbeUsage> {
  const { provider, target } = upstream
  const { chat } = provider
  if (!chat) throw unsupportedOperation('chat')
  const isStream = chat.onlyStreams === true
  const system = systemPromptOf(channel)
  const tiny = { ...tinyChat(model), ...(isStream && { stream: true }) }
  const plain = chat.request(system ? withSystemMessage(tiny, system) : tiny, target)
  const facts = { model, upstreamModel: target.model, path: '/v1/chat/completions' }
  const request = overriddenTest(channel, plain, facts)?.request ?? plain
  const response = await send(request, upstream, signal, deps, { isStream })
  const about = { id: 'probe', now: deps.clock(), model, setting: target.setting }
  // Errors come as one document; `application/x-ndjson` is a stream of them, and a stream may have no JSON at all.
  const isWhole = !isStream || (textHeaders(response)['content-type'] ?? '').startsWith('application/json')
  const chatResponse = isWhole
    ? chat.response(await readJson(response), about)
    : await gatherResponse(
        response,
        { frames: chat.frames ?? createFrameReader, stream: chat.stream },
        about,
        responseMax,
      )
  const meter = new Meter()
  meter.seeResponse(chatResponse)
  if (!meter.hasOutput && !meter.usage) throw emptyResponse()
  return usageOf(meter.usage)
}

type SingleProbe = {
  channel: Channel
  upstream: Upstream
  model: string
  kind: SingleKind
  operation: SingleOperation
  signal: LightSignal
}

async function probeSingle(
  { channel, upstream, model, kind, operation, signal }: SingleProbe,
  deps: SendDeps,
): Promise<ProbeUsage> {
  const { provider, target } = upstream
  const tiny = tinyRequest(kind, model)
  const request = operation.formAsJson && isForm(tiny) ? await jsonOfForm(tiny) : tiny
  const plain = operation.request(request, target)
  const facts = { model, upstreamModel: target.model, path: `/v1/${kind}` }
  const sent = overriddenTest(channel, plain, facts)?.request ?? plain
  const response = await send(sent, upstream, signal, deps)
  if (!/json/i.test(textHeaders(response)['content-type'] ?? 'application/json')) {
    response.abort() // speech models respond with audio; its first bytes are enough
    return usageOf(undefined)
  }
  const first = jsonIn(await readBytes(response, responseMax), 'application/json', operation, provider)
  const body = await pollUntilDone(first, { channel, upstream, operation, signal }, deps)
  checkResponse(body, { kind, operation, request, now: deps.clock() })
  return usageOf(operation.usage?.(body))
}

type Check = {
  kind: SingleKind
  operation: SingleOperation
  request: JsonObject | FormData
  now: number
}

/** Applies the rules for relayed responses: readable, not empty. */
function checkResponse(body: unknown, { kind, operation, request, now }: Check): void {
  const requested = isForm(request) ? {} : request
  const ours = operation.response ? operation.response(body, requested, { now }) : body
  checkResponseList(kind, ours)
}

const usageOf = (usage: ProbeUsage | undefined): ProbeUsage => ({
  input: usage?.input ?? 0,
  output: usage?.output ?? 0,
})
