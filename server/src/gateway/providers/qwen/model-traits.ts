import type { JsonSupport } from '../../translate/json/json-instruction.ts'

const searchSuffix = '-internet'

/** The suffix `-internet` of a model's name switches the upstream's web search on. */
export const isSearching = (model: string): boolean => model.endsWith(searchSuffix)
export const plainModel = (model: string): string => (isSearching(model) ? model.slice(0, -searchSuffix.length) : model)

/** Models that take an effort; the others only have a switch for thinking. */
export const takesEffort = (model: string): boolean => /^qwen3\.8(?!\d)/.test(model)

/** Open models that think unless told otherwise, and then only stream. */
export const thinksInStreamsOnly = (model: string): boolean => /^qwen3-\d+(?:\.\d+)?b(?:-a\d+b)?$/.test(model)

/** Models that only the multimodal endpoint of the native format accepts: vision models, and all from 3.5 on. */
export const isMultimodal = (model: string): boolean =>
  /^qwen(?:3\.(?:[5-9]|\d\d)|[4-9])(?!\d)|(?:^|-)(?:vl|omni|ocr)(?:-|$)|^qvq/.test(model)

/**
 * Models that take a JSON schema; the others have JSON mode. https://www.alibabacloud.com/help/en/model-studio/json-mode and
 * the list of @ai-sdk/alibaba 2.0.58, 2026-11-18.
 */
const hasSchemas =
  /^(?:qwen3\.7-(?:plus|flash|max)|qwen3\.8-(?:max|flash)|qwen3-max|qwen-(?:plus|flash)|deepseek-v3\.2)(?:-|$)/
export const jsonSupportOf = (model: string): JsonSupport => (hasSchemas.test(model) ? 'schema' : 'object')

/** Models for requests that are not chats. */
export const isNoChat = (model: string): boolean => /embedding|rerank|image|^wanx?\d?|^flux|tts/.test(model)

/** Names that the vendor has retired. A model mapping leads to their successors. */
const retired =
  /^(?:qwen-(?:max|turbo|vl-max|vl-plus)|qwq-plus|qvq-max|qwen3-max|qwen3-235b-.*|qwen3-coder-plus|gte-rerank)(?:-latest|-preview|-\d{4}-\d\d-\d\d)?$/
export const isRetired = (model: string): boolean => retired.test(model)
