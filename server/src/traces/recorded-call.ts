import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import { type ChannelType, channelTypes } from '@turnpike/contract/channel-types'
import type { AttemptTrace, CallTrace, TracedAttempt, TracedBill, TracedEnd } from './traces.ts'

/** The end of a call whose client hung up before the response was complete. */
const clientGone = 'client_gone'

/**
 * The spans of one call. They contain names and numbers, but no prompt, response, key or header. Tokens and quota are
 * in the server span only, so that a sum over all spans counts them once.
 */
export class RecordedCall implements CallTrace {
  readonly #tracer: Tracer
  readonly #span: Span
  readonly #context: Context
  readonly #operation: string
  /** The attempts that have not failed, by channel. */
  readonly #attempts = new Map<number, Span>()
  #quota = 0
  #input = 0
  #output = 0
  #error: string | undefined
  #isBroken = false
  #isOver = false

  constructor(tracer: Tracer, span: Span, operation: string) {
    this.#tracer = tracer
    this.#span = span
    this.#context = trace.setSpan(ROOT_CONTEXT, span)
    this.#operation = operation
  }

  attempt({ channel, key_id, model, before, reason }: TracedAttempt): AttemptTrace {
    const span = this.#tracer.startSpan(
      `${this.#operation} ${model}`,
      {
        kind: SpanKind.CLIENT,
        attributes: {
          'gen_ai.operation.name': this.#operation,
          'gen_ai.provider.name': providerName(channel.type),
          'gen_ai.request.model': model,
          'turnpike.channel.id': channel.id,
          ...(key_id > 0 && { 'turnpike.channel.key_id': key_id }),
          ...(before > 0 && { 'http.request.resend_count': before }),
          ...(reason !== undefined && { 'turnpike.retry.reason': reason }),
        },
      },
      this.#context,
    )
    this.#attempts.set(channel.id, span)
    return {
      fail: (type, status) => {
        if (status > 0) span.setAttribute('http.response.status_code', status)
        markFailed(span, type)
        span.end()
        if (this.#attempts.get(channel.id) === span) this.#attempts.delete(channel.id)
      },
    }
  }

  responded(channelId: number, status: number): void {
    this.#attempts.get(channelId)?.setAttribute('http.response.status_code', status)
  }

  broke(kind: string): void {
    this.#error ??= `upstream_${kind}`
    this.#isBroken = true
    for (const span of this.#attempts.values()) markFailed(span, kind)
  }

  completed(finishReason?: string): void {
    if (finishReason !== undefined) this.#span.setAttribute('gen_ai.response.finish_reasons', [finishReason])
    for (const span of this.#attempts.values()) span.end()
    this.#attempts.clear()
  }

  settled({ channel, upstreamModel, isStream, firstMs, startedAt, ...bill }: TracedBill): void {
    this.#quota += bill.quota
    this.#input += bill.input
    this.#output += bill.output
    this.#span.setAttributes({
      'gen_ai.provider.name': providerName(channel.type),
      'gen_ai.response.model': upstreamModel,
      'gen_ai.request.stream': isStream,
      'gen_ai.usage.input_tokens': this.#input,
      'gen_ai.usage.output_tokens': this.#output,
      ...(bill.cacheRead > 0 && { 'gen_ai.usage.cache_read.input_tokens': bill.cacheRead }),
      'turnpike.channel.id': channel.id,
      'turnpike.quota': this.#quota,
    })
    if (firstMs === undefined) return
    this.#span.setAttribute('gen_ai.response.time_to_first_chunk', firstMs / 1000)
    this.#span.addEvent('first_token', undefined, Date.now() - (performance.now() - startedAt - firstMs))
  }

  failed(code: string): void {
    this.#error = code
  }

  end({ status, isWhole, caller, model, group }: TracedEnd): void {
    if (this.#isOver) return
    this.#isOver = true
    this.completed()
    const error = this.#error ?? (isWhole ? undefined : clientGone)
    this.#span.setAttributes({
      ...(status !== undefined && { 'http.response.status_code': status }),
      ...(model !== undefined && { 'gen_ai.request.model': model }),
      ...(caller && { 'turnpike.user.id': caller.user_id }),
      ...(caller && caller.token_id > 0 && { 'turnpike.token.id': caller.token_id }),
      ...((group ?? caller?.group) !== undefined && { 'turnpike.group': group ?? caller?.group }),
      ...(error !== undefined && { 'error.type': error }),
    })
    // By the HTTP conventions, a client's mistake is no error of the server span.
    if (this.#isBroken || (status !== undefined && status >= 500)) this.#span.setStatus({ code: SpanStatusCode.ERROR })
    this.#span.end()
  }
}

function markFailed(span: Span, type: string): void {
  span.setAttribute('error.type', type)
  span.setStatus({ code: SpanStatusCode.ERROR })
}

/** The values of `gen_ai.provider.name` that the conventions list. */
const named: Partial<Record<ChannelType, string>> = {
  1: 'openai',
  3: 'azure.ai.openai',
  14: 'anthropic',
  24: 'gcp.gemini',
  27: 'perplexity',
  33: 'aws.bedrock',
  34: 'cohere',
  41: 'gcp.vertex_ai',
  42: 'mistral_ai',
  43: 'deepseek',
  48: 'x_ai',
  1000: 'groq',
}

/** Others are named after the label of their channel type, in the same style. */
const providerName = (type: ChannelType): string =>
  named[type] ?? channelTypes[type].label.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_')
