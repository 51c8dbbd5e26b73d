/**
 * Dollars per 1000 calls of the tools that upstreams run themselves and bill apart from tokens. Tools that are not listed
 * cost nothing beside their tokens: OpenAI's computer use, local shell and MCP, Anthropic's web fetch.
 */
const toolPrices = {
  web_search: 10,
  web_search_preview: 10,
  file_search: 2.5,
  google_search: 14,
  image_generation: 150,
  // OpenAI's containers, in which code interpreter and hosted shell run, for 20 minutes, by memory. Prices as quoted by
  // others on 2026-11-18, because OpenAI's price list was not available: $0.03 for the usual 1 GB
  // (community.openai.com, topic 1364328), $0.12 for 4 GB and $1.92 for 64 GB (simoncarter.ai). 16 GB is computed: all
  // of these are $0.03 per gigabyte. Since 2026-06-02 OpenAI bills by the minute, five at least (its API changelog, as
  // quoted by modeldex.dev). A response does not report the lifetime of its container, so each container costs 20
  // minutes, once per response.
  container_1g: 30,
  container_4g: 120,
  container_16g: 480,
  container_64g: 1920,
  // Anthropic's code execution is not listed: $0.05 per hour and container, after 1,550 free hours a month for each
  // organisation, and free beside its newer web tools (copies of Anthropic's pricing page, seen on 2026-11-18). A
  // response reports neither the hours nor the remaining free hours.
} as const

export type ToolName = keyof typeof toolPrices

/** The older, non-reasoning models pay more for the search preview. */
const isDearSearch = (model: string) => model.startsWith('gpt-4o') || model.startsWith('gpt-4.1')

export const toolPriceOf = (name: ToolName, model: string): number =>
  name === 'web_search_preview' && isDearSearch(model) ? 25 : toolPrices[name]

/** OpenAI's chat models that search the web before every response, whatever the request says, and bill the search. */
const searchingModel = /^(?:.*\/)?gpt-[\w.]+(?:-mini)?-search-(?:preview|api)/

export const searchesAlways = (model: string): boolean => model.includes('-search-') && searchingModel.test(model)
