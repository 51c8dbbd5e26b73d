import {
  isModelTiers,
  type LengthTier,
  type ModelTiers,
  type PriceSpan,
  type ServiceTier,
  serviceTiers,
  tierLengthMax,
} from '@turnpike/contract/money/price-tiers'
import { isMultiple } from '@turnpike/contract/quota'
import { isTimeZone } from '@turnpike/contract/time-zone'
import type { LineTerms } from '../price-drawer/line-fields.tsx'
import { type FullPrice, type LineRatios, linesOfTier, tierOfLines } from '../price-lines.ts'
import { readDecimal } from '../price-math.ts'

/** A length tier as it is edited: the bound as text, and the ratios that were typed so far. */
export type LengthDraft = { id: string; above: string; lines: LineRatios }
/** A factor multiplies every price; prices are a price list of its own. */
export type ServiceForm = 'factor' | 'prices'
export type ServiceDraft = {
  id: string
  service: ServiceTier
  form: ServiceForm
  factor: string
  lines: LineRatios
  lengths: readonly LengthDraft[]
}
export type SpanDraft = { id: string; from: string; to: string; days: readonly number[]; factor: string }
export type TiersDraft = {
  lengths: readonly LengthDraft[]
  services: readonly ServiceDraft[]
  zone: string
  spans: readonly SpanDraft[]
}

export const everyDay: readonly number[] = [0, 1, 2, 3, 4, 5, 6]

const lengthDraft = (id: string, { above, ...tier }: LengthTier): LengthDraft => ({
  id,
  above: String(above),
  lines: linesOfTier(tier),
})

export function draftOfTiers({ lengths = [], services = {}, times }: ModelTiers, ownZone: string): TiersDraft {
  return {
    lengths: lengths.map((tier, index) => lengthDraft(`length${index}`, tier)),
    services: serviceTiers.flatMap((service) => {
      const rates = services[service]
      if (!rates) return []
      const { lengths: own = [], ...tier } = rates
      const isFactor = own.length === 0 && Object.keys(tier).length === 1
      return {
        id: service,
        service,
        form: isFactor ? 'factor' : 'prices',
        factor: String(tier.ratio),
        lines: linesOfTier(tier),
        lengths: own.map((each, index) => lengthDraft(`${service}-length${index}`, each)),
      }
    }),
    zone: times?.zone ?? ownZone,
    spans: (times?.spans ?? []).map(({ from, to, days = everyDay, factor }, index) => ({
      id: `span${index}`,
      from,
      to,
      days,
      factor: String(factor),
    })),
  }
}

export type TierProblem =
  | 'aboveNumber'
  | 'aboveOrder'
  | 'inputMissing'
  | 'factorNumber'
  | 'timeMissing'
  | 'timesEqual'
  | 'daysMissing'
  | 'zoneUnknown'

/** The problems of a draft, by the id of the tier and the field: `length0.above`. */
export type TierProblems = Readonly<Record<string, TierProblem>>
/** What the fields of every tier need. */
export type TierTerms = LineTerms & {
  /** The price of the model. */
  base: FullPrice
  problems: TierProblems
}

export const factorOf = (text: string): number | undefined => {
  const read = readDecimal(text, (plain) => isMultiple(plain) && isMultiple(Number(plain)))
  return 'text' in read ? Number(read.text) : undefined
}

/** 200000, 200,000 and 200K are the same count. */
export function tokensOf(text: string): number | undefined {
  const match = /^([\d,]+(?:\.\d+)?)\s*([km]?)$/i.exec(text.trim())
  if (!match) return undefined
  const unit = { k: 1000, m: 1_000_000 }[(match[2] ?? '').toLowerCase()] ?? 1
  const tokens = Math.round(Number((match[1] ?? '').replaceAll(',', '')) * unit)
  return tokens > 0 && tokens <= tierLengthMax ? tokens : undefined
}

function problemsOfLengths(lengths: readonly LengthDraft[]): [string, TierProblem][] {
  const seen = new Set<number>()
  return lengths.flatMap(({ id, above, lines }) => {
    const tokens = tokensOf(above)
    const problem = tokens === undefined ? 'aboveNumber' : seen.has(tokens) ? 'aboveOrder' : undefined
    if (tokens !== undefined) seen.add(tokens)
    return [
      ...(problem ? [[`${id}.above`, problem] as [string, TierProblem]] : []),
      ...(lines.input === undefined ? [[`${id}.input`, 'inputMissing'] as [string, TierProblem]] : []),
    ]
  })
}

const problemsOfService = ({ id, form, factor, lines, lengths }: ServiceDraft): [string, TierProblem][] =>
  form === 'factor'
    ? factorOf(factor) === undefined
      ? [[`${id}.factor`, 'factorNumber']]
      : []
    : [
        ...(lines.input === undefined ? [[`${id}.input`, 'inputMissing'] as [string, TierProblem]] : []),
        ...problemsOfLengths(lengths),
      ]

const problemsOfSpan = ({ id, from, to, days, factor }: SpanDraft): [string, TierProblem][] => [
  ...(from === '' || to === ''
    ? [[`${id}.${from === '' ? 'from' : 'to'}`, 'timeMissing'] as [string, TierProblem]]
    : from === to
      ? [[`${id}.to`, 'timesEqual'] as [string, TierProblem]]
      : []),
  ...(days.length === 0 ? [[`${id}.days`, 'daysMissing'] as [string, TierProblem]] : []),
  ...(factorOf(factor) === undefined ? [[`${id}.factor`, 'factorNumber'] as [string, TierProblem]] : []),
]

export const tierProblems = ({ lengths, services, zone, spans }: TiersDraft): TierProblems =>
  Object.fromEntries([
    ...problemsOfLengths(lengths),
    ...services.flatMap(problemsOfService),
    ...spans.flatMap(problemsOfSpan),
    ...(spans.length > 0 && !isTimeZone(zone) ? [['zone', 'zoneUnknown'] as [string, TierProblem]] : []),
  ])

/** Tiers are stored by length, whatever the order in which they were added. */
const lengthsOf = (drafts: readonly LengthDraft[]): LengthTier[] =>
  drafts
    .flatMap(({ above, lines }) => {
      const [tokens, tier] = [tokensOf(above), tierOfLines(lines)]
      return tokens !== undefined && tier ? [{ above: tokens, ...tier }] : []
    })
    .sort((one, other) => one.above - other.above)

function ratesOf({ form, factor, lines, lengths }: ServiceDraft) {
  const ratio = factorOf(factor)
  if (form === 'factor') return ratio === undefined ? undefined : { ratio }
  const tier = tierOfLines(lines)
  return tier && { ...tier, ...(lengths.length > 0 && { lengths: lengthsOf(lengths) }) }
}

const spanOf = ({ from, to, days, factor }: SpanDraft): PriceSpan => ({
  from,
  to,
  ...(days.length < everyDay.length && { days: [...days].sort() }),
  factor: factorOf(factor) ?? 1,
})

/** The tiers as they are stored; undefined for a price without tiers, or while the draft has problems. */
export function tiersOfDraft({ lengths, services, zone, spans }: TiersDraft): ModelTiers | undefined {
  const rates = services.flatMap((draft) => {
    const each = ratesOf(draft)
    return each ? [[draft.service, each] as const] : []
  })
  const tiers: ModelTiers = {
    ...(lengths.length > 0 && { lengths: lengthsOf(lengths) }),
    ...(rates.length > 0 && { services: Object.fromEntries(rates) }),
    ...(spans.length > 0 && { times: { zone, spans: spans.map(spanOf) } }),
  }
  return Object.keys(tiers).length > 0 && isModelTiers(tiers) ? tiers : undefined
}

/** An id that no tier of the list has. */
export function newId(start: string, tiers: readonly { id: string }[]): string {
  const taken = new Set(tiers.map(({ id }) => id))
  let number = tiers.length
  while (taken.has(`${start}${number}`)) number += 1
  return `${start}${number}`
}
