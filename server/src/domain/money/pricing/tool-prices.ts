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
  // Perplexity's fee for a request, by its search context; a Pro Search of Sonar Pro runs several searches. Its price
  // list, docs.perplexity.ai/getting-started/pricing, as copied by developer.puter.com (June 2026) and, for Pro Search,
  // by token-plan.pages.dev, read 2026-11-19. The fee is due whether or not the model searches
  // (docs.perplexity.ai/guides/search-control-guide).
  sonar_low: 5,
  sonar_medium: 8,
  sonar_high: 12,
  sonar_pro_low: 6,
  sonar_pro_medium: 10,
  sonar_pro_high: 14,
  pro_search_low: 14,
  pro_search_medium: 18,
  pro_search_high: 22,
  // Sonar Deep Research has no such fee, but a price per search.
  research_search: 5,
  // Anthropic's code execution is not listed: $0.05 per hour and container, after 1,550 free hours a month for each
  // organisation, and free beside its newer web tools (copies of Anthropic's pricing page, seen on 2026-11-18). A
  // response reports neither the hours nor the remaining free hours.
} as const

export type ToolName = keyof typeof toolPrices

/** The older, non-reasoning models pay more for the search preview. */
const isDearSearch = (model: string) => model.startsWith('gpt-4o') || model.startsWith('gpt-4.1')

export const toolPriceOf = (name: ToolName, model: string): number =>
  name === 'web_search_preview' && isDearSearch(model) ? 25 : toolPrices[name]
