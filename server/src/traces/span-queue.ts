import { TraceFlags } from '@opentelemetry/api'
import { type ExportResult, ExportResultCode } from '@opentelemetry/core'
import { BatchSpanProcessor, type ReadableSpan, type SpanExporter, type SpanProcessor } from '@opentelemetry/sdk-trace'
import { Counter, type Registry } from 'prom-client'
import type { Log } from '../log.ts'
import type { TraceSettings } from './trace-settings.rules.ts'

/** An unavailable collector is logged once in this time, not once per batch. */
const warnEveryMs = 60_000

type Bounds = Pick<TraceSettings, 'queueMax' | 'batchMax' | 'delayMs'>

/**
 * Ended spans wait here and are sent in batches; `queueMax` includes those that are being sent. Spans that find the
 * queue full are dropped: no call waits for a collector.
 */
export function createSpanQueue(exporter: SpanExporter, bounds: Bounds, registry: Registry, log: Log): SpanProcessor {
  const spans = new Counter({
    name: 'turnpike_trace_spans_total',
    help: 'Spans that were sent to the collector, that it did not take, and that found the queue full',
    labelNames: ['outcome'],
    registers: [registry],
  })
  const { queueMax } = bounds
  let waiting = 0
  let warnedAt = Number.NEGATIVE_INFINITY

  function noteExport(batch: ReadableSpan[], { code, error }: ExportResult): void {
    waiting -= batch.length
    const isSent = code === ExportResultCode.SUCCESS
    spans.inc({ outcome: isSent ? 'sent' : 'failed' }, batch.length)
    if (isSent || performance.now() - warnedAt < warnEveryMs) return
    warnedAt = performance.now()
    // Only the message of the error: the collector's response may repeat the spans.
    log.warn('traces not sent', { spans: batch.length, reason: error?.message ?? '' })
  }

  const batches = new BatchSpanProcessor({
    exporter: {
      export: (batch, done) =>
        exporter.export(batch, (result) => {
          noteExport(batch, result)
          done(result)
        }),
      shutdown: () => exporter.shutdown(),
    },
    maxQueueSize: queueMax,
    maxExportBatchSize: bounds.batchMax,
    scheduledDelayMillis: bounds.delayMs,
  })
  return {
    onStart: () => {},
    onEnd(span) {
      if ((span.spanContext().traceFlags & TraceFlags.SAMPLED) === 0) return
      if (waiting >= queueMax) return spans.inc({ outcome: 'dropped' })
      waiting++
      batches.onEnd(span)
    },
    forceFlush: () => batches.forceFlush(),
    shutdown: () => batches.shutdown(),
  }
}
