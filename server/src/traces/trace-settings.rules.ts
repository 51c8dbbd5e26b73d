import type { Config } from '../config.ts'

const samplers = ['always_on', 'always_off', 'traceidratio'] as const
type SamplerName = (typeof samplers)[number]

export type TraceSettings = {
  url: string
  /** `name=value` pairs, separated by commas, percent-encoded: the later list wins. */
  headers: readonly string[]
  resource: string
  serviceName: string | undefined
  sampler: { name: SamplerName; ratio: number; isParentBased: boolean }
  /** Spans that may wait, how many are sent at once, and how long they are collected. */
  queueMax: number
  batchMax: number
  delayMs: number
}

/** A variable with an unusable value, which counts as unset. The value may be a secret and is not shown. */
export type IgnoredVariable = { variable: string; reason: string }

type Variables = Pick<Config, Extract<keyof Config, `OTEL_${string}`>>

const integerMax = 2 ** 31 - 1
/** The tail of the path that the specification appends to the address for all signals. */
const tracesPath = 'v1/traces'
const protocol = 'http/protobuf'

/**
 * Reads the variables of the OpenTelemetry specification: an unusable value is ignored with a warning. Undefined if
 * traces are off.
 */
export function traceSettings(
  variables: Variables,
): { settings: TraceSettings; ignored: IgnoredVariable[] } | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: base, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: own } = variables
  const url = own ?? (base === undefined ? undefined : `${base.replace(/\/$/, '')}/${tracesPath}`)
  if (url === undefined || isTrue(variables.OTEL_SDK_DISABLED)) return undefined
  if (variables.OTEL_TRACES_EXPORTER?.trim().toLowerCase() === 'none') return undefined

  const ignored: IgnoredVariable[] = []
  const ignore = (variable: keyof Variables, reason: string) => void ignored.push({ variable, reason })
  const integer = (variable: keyof Variables, fallback: number): number => {
    const text = variables[variable]?.trim()
    if (text === undefined) return fallback
    const value = Number(text)
    if (/^\d+$/.test(text) && value > 0 && value <= integerMax) return value
    ignore(variable, 'must be a whole number above 0')
    return fallback
  }

  const { OTEL_SDK_DISABLED: disabled, OTEL_TRACES_EXPORTER: exporter } = variables
  if (disabled !== undefined && !/^false$/i.test(disabled.trim())) ignore('OTEL_SDK_DISABLED', 'must be true or false')
  if (exporter !== undefined && exporter.trim().toLowerCase() !== 'otlp')
    ignore('OTEL_TRACES_EXPORTER', 'must be otlp or none')
  for (const variable of ['OTEL_EXPORTER_OTLP_PROTOCOL', 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL'] as const)
    if ((variables[variable] ?? protocol) !== protocol) ignore(variable, `spans are sent by ${protocol} only`)

  const queueMax = integer('OTEL_BSP_MAX_QUEUE_SIZE', 2048)
  return {
    settings: {
      url,
      headers: [variables.OTEL_EXPORTER_OTLP_HEADERS ?? '', variables.OTEL_EXPORTER_OTLP_TRACES_HEADERS ?? ''],
      resource: variables.OTEL_RESOURCE_ATTRIBUTES ?? '',
      serviceName: variables.OTEL_SERVICE_NAME,
      sampler: samplerOf(variables, ignore),
      queueMax,
      batchMax: Math.min(integer('OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512), queueMax),
      delayMs: integer('OTEL_BSP_SCHEDULE_DELAY', 5000),
    },
    ignored,
  }
}

const isTrue = (text: string | undefined): boolean => text?.trim().toLowerCase() === 'true'

function samplerOf(
  { OTEL_TRACES_SAMPLER: named, OTEL_TRACES_SAMPLER_ARG: argument }: Variables,
  ignore: (variable: keyof Variables, reason: string) => void,
): TraceSettings['sampler'] {
  const text = named?.trim().toLowerCase() ?? 'parentbased_always_on'
  const isParentBased = text.startsWith('parentbased_')
  const name = samplers.find((known) => known === text.replace(/^parentbased_/, ''))
  if (!name) {
    ignore('OTEL_TRACES_SAMPLER', `must be one of ${samplers.join(', ')}, or one of them after parentbased_`)
    return { name: 'always_on', ratio: 1, isParentBased: true }
  }
  if (name !== 'traceidratio' || argument === undefined) return { name, ratio: 1, isParentBased }
  const ratio = Number(argument.trim() || Number.NaN)
  if (ratio >= 0 && ratio <= 1) return { name, ratio, isParentBased }
  ignore('OTEL_TRACES_SAMPLER_ARG', 'must be a number from 0 to 1')
  return { name, ratio: 1, isParentBased }
}
