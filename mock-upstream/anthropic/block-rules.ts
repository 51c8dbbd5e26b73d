import { markOf } from '../exchange/call.ts'
import { isObject, type JsonObject, textOf } from '../exchange/json.ts'
import { invalidRequest } from './errors.ts'

const pictureTypes = ['image/jpeg', 'image/png', 'image/gif', 'image/webp']
/**
 * `BetaContentBlockParam` of @anthropic-ai/sdk 1.10.0, read 2026-11-18. Which turn takes a block follows from what it is:
 * what a client brings, what a model wrote, and the tools that a system turn adds or removes.
 */
const blocksOf: Record<string, string[]> = {
  user: ['text', 'image', 'document', 'tool_result', 'search_result', 'container_upload'],
  assistant: [
    'text',
    'document',
    'tool_use',
    'thinking',
    'redacted_thinking',
    'server_tool_use',
    'web_search_tool_result',
    'web_fetch_tool_result',
    'advisor_tool_result',
    'code_execution_tool_result',
    'bash_code_execution_tool_result',
    'text_editor_code_execution_tool_result',
    'tool_search_tool_result',
    'mcp_tool_use',
    'mcp_tool_result',
    'mcp_tool_listing',
    'container_upload',
    'compaction',
    'fallback',
  ],
  system: ['text', 'tool_addition', 'tool_removal'],
}

/** The signature of a thinking block. A client that sends the block back must not have changed its text. */
export const signatureOf = (thinking: string): string => `mock.${markOf(thinking)}`
export const redactedData = 'mock.redacted'

/** Refuses content that Anthropic would refuse, one block at a time. */
export function checkBlock(block: unknown, role: string, at: string): void {
  if (!isObject(block)) throw invalidRequest(`${at}: Input should be a valid dictionary`)
  const allowed = blocksOf[role] ?? []
  if (!allowed.includes(textOf(block.type))) {
    throw invalidRequest(
      `${at}: Input tag '${block.type}' found using 'type' does not match any of the expected tags: ${allowed.join(', ')}`,
    )
  }
  checks[textOf(block.type)]?.(block, at)
}

const checks: Record<string, (block: JsonObject, at: string) => void> = {
  text: checkText,
  image: (block, at) => checkSource(block.source, pictureTypes, `${at}.image.source`),
  document: (block, at) => checkSource(block.source, ['application/pdf', 'text/plain'], `${at}.document.source`),
  tool_use: checkToolUse,
  tool_result: checkToolResult,
  thinking(block, at) {
    if (typeof block.thinking !== 'string') throw invalidRequest(`${at}.thinking.thinking: Field required`)
    if (block.signature !== signatureOf(block.thinking))
      throw invalidRequest(`${at}: Invalid \`signature\` in \`thinking\` block`)
  },
  redacted_thinking(block, at) {
    if (block.data !== redactedData) throw invalidRequest(`${at}: Invalid \`data\` in \`redacted_thinking\` block`)
  },
}

function checkText(block: JsonObject, at: string): void {
  if (typeof block.text !== 'string') throw invalidRequest(`${at}.text.text: Field required`)
  if (block.text === '' && block.cache_control)
    throw invalidRequest(`${at}: cache_control cannot be set for empty text blocks`)
  if (block.text === '') throw invalidRequest('messages: text content blocks must be non-empty')
  if (block.text.trim() === '') throw invalidRequest('messages: text content blocks must contain non-whitespace text')
}

function checkSource(source: unknown, types: string[], at: string): void {
  if (!isObject(source)) throw invalidRequest(`${at}: Field required`)
  switch (source.type) {
    case 'base64':
      if (!types.includes(textOf(source.media_type))) {
        throw invalidRequest(
          `${at}.base64.media_type: Input should be ${types.map((type) => `'${type}'`).join(' or ')}`,
        )
      }
      if (!/^[A-Za-z0-9+/]+={0,2}$/.test(textOf(source.data))) throw invalidRequest(`${at}.base64: invalid base64 data`)
      return
    case 'url':
      if (!/^https?:\/\//.test(textOf(source.url))) throw invalidRequest(`${at}.url: Only HTTPS URLs are supported.`)
      return
    case 'text':
      if (typeof source.data === 'string' && types.includes('text/plain')) return
      throw invalidRequest(`${at}.text.data: Field required`)
    case 'file':
    case 'content':
      return
    default:
      throw invalidRequest(
        `${at}: Input tag '${source.type}' found using 'type' does not match any of the expected tags`,
      )
  }
}

function checkToolUse(block: JsonObject, at: string): void {
  if (!/^[a-zA-Z0-9_-]+$/.test(textOf(block.id)))
    throw invalidRequest(`${at}.tool_use.id: String should match pattern '^[a-zA-Z0-9_-]+$'`)
  if (typeof block.name !== 'string') throw invalidRequest(`${at}.tool_use.name: Field required`)
  if (!isObject(block.input)) throw invalidRequest(`${at}.tool_use.input: Input should be a valid dictionary`)
}

function checkToolResult(block: JsonObject, at: string): void {
  if (typeof block.tool_use_id !== 'string') throw invalidRequest(`${at}.tool_result.tool_use_id: Field required`)
  if (!Array.isArray(block.content)) return
  for (const [index, part] of block.content.entries()) checkBlock(part, 'user', `${at}.tool_result.content.${index}`)
}
