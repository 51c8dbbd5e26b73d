import type { Registry } from 'prom-client'
import type { Config } from '../config.ts'
import type { Log } from '../log.ts'
import { traceSettings } from './trace-settings.rules.ts'
import type { Traces } from './traces.ts'

/** Loads the OpenTelemetry libraries if the operator has configured a collector. */
export async function loadTraces(config: Config, registry: Registry, log: Log): Promise<Traces | undefined> {
  const read = traceSettings(config)
  if (!read) return undefined
  for (const { variable, reason } of read.ignored) log.warn('variable ignored', { variable, reason })
  const { openTraces } = await import('./otlp-traces.ts')
  return openTraces(read.settings, registry, log)
}
