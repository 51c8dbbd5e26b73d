import { memoize } from './memoize.ts'

/** The reasoning efforts of OpenAI's API, in ascending order. */
const allEfforts = ['none', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const
export type Effort = (typeof allEfforts)[number]

/**
 * What the models of one family accept. Two rules hold for all of them: a model that reasons accepts no sampling
 * parameters (@ai-sdk/openai 4.0.114), and only Responses accepts `max` (github.com/BerriAI/litellm-docs/pull/1173). Both
 * read 2026-11-18.
 */
export type ModelFamily = {
  /** Models that reason take `max_completion_tokens` and the role `developer`, and refuse penalties. */
  reasons: boolean
  /** In ascending order, as Responses accepts them. Empty: a request must not set an effort. */
  efforts: readonly Effort[]
  chatEfforts: readonly Effort[]
  /** The effort of a request without one. Absent: unknown, but not `none`. */
  defaultEffort?: Effort
  /** When the chat endpoint accepts function tools. */
  chatFunctions: 'always' | 'without reasoning' | 'never'
  /** Only Responses serves the models. */
  lacksChat?: true
  verbosity: 'any' | 'medium'
  /** The models refuse `prompt_cache_retention`. */
  lacksCacheRetention?: true
}

const lowToHigh = ['low', 'medium', 'high'] as const
const lowToXhigh = [...lowToHigh, 'xhigh'] as const
const lowToMax = [...lowToXhigh, 'max'] as const

type Row = Omit<ModelFamily, 'chatEfforts'>

const talking: Row = { reasons: false, efforts: [], chatFunctions: 'always', verbosity: 'medium' }
const reasoning = { reasons: true, chatFunctions: 'always', verbosity: 'any' } as const

/** The first row whose pattern matches a name decides. */
const rows: readonly (readonly [names: RegExp, traits: Row])[] = [
  // Verbosity: github.com/google-deepmind/concordia/issues/164, and 947 of enricoros/big-AGI for all rows. Effort:
  // github.com/BoundaryML/baml/pull/2708. 2026-11-18
  [/^(?:gpt-[34](?!\d)|chatgpt-|gpt-5-chat)/, talking],
  // Neither an effort nor the role `developer`: learn.microsoft.com/azure/ai-foundry/openai/how-to/reasoning, 2026-11-18
  [/^o1-(?:mini|preview)/, { ...reasoning, efforts: [], verbosity: 'medium' }],
  // The script in github.com/enricoros/big-AGI/issues/944 and 1159 tried every effort on every model. The default:
  // learn.microsoft.com/javascript/api/@azure/ai-projects/reasoningeffort. Both 2026-11-18
  [
    /^(?:o\d.*-(?:pro|deep-research)(?:-|$)|codex-)/,
    { ...reasoning, efforts: lowToHigh, defaultEffort: 'medium', lacksChat: true, verbosity: 'medium' },
  ],
  [/^o\d/, { ...reasoning, efforts: lowToHigh, defaultEffort: 'medium', verbosity: 'medium' }],
  [/^computer-use/, { ...reasoning, efforts: ['medium'], lacksChat: true, verbosity: 'medium' }],
  // The parameters of the search model: litellm's gpt_5_transformation.py, 2026-11-18
  [/^gpt-5-search/, { ...reasoning, efforts: [] }],
  // github.com/anomalyco/opencode/pull/3474, and the default above, 2026-11-18
  [/^gpt-5-pro(?:-|$)/, { ...reasoning, efforts: ['high'], defaultEffort: 'high', lacksChat: true }],
  // github.com/spacedriveapp/spacebot/pull/409 cites OpenAI's page of gpt-5.4-pro; litellm's map, 2026-11-18
  [/^gpt-[\d.]+-pro(?:-|$)/, { ...reasoning, efforts: ['medium', 'high', 'xhigh'], lacksChat: true }],
  // github.com/openai/codex/issues/6647 (efforts) and 9055 (verbosity), 2026-11-18
  [
    /^gpt-5(?:\.1)?-codex(?!-max)/,
    { ...reasoning, efforts: lowToHigh, defaultEffort: 'medium', lacksChat: true, verbosity: 'medium' },
  ],
  // github.com/earendil-works/pi/pull/4622 and github.com/enricoros/big-AGI/issues/944, 2026-11-18
  [/^gpt-[\d.]+-codex(?:-|$)/, { ...reasoning, efforts: lowToXhigh, lacksChat: true, verbosity: 'medium' }],
  // github.com/Laisky/one-api/issues/266 and 285, github.com/egoist/chatwise-releases/issues/1257, 2026-11-18
  [/^gpt-5\.[1-5]-chat/, { ...reasoning, efforts: ['medium'], defaultEffort: 'medium', verbosity: 'medium' }],
  // github.com/microsoft/vscode/issues/301045 and 300649; the default above, 2026-11-18
  [/^gpt-5(?!\.|\d)/, { ...reasoning, efforts: ['minimal', ...lowToHigh], defaultEffort: 'medium' }],
  // Efforts: github.com/anomalyco/opencode/issues/4451. Defaults of 5.1 to 5.5, tried with temperature 0:
  // github.com/BerriAI/litellm-docs/pull/1064. Functions at every effort: the default's page above. 2026-11-18
  [/^gpt-5\.1(?!\d)/, { ...reasoning, efforts: ['none', ...lowToHigh], defaultEffort: 'none' }],
  // github.com/earendil-works/pi/issues/1334, 2026-11-18
  [/^gpt-5\.[23](?!\d)/, { ...reasoning, efforts: ['none', ...lowToXhigh], defaultEffort: 'none' }],
  // The chat endpoint refuses functions with an effort since 5.4, and without one only where the default is not `none`:
  // github.com/livekit/agents/pull/7169, docs.apiyi.com/en/api-capabilities/openai/responses-migration. The default:
  // replicate.com/openai/gpt-5.4. 2026-11-18
  [
    /^gpt-5\.4(?!\d)/,
    { ...reasoning, efforts: ['none', ...lowToXhigh], defaultEffort: 'none', chatFunctions: 'without reasoning' },
  ],
  // Functions: github.com/jeffdafoe/llm-memory-api/pull/178. The default: github.com/BerriAI/litellm/pull/32060.
  // 2026-11-18
  [
    /^gpt-5\.5(?!\d)/,
    { ...reasoning, efforts: ['none', ...lowToXhigh], defaultEffort: 'medium', chatFunctions: 'without reasoning' },
  ],
  // Efforts: github.com/experientiallabs/experiential/issues/764. Functions: github.com/BerriAI/litellm/pull/34569. The
  // default: github.com/UKGovernmentBEIS/inspect_ai/issues/5162 cites OpenAI's guide. 2026-11-18
  [
    /^gpt-5\.\d/,
    { ...reasoning, efforts: ['none', ...lowToMax], defaultEffort: 'medium', chatFunctions: 'without reasoning' },
  ],
  // @ai-sdk/openai 4.0.114; developers.openai.com/api/docs/guides/deployment-checklist;
  // github.com/onyx-dot-app/onyx/issues/15008. 2026-11-18
  [
    /^gpt-6(?:-sol|-luna|\.1-terra)(?:-|$)/,
    { ...reasoning, efforts: ['none', ...lowToMax], chatFunctions: 'without reasoning', lacksCacheRetention: true },
  ],
  // GPT-6 Astra and GPT-6.1 Sol cannot stop reasoning: github.com/genkit-ai/genkit/pull/6303, the checklist above,
  // 2026-11-18. A newer model is treated like them, because they accept least.
  [/^gpt-(?:[6-9]|\d\d)/, { ...reasoning, efforts: lowToMax, chatFunctions: 'never', lacksCacheRetention: true }],
]

const families = rows.map(([names, traits]): [RegExp, ModelFamily] => [
  names,
  { ...traits, chatEfforts: traits.efforts.filter((effort) => effort !== 'max') },
])

/** Azure's deployments are often named without the dot, and could once not have one: `gpt-35-turbo`, `gpt-5-1`. */
const withDot = (name: string): string => name.replace(/^gpt-([3-9])-?(\d)(?=-|$)/, 'gpt-$1.$2')

/** The family of a model; undefined for the models of other companies. */
export const familyOf = memoize((model): ModelFamily | undefined => {
  const name = withDot(model.slice(model.lastIndexOf('/') + 1))
  return families.find(([names]) => names.test(name))?.[1]
})

const isEffort = (text: string): text is Effort => allEfforts.some((effort) => effort === text)

/**
 * The accepted effort nearest to the requested one. Reasoning that cannot be switched off becomes the least, and reasoning
 * that is requested is never switched off. Undefined if no effort may be set.
 */
export function acceptedEffort(requested: string | undefined, accepted: readonly Effort[]): string | undefined {
  if (requested === undefined || !isEffort(requested) || accepted.includes(requested)) return requested
  const atLeastSome = accepted.filter((effort) => effort !== 'none')
  const rank = allEfforts.indexOf(requested)
  return atLeastSome.findLast((effort) => allEfforts.indexOf(effort) < rank) ?? atLeastSome[0]
}

/** Whether a request with this effort lets the model reason. */
export const isReasoning = ({ reasons, defaultEffort }: ModelFamily, effort: string | undefined): boolean =>
  reasons && (effort ?? defaultEffort) !== 'none'
