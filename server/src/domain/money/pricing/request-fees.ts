import type { ToolName } from './tool-prices.ts'
import type { ToolCalls } from './usage.ts'

type Fields = Readonly<Record<string, unknown>>

const contextSizes = ['low', 'medium', 'high'] as const
type ContextSize = (typeof contextSizes)[number]

/** OpenAI's chat models that search the web before every response, whatever the request says, and bill the search. */
const searchingModel = /^(?:.*\/)?gpt-[\w.]+(?:-mini)?-search-(?:preview|api)/
/** Perplexity's models with a fee for every request. Sonar Deep Research reports its searches instead. */
const sonarModel = /^(?:.*\/)?sonar(-pro|-reasoning|-reasoning-pro)?$/

/**
 * What the upstream bills for every response of this model beside the tokens, although the response does not report it;
 * undefined for nearly all models. The largest fee that the request may have: `auto` is charged as a Pro Search, because
 * the response does not say which search it became.
 */
export function requestFees(model: string, body: Fields): readonly ToolCalls[] | undefined {
  if (model.includes('-search-') && searchingModel.test(model)) return [{ name: 'web_search_preview', count: 1 }]
  if (!model.includes('sonar')) return undefined
  const match = sonarModel.exec(model)
  return match ? [{ name: sonarFee(match[1], body), count: 1 }] : undefined
}

function sonarFee(kind: string | undefined, body: Fields): ToolName {
  const options = fieldsOf(body.web_search_options)
  const size = contextSizeIn([options, ...listIn(body.tools)])
  // Without a stream, a Pro Search is an ordinary one (docs.perplexity.ai/guides/pro-search-quickstart).
  const isProSearch = kind === '-pro' && body.stream === true && /^(?:pro|auto)$/.test(String(options?.search_type))
  if (isProSearch) return `pro_search_${size}`
  return kind?.endsWith('-pro') ? `sonar_pro_${size}` : `sonar_${size}`
}

/** The size of OpenAI's chat, or of a search tool of its Responses; the largest of several. Low is Perplexity's default. */
function contextSizeIn(holders: readonly (Fields | undefined)[]): ContextSize {
  const sizes = new Set(holders.map((holder) => holder?.search_context_size))
  return contextSizes.findLast((size) => sizes.has(size)) ?? 'low'
}

const fieldsOf = (value: unknown): Fields | undefined =>
  typeof value === 'object' && value !== null ? (value as Fields) : undefined
const listIn = (value: unknown): (Fields | undefined)[] => (Array.isArray(value) ? value.map(fieldsOf) : [])
