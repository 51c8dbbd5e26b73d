/** The features of a family of models. Names that are not Claude's are lenient. */
export type Generation = {
  thinkingTypes: string[]
  /** Thinks even if the request does not enable it. */
  thinksByDefault: boolean
  /** Thinking comes without its text unless the request enables it. */
  hidesThinking: boolean
  /** Thinking can be switched off at efforts up to `high` only. */
  limitsEffortWithoutThinking: boolean
  sampling: 'free' | 'one of temperature and top_p' | 'fixed'
  allowsPrefill: boolean
  allowsForcedTools: boolean
  allowsSchema: boolean
  efforts: string[]
  outputMax: number
}

const lenient: Generation = {
  thinkingTypes: ['enabled', 'adaptive', 'between_tools', 'disabled'],
  thinksByDefault: false,
  hidesThinking: false,
  limitsEffortWithoutThinking: false,
  sampling: 'free',
  allowsPrefill: true,
  allowsForcedTools: true,
  allowsSchema: true,
  efforts: ['low', 'medium', 'high', 'xhigh', 'max'],
  outputMax: Number.MAX_SAFE_INTEGER,
}

const upTo45: Generation = {
  ...lenient,
  thinkingTypes: ['enabled', 'disabled'],
  efforts: [],
  outputMax: 64_000,
}
const claude3: Generation = { ...upTo45, outputMax: 4096, allowsSchema: false }
const claude45: Generation = { ...upTo45, sampling: 'one of temperature and top_p' }
const claude46: Generation = {
  ...lenient,
  thinkingTypes: ['adaptive', 'enabled', 'disabled'],
  allowsPrefill: false,
  efforts: ['low', 'medium', 'high', 'max'],
  outputMax: 128_000,
}
const claude47: Generation = {
  ...claude46,
  thinkingTypes: ['adaptive', 'disabled'],
  hidesThinking: true,
  sampling: 'fixed',
  efforts: lenient.efforts,
}
const claude5: Generation = { ...claude47, thinksByDefault: true }
const opus5: Generation = { ...claude5, limitsEffortWithoutThinking: true }
const fable5: Generation = { ...claude5, thinkingTypes: ['adaptive'] }
const fable51: Generation = { ...fable5, allowsForcedTools: false }

/**
 * From the documents, read 2026-11-18. [sdk]: `getModelCapabilities` in @ai-sdk/anthropic 3.0.138. [docs]:
 * platform.claude.com/docs/en. The first row whose pattern fits holds, so newer versions stand before older ones.
 */
const families: readonly [name: RegExp, generation: Generation][] = [
  // [docs]/models/sonnet-5-5/whats-new-sonnet-5-5: neither `disabled` nor forced calls; `between_tools` up to `high`.
  [
    /^claude-sonnet-5-5/,
    { ...fable51, thinkingTypes: ['adaptive', 'between_tools'], limitsEffortWithoutThinking: true },
  ],
  // [docs]/models/opus-5-5/whats-new-opus-5-5: neither `disabled`, budgets nor forced calls; also for Fable 5.1.
  [/^claude-opus-5-5|^claude-(?:fable|mythos)-5-\d/, fable51],
  // [docs]/models/haiku-5-5/whats-new-haiku-5-5, [sdk]: `disabled` up to `high`, forced calls.
  [/^claude-haiku-5-5/, opus5],
  // [docs]/models/opus-5-5/whats-new-opus-5-5: on Opus 5 thinking is on, and `disabled` is accepted up to `high`.
  [/^claude-opus-5/, opus5],
  // [sdk]: `disabled` and budgets are refused. Mythos: docs.aws.amazon.com/bedrock/latest/userguide/
  // claude-messages-adaptive-thinking.html
  [/^claude-(?:fable-5|mythos-)/, fable5],
  // [docs]/models/sonnet-5-5/whats-new-sonnet-5-5: thinking is on.
  [/^claude-sonnet-5/, claude5],
  // The page of AWS above: adaptive thinking only. [docs]/models/opus-5/migration-guide: 4.8 does not think by default.
  [/^claude-opus-4-[78]/, claude47],
  // The page of AWS above: budgets are deprecated, not refused. [docs]/build-with-claude/effort: `max`, no `xhigh`.
  [/^claude-(?:opus|sonnet)-4-6/, claude46],
  // [docs]/build-with-claude/effort: Opus 4.5 has efforts, without `max`.
  [/^claude-opus-4-5/, { ...claude45, efforts: ['low', 'medium', 'high'] }],
  [/^claude-(?:sonnet|haiku)-4-5/, claude45],
  // [sdk]: the limits, and which of these have structured output.
  [/^claude-opus-4-1/, { ...upTo45, outputMax: 32_000 }],
  [/^claude-opus-4/, { ...upTo45, outputMax: 32_000, allowsSchema: false }],
  [/^claude-(?:sonnet|haiku)-4/, { ...upTo45, allowsSchema: false }],
  [/^claude-3-7/, { ...upTo45, allowsSchema: false }],
  [/^claude-3-5/, { ...claude3, outputMax: 8192 }],
  [/^claude-3/, claude3],
]

export const generationOf = (model: string): Generation => families.find(([name]) => name.test(model))?.[1] ?? lenient
