/** Dollars per 1000 calls of the tools that upstreams run themselves and bill apart. */
const toolPrices = {
  web_search: 10,
  web_search_preview: 10,
  file_search: 2.5,
  google_search: 14,
  image_generation: 150,
} as const

export type ToolName = keyof typeof toolPrices

/** The older, non-reasoning models pay more for the search preview. */
const isDearSearch = (model: string) => model.startsWith('gpt-4o') || model.startsWith('gpt-4.1')

export const toolPriceOf = (name: ToolName, model: string): number =>
  name === 'web_search_preview' && isDearSearch(model) ? 25 : toolPrices[name]
