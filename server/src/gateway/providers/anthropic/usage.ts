import { type OtherModel, type Service, totalPrompt, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { readServiceTier } from '../../translate/json/service-tiers.ts'

export type UsageTally = {
  /** Adds the counts of one event or body. */
  add(usage: unknown): void
  /** The counts so far; undefined without any. */
  usage(): Usage | undefined
}

/** `standard` and absent are the same, except for the speed, which may be slower than requested. */
function serviceIn({ service_tier, speed, inference_geo }: JsonObject): Service | undefined {
  const tier = readServiceTier(service_tier)
  const service: Service = {
    ...(tier && tier !== 'standard' && { tier }),
    ...((speed === 'fast' || speed === 'standard') && { speed }),
    ...(inference_geo === 'us' && { region: inference_geo }),
  }
  return Object.keys(service).length > 0 ? service : undefined
}

type Counts = {
  input: number
  cacheRead: number
  cacheWrite: number
  write5m: number
  write1h: number
  output: number
}

const noCounts: Counts = { input: 0, cacheRead: 0, cacheWrite: 0, write5m: 0, write1h: 0, output: 0 }

function countsIn(reported: JsonObject): Counts {
  const written = objectOf(reported.cache_creation)
  return {
    input: countOf(reported.input_tokens),
    cacheRead: countOf(reported.cache_read_input_tokens),
    cacheWrite: countOf(reported.cache_creation_input_tokens),
    write5m: countOf(written?.ephemeral_5m_input_tokens),
    write1h: countOf(written?.ephemeral_1h_input_tokens),
    output: countOf(reported.output_tokens),
  }
}

const joined = (one: Counts, other: Counts, join: (one: number, other: number) => number): Counts => ({
  input: join(one.input, other.input),
  cacheRead: join(one.cacheRead, other.cacheRead),
  cacheWrite: join(one.cacheWrite, other.cacheWrite),
  write5m: join(one.write5m, other.write5m),
  write1h: join(one.write1h, other.write1h),
  output: join(one.output, other.output),
})

const sumOf = (entries: readonly JsonObject[]): Counts =>
  entries.map(countsIn).reduce((sum, counts) => joined(sum, counts, (one, other) => one + other), noCounts)

const usageOfCounts = ({ input, cacheRead, cacheWrite, write5m, write1h, output }: Counts): Usage => ({
  input,
  cache_read: cacheRead,
  // A cache write without a duration lasts five minutes.
  cache_write_5m: Math.max(cacheWrite - write1h, write5m),
  cache_write_1h: write1h,
  image_input: 0,
  audio_input: 0,
  output,
  reasoning: 0,
  audio_output: 0,
})

/** The runs of the models, one entry each: the counts of the response, and those that it leaves out. */
type Runs = { served: JsonObject[]; compactions: JsonObject[]; advisors: JsonObject[] }

function runsIn(iterations: unknown): Runs | undefined {
  const entries = listOf(iterations).filter(isObject)
  if (entries.length === 0) return undefined
  const isApart = ({ type }: JsonObject) => type === 'compaction' || type === 'advisor_message'
  return {
    served: entries.filter((entry) => !isApart(entry)),
    compactions: entries.filter(({ type }) => type === 'compaction'),
    advisors: entries.filter(({ type }) => type === 'advisor_message'),
  }
}

/**
 * The counts of a response whose runs are listed. The fields beside the list are the totals of the runs that wrote the
 * response. Hosts that leave fields out, as Bedrock does at the end of a stream, state them in the list alone.
 */
function servedCounts(reported: JsonObject, served: readonly JsonObject[]): Counts {
  const totals = countsIn(reported)
  const sum = sumOf(served)
  const stated = (name: string, total: number, other: number) => (typeof reported[name] === 'number' ? total : other)
  const cacheWrite = stated('cache_creation_input_tokens', totals.cacheWrite, sum.cacheWrite)
  const written = objectOf(reported.cache_creation) ? totals : sum
  return {
    input: stated('input_tokens', totals.input, sum.input),
    cacheRead: stated('cache_read_input_tokens', totals.cacheRead, sum.cacheRead),
    cacheWrite,
    // A run that was declined is in the list and not in the totals.
    write5m: Math.min(written.write5m, cacheWrite),
    write1h: Math.min(written.write1h, cacheWrite),
    output: stated('output_tokens', totals.output, sum.output),
  }
}

/** The advisors' tokens by model. An entry without a model gets an empty name, which has no price of its own. */
function advisorsOf(entries: readonly JsonObject[]): OtherModel[] {
  const models = Map.groupBy(entries, ({ model }) => textOf(model) ?? '')
  return [...models].map(([model, runs]) => ({ model, usage: usageOfCounts(sumOf(runs)), count: runs.length }))
}

/**
 * Collects the counts of one response. They are cumulative and come in several events, each of which may leave some
 * out, so the larger of two counts is the later one. Fresh input excludes tokens read from or written to a cache.
 *
 * An event that lists the runs of the models states the whole call and replaces earlier counts: before a compaction the
 * stream begins with the counts of the compaction. The totals beside the list exclude compactions, which the requested
 * model makes at its own price, and advisors, which are other models (BetaIterationsUsage and
 * BetaAdvisorMessageIterationUsage in @anthropic-ai/sdk 1.10, read 2026-11-18). Compactions are added to the usage;
 * advisors are kept apart, for the price of their model. A run that declined without output is in the list and not in
 * the totals, and Anthropic does not bill it (release notes of 2026-06-02, read 2026-11-18 on usingclaude.com).
 */
export function createUsageTally(): UsageTally {
  let counts = noCounts
  let compacted = noCounts
  let advisors: OtherModel[] = []
  let runs = 1
  let thinking = 0
  let searches = 0
  let service: Service | undefined
  return {
    add(value) {
      const reported = objectOf(value)
      if (!reported) return
      const listed = runsIn(reported.iterations)
      if (listed) {
        const { served, compactions } = listed
        // A call that pauses after its compaction has no other run, so nothing beside the list can be another count.
        counts = served.length === 0 && compactions.length > 0 ? noCounts : servedCounts(reported, served)
        compacted = sumOf(compactions)
        advisors = advisorsOf(listed.advisors)
        runs = Math.max(1, served.length + compactions.length)
      } else counts = joined(counts, countsIn(reported), Math.max)
      thinking = Math.max(thinking, countOf(objectOf(reported.output_tokens_details)?.thinking_tokens))
      service = serviceIn(reported) ?? service
      searches = Math.max(searches, countOf(objectOf(reported.server_tool_use)?.web_search_requests))
    },
    usage() {
      const usage = usageOfCounts(joined(counts, compacted, (one, other) => one + other))
      if (totalPrompt(usage) + usage.output === 0 && advisors.length === 0) return undefined
      return {
        ...usage,
        reasoning: Math.min(thinking, usage.output),
        ...(searches > 0 && { tool_calls: [{ name: 'web_search' as const, count: searches }] }),
        ...(runs > 1 && { runs }),
        ...(service && { service }),
        ...(advisors.length > 0 && { others: advisors }),
      }
    },
  }
}

export function usageOfAnthropic(usage: unknown): Usage | undefined {
  const tally = createUsageTally()
  tally.add(usage)
  return tally.usage()
}
