import type { FastifyReply } from 'fastify'
import { isCount } from '../../domain/money/pricing/usage.ts'
import type { LightSignal } from '../../light/light-abort-signal.ts'
import { withAccess } from '../call/access-tokens.ts'
import { admitObjects } from '../call/admit-objects.ts'
import { ClientGone } from '../call/after-failure.ts'
import { newCall } from '../call/call.ts'
import { besideCall, type OpenedCall } from '../call/open-call.ts'
import { parseBytes, readBytes } from '../call/read-response.ts'
import { watchClient } from '../call/run-call.ts'
import { send } from '../call/send.ts'
import { tryChannels } from '../call/try-channels.ts'
import { chatTokens } from '../counting/chat-tokens.ts'
import { tokenCounter } from '../counting/text-tokens.ts'
import {
  admitModel,
  estimatePromptTokens,
  findPrice,
  findRouting,
  narrowRouting,
  rejectBlockedWords,
} from '../entry/admit.ts'
import { readModel } from '../entry/body/read-fields.ts'
import { AttemptsFailed } from '../entry/errors/client-error.ts'
import { badRequest, Refusal } from '../entry/errors/refusals.ts'
import type { RelayCaller } from '../entry/key/authenticate.ts'
import type { RelayDeps } from '../entry/relay-deps.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { FailureKind } from '../forms/failure.ts'
import { withHeadersOf } from '../overrides/override-call.ts'
import type { ClientRequestHead } from '../providers/provider.ts'
import { type Channel, channelsSupporting, resolveUpstream } from '../routing/channel.ts'
import type { Snapshot } from '../routing/snapshot.ts'
import { checkFieldSpelling } from '../translate/json/field-spelling.ts'
import { isObject } from '../translate/json/json-values.ts'
import { badResponse } from '../translate/response/bad-response.ts'
import { firstMember, nameModel, withModel } from '../virtual/relay-virtual.ts'
import { findVirtual } from '../virtual/suitable-members.ts'
import type { CountingDialect } from './counting-dialects.ts'

export type CountRequest = { counting: CountingDialect; model: string; body: JsonObject; facts: ClientRequestHead }

const bytesMax = 64 * 1024
/** Failures that any upstream would report, because the request is at fault. */
const clientsOwn: ReadonlySet<FailureKind> = new Set(['bad_request', 'too_long', 'content_refused'])

export function readCountRequest(
  body: unknown,
  counting: CountingDialect,
  facts: ClientRequestHead,
  pathModel?: string,
): CountRequest {
  if (!isObject(body)) throw badRequest('The request body must be a JSON object')
  checkFieldSpelling(body, counting.dialect.containers)
  return { counting, model: readModel(pathModel ?? body.model), body, facts }
}

/**
 * How many tokens a request would have. A channel of the model's maker counts if there is one; if there is none or it
 * fails, the gateway counts. Callers are admitted as for a call, but nothing is held or charged.
 */
export async function countTokens(
  caller: RelayCaller,
  requested: CountRequest,
  reply: FastifyReply,
  deps: RelayDeps,
): Promise<void> {
  const snapshot = deps.snapshot.current()
  const named = ofRealModel(caller, requested, reply, deps)
  if (named === requested) admitModel(caller, named.model)
  const { body, routing: reachable } = admitObjects(named.body, caller, findRouting(caller, named.model, snapshot))
  const request = { ...named, body }
  const countsItself = channelsSupporting(request.model, (provider) => provider.countsTokens === request.counting.name)
  const routing = narrowRouting(reachable, countsItself)
  const call = newCall({
    request_id: reply.request.id,
    caller,
    snapshot,
    model: request.model,
    price: findPrice(snapshot, request.model, deps.clock()),
    promptTokens: promptTokensOf(request, snapshot),
    isCounted: false,
    trace: reply.request.trace,
  })
  const opened = besideCall(call)
  const { gone, forget } = watchClient(reply.raw)
  try {
    const attempt = (channel: Channel) => countUpstream(channel, request, { ...opened, gone }, deps)
    const counted = routing && (await tryChannels(opened, routing, attempt, gone, deps).catch(unlessFatal))
    const response = counted?.started ?? { [request.counting.field]: await countHere(request) }
    reply.type('application/json').send(JSON.stringify(response))
  } finally {
    forget()
  }
}

function promptTokensOf({ counting, body }: CountRequest, snapshot: Snapshot): number {
  const counted = counting.counted(body)
  rejectBlockedWords(counted, snapshot)
  return estimatePromptTokens(counted)
}

/** A virtual model is counted as its first suitable model. */
function ofRealModel(caller: RelayCaller, request: CountRequest, reply: FastifyReply, deps: RelayDeps): CountRequest {
  const snapshot = deps.snapshot.current()
  const virtual = findVirtual(snapshot, caller, request.model)
  if (!virtual) return request
  const route = (model: string) => findRouting(caller, model, snapshot)
  const promptTokens = () => promptTokensOf(request, snapshot)
  const model = firstMember(virtual, { caller, snapshot, route, promptTokens }, deps)
  nameModel(reply, virtual.name, model)
  return { ...request, model, body: withModel(request.body, model) }
}

async function countUpstream(
  channel: Channel,
  { counting, model, body, facts }: CountRequest,
  { call, attempts, gone }: OpenedCall & { gone: LightSignal },
  deps: RelayDeps,
): Promise<JsonObject> {
  const counted = await withAccess(resolveUpstream(channel, model), attempts, deps, async (upstream) => {
    const { provider, target } = upstream
    const native = provider.native?.[counting.name]
    if (!native) throw new Refusal('not_supported')
    const plain = native.request({ ...body }, target, { ...facts, action: 'countTokens' })
    const request = withHeadersOf(channel, plain, call.clientHeaders)
    const response = parseBytes(
      await readBytes(await send(request, upstream, gone, deps, { call, attempts }), bytesMax),
    )
    return native.counted ? native.counted(response) : response
  })
  if (!isObject(counted) || !isCount(counted[counting.field])) throw badResponse()
  return counted
}

/** If the upstream fails, the gateway counts. A mistake in the request is thrown. */
function unlessFatal(error: unknown): undefined {
  if (error instanceof ClientGone) return undefined
  if (!(error instanceof AttemptsFailed) || clientsOwn.has(error.failure.kind)) throw error
}

async function countHere({ counting, model, body }: CountRequest): Promise<number> {
  const chat = counting.dialect.request({ ...counting.counted(body) }, model)
  const { input, image_input, audio_input } = chatTokens(chat, await tokenCounter(model))
  return input + image_input + audio_input
}
