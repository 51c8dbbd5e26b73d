/** The two hosts of Google's models. Some fields exist on one host only. */
export type GoogleHost = 'gemini' | 'vertex'

export type ThinkingLevel = 'minimal' | 'low' | 'medium' | 'high' | 'xhigh'

/**
 * How thinking is configured. `off` is the lowest budget, 0 where thinking can be switched off; `min` is the lowest
 * budget for thinking. `levels` are in ascending order.
 */
export type ThinkingTrait =
  | { kind: 'none' }
  | { kind: 'budget'; off: number; min: number; max: number }
  | { kind: 'level'; levels: readonly ThinkingLevel[] }

/** The features of a model, as far as models differ. */
export type ModelTraits = {
  thinking: ThinkingTrait
  takesSystem: boolean
  takesSampling: boolean
  /** The hosts that accept presence and frequency penalties. */
  takesPenalties: readonly GoogleHost[]
  /** The last turn must be the user's: the model does not continue its own turn. */
  needsUserLast: boolean
  /** A call in the history is refused without its signature. */
  needsSignatures: boolean
  /** Vertex matches results to calls by id. For other models it refuses ids. */
  matchesIdsOnVertex: boolean
  /** JSON schemas are accepted unchanged. */
  takesJsonSchema: boolean
  /** Google's own tools are accepted beside functions. */
  combinesTools: boolean
  /** JSON output is accepted beside tools. */
  combinesJson: boolean
  makesImages: boolean
  /** Older models filter output unless told not to. */
  filtersByDefault: boolean
}

/** A family of models, the features of its models, and where and when they were read. */
type Family = { names: RegExp; sources: readonly string[]; traits: ModelTraits }

const noThinking = { kind: 'none' } as const

/** A model that is not Gemini's gets no feature that only some models have. */
export const otherModels: ModelTraits = {
  thinking: noThinking,
  takesSystem: true,
  takesSampling: true,
  takesPenalties: ['gemini', 'vertex'],
  needsUserLast: false,
  needsSignatures: false,
  matchesIdsOnVertex: false,
  takesJsonSchema: false,
  combinesTools: false,
  combinesJson: false,
  makesImages: false,
  filtersByDefault: false,
}

const gemini2: ModelTraits = { ...otherModels, takesJsonSchema: true, takesPenalties: ['vertex'] }

const gemini3: ModelTraits = {
  ...otherModels,
  takesPenalties: [],
  needsSignatures: true,
  matchesIdsOnVertex: true,
  takesJsonSchema: true,
  combinesTools: true,
  combinesJson: true,
}

/** From 3.5 Flash-Lite and 3.6 Flash on. Google serves 3.5 Flash by 3.6 Flash. */
const strict: ModelTraits = { ...gemini3, takesSampling: false, needsUserLast: true }

const threeLevels = { kind: 'level', levels: ['low', 'medium', 'high'] } as const
const fourLevels = { kind: 'level', levels: ['minimal', 'low', 'medium', 'high'] } as const

const budgets = 'the table of Google quoted in https://github.com/juspay/neurolink/pull/1707, read 2026-11-18'
const aiSdk = '@ai-sdk/google 4.0.121 src/google-model-catalog.ts, read 2026-11-18'
const vertexIds = 'https://github.com/BerriAI/litellm/pull/34603 (2026-07-25), read 2026-11-18'
const signatures = 'https://ai.google.dev/gemini-api/docs/thought-signatures, read 2026-11-18'
const combinedJson = 'https://github.com/googleapis/python-genai/issues/867, read 2026-11-18'
const combinedTools = 'https://github.com/cloudwego/eino-ext/issues/761, read 2026-11-18'
const noPenalties = 'https://github.com/BerriAI/litellm/pull/16907, read 2026-11-18'
const changesOf36 =
  'https://ai.google.dev/gemini-api/docs/latest-model quoted in https://github.com/cline/cline/issues/12521, read 2026-11-18'
const guideOf36 =
  'https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-3-6-flash, read 2026-11-18'
const guideOf38 =
  'https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-3-8-flash, read 2026-11-18'
const guideOf4 =
  'https://docs.cloud.google.com/gemini-enterprise-agent-platform/models/guides/gemini-4-argon, read 2026-11-18'

/**
 * The first family whose pattern matches a name decides. A newer Gemini model than these has the features of the newest
 * family of its line: Flash-Lite, Flash, or any other.
 */
export const families: readonly Family[] = [
  {
    names: /^gemini-(?:1(?:[.-]|$)|pro(?:-vision)?$)/,
    sources: [aiSdk],
    traits: { ...otherModels, filtersByDefault: true },
  },
  {
    names: /^gemini-2\.0/,
    sources: ['https://github.com/PublicAffairs/openai-gemini/issues/63, read 2026-11-18'],
    traits: { ...otherModels, filtersByDefault: true },
  },
  {
    names: /^gemini-2\.5-pro/,
    sources: [budgets, combinedJson, 'https://github.com/BerriAI/litellm/pull/32273, read 2026-11-18', aiSdk],
    traits: { ...gemini2, thinking: { kind: 'budget', off: 128, min: 128, max: 32_768 } },
  },
  {
    names: /^gemini-2\.5-flash-lite/,
    sources: [budgets, aiSdk],
    traits: { ...gemini2, thinking: { kind: 'budget', off: 0, min: 512, max: 24_576 } },
  },
  {
    names: /^gemini-(?:2(?:[.-]|$)|robotics-er-1\.5)/,
    sources: [budgets, 'https://github.com/BerriAI/litellm/pull/32273, read 2026-11-18', aiSdk],
    traits: { ...gemini2, thinking: { kind: 'budget', off: 0, min: 128, max: 24_576 } },
  },
  {
    names: /^gemini-3-pro/,
    sources: ['@ai-sdk/google 4.0.121 docs/15-google.mdx, read 2026-11-18', vertexIds, signatures, noPenalties],
    traits: { ...gemini3, thinking: { kind: 'level', levels: ['low', 'high'] } },
  },
  {
    names: /^gemini-3\.1-pro/,
    sources: [guideOf38, vertexIds, signatures, combinedTools, noPenalties],
    traits: { ...gemini3, thinking: threeLevels },
  },
  {
    names: /^gemini-3(?:\.1)?-flash/,
    sources: ['https://github.com/maximhq/bifrost/issues/7287, read 2026-11-18', aiSdk, vertexIds, signatures],
    traits: { ...gemini3, thinking: fourLevels },
  },
  {
    names: /^gemini-(?:3\.[56]-flash|(?:.*-)?flash-lite)/,
    sources: [guideOf36, changesOf36, 'https://github.com/LibreChat-AI/agents/pull/323, read 2026-11-18'],
    traits: { ...strict, thinking: fourLevels },
  },
  {
    names: /^gemini-(?:.*-)?flash/,
    sources: [guideOf38, aiSdk, 'https://github.com/anomalyco/opencode/issues/47034, read 2026-11-18'],
    traits: { ...strict, thinking: threeLevels },
  },
  {
    names: /^gemini-4-hydrogen/,
    sources: [aiSdk],
    traits: { ...strict, thinking: { kind: 'level', levels: ['low', 'medium', 'high', 'xhigh'] } },
  },
  {
    names: /^(?:gemini|nano-banana)-/,
    sources: [guideOf4, 'https://ai.google.dev/gemini-api/docs/generate-content/latest-model, read 2026-11-18', aiSdk],
    traits: { ...strict, thinking: threeLevels },
  },
  {
    names: /^gemma/,
    sources: [aiSdk],
    traits: { ...otherModels, takesSystem: false },
  },
]

/** What the output of a model changes in the features of its family. */
export const outputs: readonly { names: RegExp; traits: Partial<ModelTraits> }[] = [
  { names: /^gemini.*image|nano-banana/, traits: { thinking: noThinking, makesImages: true } },
  { names: /tts|audio|embedding|transcribe/, traits: { thinking: noThinking } },
]
