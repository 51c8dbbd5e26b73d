import type { JsonObject } from '../../forms/chat.ts'
import { countOf, definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'

/** The web pages among the sources of a citation, as annotations of the text. */
export const annotationsOf = ({ start, end, sources }: JsonObject): JsonObject[] =>
  listOf(sources)
    .map((source) => (isObject(source) ? pageOf(objectOf(source.document) ?? objectOf(source.tool_output)) : undefined))
    .filter((page) => page !== undefined)
    .map((page) => ({
      type: 'url_citation',
      url_citation: { ...page, start_index: countOf(start), end_index: countOf(end) },
    }))

function pageOf(source: JsonObject | undefined): JsonObject | undefined {
  const url = textOf(source?.url)
  return url === undefined ? undefined : definedOf({ url, title: textOf(source?.title) })
}

/** Log probabilities in OpenAI's format: one entry for each piece of text, which may be several tokens. */
export function logprobsOf(items: unknown[]): JsonObject | undefined {
  const content = items.filter(isObject).map(({ text, logprobs }) => ({
    token: textOf(text) ?? '',
    logprob: listOf(logprobs).reduce<number>((sum, each) => sum + (typeof each === 'number' ? each : 0), 0),
    bytes: null,
    top_logprobs: [],
  }))
  return content.length > 0 ? { logprobs: { content } } : undefined
}

/** Arguments are `null` or empty if a function has none. */
export const argumentsOf = (value: unknown): string => (value === 'null' ? '' : (textOf(value) ?? ''))
