import { randomUUID } from 'node:crypto'
import { ROOT_CONTEXT, SpanKind, trace } from '@opentelemetry/api'
import { parseKeyPairsIntoRecord, parseTraceParent } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import type { Registry } from 'prom-client'
import type { Log } from '../log.ts'
import { version } from '../version.ts'
import { RecordedCall } from './recorded-call.ts'
import { createSpanQueue } from './span-queue.ts'
import type { TraceSettings } from './trace-settings.rules.ts'
import type { Traces } from './traces.ts'

/** Clients may send any text as a model name. */
const textMax = 200

/** Spans for a collector that accepts OTLP over HTTP. Imported only if one is configured. */
export function openTraces(settings: TraceSettings, registry: Registry, log: Log): Traces {
  const exporter = new OTLPTraceExporter({
    url: settings.url,
    headers: Object.assign({}, ...settings.headers.map((pairs) => parseKeyPairsIntoRecord(pairs))),
  })
  const provider = new TracerProvider({
    resource: resourceFromAttributes(resourceOf(settings)),
    sampler: samplerOf(settings.sampler),
    spanLimits: { attributeValueLengthLimit: textMax, eventCountLimit: 16 },
    spanProcessors: [createSpanQueue(exporter, settings, registry, log)],
  })
  const tracer = provider.getTracer('turnpike', version)

  return {
    begin({ request_id, method, route, action, traceparent }) {
      const span = tracer.startSpan(
        `${method} ${route}`,
        {
          kind: SpanKind.SERVER,
          attributes: {
            'http.request.method': method,
            'http.route': route,
            'gen_ai.operation.name': operationOf(route, action),
            'turnpike.request_id': request_id,
          },
        },
        contextOf(traceparent),
      )
      return span.isRecording() ? new RecordedCall(tracer, span, operationOf(route, action)) : undefined
    },
    // The queue has logged spans that could not be sent.
    close: () => provider.shutdown().catch(() => {}),
  }
}

/** `tracestate` is not read: no sampler of ours needs it, and clients may write any text there. */
function contextOf(traceparent: string | undefined) {
  const caller = traceparent === undefined ? null : parseTraceParent(traceparent)
  return caller ? trace.setSpanContext(ROOT_CONTEXT, { ...caller, isRemote: true }) : ROOT_CONTEXT
}

/** The operator's attributes come last and win; each process of an installation is an instance. */
const resourceOf = ({ resource, serviceName }: TraceSettings) => ({
  'service.name': 'turnpike',
  'service.version': version,
  'service.instance.id': randomUUID(),
  'telemetry.sdk.language': 'nodejs',
  'telemetry.sdk.name': 'opentelemetry',
  ...parseKeyPairsIntoRecord(resource),
  ...(serviceName !== undefined && { 'service.name': serviceName }),
})

function samplerOf({ name, ratio, isParentBased }: TraceSettings['sampler']): Sampler {
  const root = {
    always_on: () => new AlwaysOnSampler(),
    always_off: () => new AlwaysOffSampler(),
    traceidratio: () => new TraceIdRatioBasedSampler(ratio),
  }[name]()
  return isParentBased ? new ParentBasedSampler({ root }) : root
}

/** Routes by the operation that GenAI conventions name; where they name none, a name in their style. */
const operations: Record<string, string> = {
  '/v1/chat/completions': 'chat',
  '/pg/chat/completions': 'chat',
  '/v1/messages': 'chat',
  '/v1/responses': 'chat',
  '/v1/responses/compact': 'chat',
  '/v1/completions': 'text_completion',
  '/v1/embeddings': 'embeddings',
  '/v1/engines/:model/embeddings': 'embeddings',
  '/v1/messages/count_tokens': 'count_tokens',
  '/v1/realtime': 'realtime',
  '/v1/rerank': 'rerank',
  '/v1/moderations': 'moderation',
}
const geminiActions: Record<string, string> = {
  generateContent: 'generate_content',
  streamGenerateContent: 'generate_content',
  embedContent: 'embeddings',
  batchEmbedContents: 'embeddings',
  countTokens: 'count_tokens',
}

function operationOf(route: string, action: string): string {
  const known = operations[route] ?? geminiActions[action]
  if (known) return known
  if (/\/images\//.test(route)) return 'image_generation'
  if (/\/audio\/speech/.test(route)) return 'speech'
  if (/\/audio\//.test(route)) return 'transcription'
  return 'task'
}
