import { bareModel } from '../../translate/max-tokens-field.ts'

/** The features that a Claude model accepts and refuses. */
export type ModelTraits = {
  /** An effort becomes a budget of tokens for thinking, or an effort of adaptive thinking; or nothing. */
  thinking: 'budget' | 'adaptive' | 'none'
  /** `thinking: {type: "enabled", budget_tokens}` is accepted. */
  takesBudget: boolean
  /**
   * How thinking is switched off: by leaving it out, by `disabled`, by `between_tools`, which only allows short notes
   * between calls, or not at all, so that the lowest effort is sent.
   */
  thinkingOff: 'silence' | 'disabled' | 'between_tools' | 'least'
  /** Efforts above `high` are refused while thinking is switched off. */
  limitsEffortWithoutThinking: boolean
  /** There is an effort between `high` and `max`. */
  hasXhigh: boolean
  takesSampling: boolean
  takesTopPBesideTemperature: boolean
  /** When `tool_choice` may force a call. */
  forcedCalls: 'always' | 'unless thinking' | 'never'
  /** A conversation may end with the beginning of the assistant's message. */
  takesPrefill: boolean
  hasJsonOutput: boolean
  /** The longest output; a request for more is refused. */
  outputMax: number
  outputDefault: number
}

type Family = {
  /** The models, as `line-version`: each row holds for the versions from its own to the next of the line. */
  models: readonly string[]
  traits: ModelTraits
}

const claude3: ModelTraits = {
  thinking: 'none',
  takesBudget: false,
  thinkingOff: 'silence',
  limitsEffortWithoutThinking: false,
  hasXhigh: false,
  takesSampling: true,
  takesTopPBesideTemperature: true,
  forcedCalls: 'unless thinking',
  takesPrefill: true,
  hasJsonOutput: false,
  outputMax: 8192,
  outputDefault: 4096,
}
const claude37: ModelTraits = { ...claude3, thinking: 'budget', takesBudget: true, outputMax: 64_000 }
const claude4: ModelTraits = { ...claude37, outputDefault: 8192 }
const claude41: ModelTraits = {
  ...claude4,
  takesTopPBesideTemperature: false,
  hasJsonOutput: true,
  outputMax: 32_000,
}
const claude45: ModelTraits = { ...claude41, outputMax: 64_000 }
const claude46: ModelTraits = { ...claude45, thinking: 'adaptive', takesPrefill: false, outputMax: 128_000 }
const claude47: ModelTraits = {
  ...claude46,
  takesBudget: false,
  thinkingOff: 'disabled',
  hasXhigh: true,
  takesSampling: false,
}
const sonnet5: ModelTraits = { ...claude47, forcedCalls: 'always' }
const opus5: ModelTraits = { ...sonnet5, limitsEffortWithoutThinking: true }
const fable5: ModelTraits = { ...sonnet5, thinkingOff: 'least' }
const fable51: ModelTraits = { ...fable5, forcedCalls: 'never' }

/**
 * From the oldest to the newest of a line. Sources, all read 2026-11-18: `getModelCapabilities` in @ai-sdk/anthropic
 * 3.0.138 [sdk] for every row from 4 on, and what each row names. [docs] is platform.claude.com/docs/en.
 */
const families: readonly Family[] = [
  // Retired. 8192 is the limit of 3.5; the others took 4096, which is the default.
  { models: ['opus-3', 'sonnet-3', 'haiku-3', 'instant-1'], traits: claude3 },
  { models: ['sonnet-3.7'], traits: claude37 },
  // [sdk]: 32k of output for Opus, 64k for Sonnet, no structured output.
  { models: ['opus-4'], traits: { ...claude4, outputMax: 32_000 } },
  { models: ['sonnet-4', 'haiku-4'], traits: claude4 },
  // [sdk]: structured output. `temperature` and `top_p` exclude each other from 4.1 on.
  { models: ['opus-4.1'], traits: claude41 },
  { models: ['opus-4.5', 'sonnet-4.5', 'haiku-4.5'], traits: claude45 },
  // Adaptive thinking; budgets are deprecated and accepted; `max` and no `xhigh`; no prefill. [docs]/build-with-claude/effort,
  // docs.aws.amazon.com/bedrock/latest/userguide/claude-messages-adaptive-thinking.html
  { models: ['opus-4.6', 'sonnet-4.6'], traits: claude46 },
  // No budgets, no sampling, `xhigh`. A budget is refused: github.com/freecodexyz/free-code/issues/32 (4.7),
  // github.com/AAswordman/Operit/pull/568 (4.8). [sdk] passes budgets to these models and to Opus 5; all of them take
  // adaptive thinking.
  { models: ['opus-4.7'], traits: claude47 },
  // These think unless they are told not to, and take forced calls: [sdk], [docs]/models/opus-5-5/whats-new-opus-5-5 and
  // [docs]/models/sonnet-5-5/whats-new-sonnet-5-5, which list the refusal of forced calls as new in 5.5.
  { models: ['sonnet-5'], traits: sonnet5 },
  // `disabled` only up to the effort `high`: [docs]/models/opus-5-5/whats-new-opus-5-5
  { models: ['opus-5'], traits: opus5 },
  // Thinking cannot be disabled. [sdk]; its successor refuses forced calls too: the page of Opus 5.5 above.
  { models: ['fable-5', 'mythos-5'], traits: fable5 },
  { models: ['fable-5.1', 'mythos-5.1'], traits: fable51 },
  // Neither `disabled` nor budgets nor forced calls: [docs]/models/opus-5-5/whats-new-opus-5-5
  { models: ['opus-5.5'], traits: fable51 },
  // `between_tools` is the least, up to the effort `high`: [docs]/models/sonnet-5-5/whats-new-sonnet-5-5
  {
    models: ['sonnet-5.5'],
    traits: { ...fable51, thinkingOff: 'between_tools', limitsEffortWithoutThinking: true },
  },
  // `disabled` up to the effort `high`, and forced calls: [sdk], [docs]/models/haiku-5-5/whats-new-haiku-5-5
  { models: ['haiku-5.5'], traits: opus5 },
]

/** Adaptive thinking that cannot be disabled: the preview of Mythos, which has no number. The page of AWS above. */
const mythosPreview = fable5

type Version = { since: number; traits: ModelTraits }

const versionsOf: ReadonlyMap<string, readonly Version[]> = (() => {
  const lines = new Map<string, Version[]>()
  for (const { models, traits } of families)
    for (const model of models) {
      const [line = '', version = ''] = model.split('-')
      const [major = '', minor = '0'] = version.split('.')
      lines.set(line, [...(lines.get(line) ?? []), { since: generationNumber(major, minor), traits }])
    }
  return lines
})()

const named = /claude-(?:(\d)(?:[-.](\d))?-)?([a-z]+)(?:-(\d{1,2})(?!\d)(?:[-.](\d{1,2})(?!\d))?)?/
const legacy = /claude-(?:v?2|instant)(?=$|[-.:])/

function generationNumber(major: string, minor: string): number {
  return Number(major) * 100 + Number(minor)
}

/** `claude-opus-4-8` and `claude-3-7-sonnet-20250219` as 408 and 307: generations that can be compared. */
export function generationOf(model: string): { family: string; generation: number | undefined } {
  const match = named.exec(bareModel(model))
  const major = match?.[1] ?? match?.[4]
  const minor = (match?.[1] ? match[2] : match?.[5]) ?? '0'
  return { family: match?.[3] ?? '', generation: major === undefined ? undefined : generationNumber(major, minor) }
}

/** A name without a number is most likely another company's model behind this API, which supports its older form. */
const unnamed: ModelTraits = { ...claude4, outputMax: Number.MAX_SAFE_INTEGER }

/**
 * By the model's name. A version that the table lacks has the traits of the one before it in its line, so a model newer
 * than this table behaves like the newest of its line that the table has. A line that the table lacks counts as Opus.
 */
export function traitsOf(model: string): ModelTraits {
  const { family, generation } = generationOf(model)
  if (family === 'mythos' && generation === undefined) return mythosPreview
  if (generation === undefined) return legacy.test(model) ? claude3 : unnamed
  const versions = versionsOf.get(family) ?? versionsOf.get('opus') ?? []
  return (versions.findLast(({ since }) => since <= generation) ?? versions[0])?.traits ?? unnamed
}
