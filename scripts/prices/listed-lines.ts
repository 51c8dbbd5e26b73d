import { fieldOf, lineOfField, withoutOutput } from '../../server/src/domain/money/pricing/lists/litellm.ts'

/**
 * Prices of a list by line, in dollars per million tokens. A name is a line of usage, `>` and a length if the price holds for
 * longer input, and a service tier: `output`, `input>272000`, `cache_read>272000 priority`. `fast` and `us` are factors of
 * the whole price. Models without prices per token have `picture`, `query`, `second` or `character`, in dollars for one.
 */
export type ListedLines = Record<string, number>

/** Times with a lower price, as the list has them: hours in UTC, weekdays from 1 for Monday. */
export type OffPeak = { factor: number; windows: { hours_utc: string | string[]; weekdays: number[] }[] }

type Members = Record<string, unknown>

/** By mode, the members that give the price of one, the first one that is present. */
const singleFields: Record<string, readonly [name: string, ...fields: string[]]> = {
  image_generation: ['picture', 'output_cost_per_image', 'input_cost_per_image'],
  rerank: ['query', 'input_cost_per_query'],
  audio_transcription: ['second', 'input_cost_per_second'],
  audio_speech: ['character', 'input_cost_per_character'],
  video_generation: ['second', 'output_cost_per_video_per_second'],
}

const perMillion = (dollars: number): number => Number((dollars * 1_000_000).toPrecision(9))

/** The prices of an entry of LiteLLM's file that a price book can hold. */
export function linesOf(entry: Members): ListedLines {
  const lines: ListedLines = {}
  const put = (line: string, above: number, service: string, dollars: unknown) => {
    if (typeof dollars !== 'number' || (line === 'output' && withoutOutput.has(entry.mode))) return
    // A cache that costs nothing stands for a cache without a price.
    if (line.startsWith('cache_') && dollars === 0) return
    lines[line + (above > 0 ? `>${above}` : '') + (service && ` ${service}`)] = perMillion(dollars)
  }
  for (const [name, dollars] of Object.entries(entry)) {
    const field = fieldOf(name)
    if (field) put(field.line, field.above, field.service, dollars)
  }
  for (const tier of membersIn(entry.tiered_pricing)) {
    const above = Array.isArray(tier.range) ? Number(tier.range[0]) : 0
    for (const [name, line] of Object.entries(lineOfField)) put(line, above, '', tier[name])
  }
  const [factors = {}] = membersIn([entry.provider_specific_entry])
  for (const name of ['fast', 'us']) if (typeof factors[name] === 'number') lines[name] = factors[name]
  return lines.input ? lines : (singleLine(entry) ?? lines)
}

function singleLine(entry: Members): ListedLines | undefined {
  const [name = '', ...fields] = singleFields[String(entry.mode)] ?? []
  const dollars = fields.map((each) => entry[each]).find((each) => typeof each === 'number' && each > 0)
  return typeof dollars === 'number' ? { [name]: dollars } : undefined
}

/** Undefined unless every price changes by the same factor. */
export function offPeakOf(entry: Members): OffPeak | undefined {
  const [offPeak] = membersIn([entry.off_peak_pricing])
  if (!offPeak) return undefined
  const [line = '', ...others] = Object.keys(offPeak).filter((name) => name in lineOfField)
  const factorOf = (name: string) => Number(offPeak[name]) / Number(entry[name])
  const factor = Number(factorOf(line).toPrecision(9))
  if (!others.every((name) => Math.abs(factorOf(name) - factor) < 1e-9)) return undefined
  return { factor, windows: offPeak.windows as OffPeak['windows'] } // the list's own form
}

const membersIn = (value: unknown): Members[] =>
  Array.isArray(value) ? value.filter((each): each is Members => typeof each === 'object' && each !== null) : []
