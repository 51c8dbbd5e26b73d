import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { channelTypes } from '@turnpike/contract/channel-types'
import { defaultOptions } from '@turnpike/contract/options'
import type { ChatCompletionCreateParamsNonStreaming } from 'openai/resources/chat/completions'
import { buildPriceBook, priceOf } from '../../server/src/domain/money/pricing/price-book.ts'
import { openaiDialect } from '../../server/src/gateway/dialects/openai/openai-dialect.ts'
import type { JsonObject } from '../../server/src/gateway/forms/chat.ts'
import { loadedProvider } from '../../server/src/gateway/providers/registry.ts'
import { testTarget } from '../../server/src/gateway/providers/testing.ts'
import type { Sdk } from './sdks.ts'

const gateway = join(import.meta.dirname, '..', '..', 'server', 'src', 'gateway')

export type OurCode = {
  /** Every name and text. */
  words: ReadonlySet<string>
  /** Every quoted text. */
  texts: ReadonlySet<string>
}

/** The code of these folders, without tests and comments. */
export function codeIn(folders: readonly string[]): OurCode {
  const words = new Set<string>()
  const texts = new Set<string>()
  for (const folder of folders)
    for (const file of globSync('**/*.ts', { cwd: join(gateway, folder) })) {
      if (/\.test\.ts$|(^|\/)testing\.ts$/.test(file)) continue
      const code = readFileSync(join(gateway, folder, file), 'utf8').replace(/\/\*[\s\S]*?\*\/|(^|\s)\/\/.*$/gm, '')
      for (const [word] of code.matchAll(/[\w$][\w$.-]*/g))
        for (const part of [word, ...word.split('.')]) words.add(part)
      for (const [, text = ''] of code.matchAll(/['`]([\w.-]+)['`]/g)) texts.add(text)
    }
  return { words, texts }
}

const model: Readonly<Record<number, string>> = { 14: 'claude-sonnet-4-5', 17: 'qwen-plus', 24: 'gemini-2.5-flash' }

/** The fields that reach the upstream when an OpenAI client sends this one. */
function sentFor(type: Sdk['type'], field: string): string[] {
  const target = testTarget({
    type,
    key: 'a|b|us-east-1',
    base_url: channelTypes[type].defaultBaseUrl || 'https://upstream.example',
    model: model[type] ?? 'm',
  })
  const provider = loadedProvider(type)
  const { chat } = provider.variant?.(target) ?? provider
  const messages = [{ role: 'user', content: 'q' }]
  const request: JsonObject = { model: target.model, messages, [field]: samples[field] ?? 'x' }
  try {
    return Object.keys(chat?.request(openaiDialect.request(request, target.model), target).body ?? {})
  } catch {
    return [] // refused: then the code names the field
  }
}

/** Whether a field that an OpenAI client sends arrives at the upstream under the same name. */
export const passes = (type: Sdk['type'], field: string): boolean => sentFor(type, field).includes(field)

/** Every field that an adapter makes of OpenAI's fields. */
export const sentBy = (type: Sdk['type']): Set<string> =>
  new Set(Object.keys(samples).flatMap((field) => sentFor(type, field)))

/** OpenAI's fields, with values that an adapter may look into. */
const samples: Readonly<Record<keyof ChatCompletionCreateParamsNonStreaming, unknown>> & JsonObject = {
  model: 'm',
  messages: [{ role: 'user', content: 'q' }],
  tools: [{ type: 'function', function: { name: 'f', parameters: { type: 'object', properties: {} } } }],
  functions: [{ name: 'f', parameters: { type: 'object', properties: {} } }],
  response_format: { type: 'json_object' },
  stream: true,
  stream_options: { include_usage: true },
  stop: ['x'],
  n: 1,
  seed: 1,
  temperature: 0.5,
  top_p: 0.5,
  max_tokens: 9,
  max_completion_tokens: 9,
  logprobs: true,
  top_logprobs: 1,
  frequency_penalty: 0.5,
  presence_penalty: 0.5,
  parallel_tool_calls: true,
  tool_choice: 'auto',
  metadata: {},
  modalities: ['text'],
  audio: { voice: 'alloy', format: 'wav' },
  function_call: 'auto',
  logit_bias: {},
  moderation: {},
  prediction: { type: 'content', content: 'x' },
  prompt_cache_key: 'x',
  prompt_cache_options: {},
  prompt_cache_retention: '24h',
  reasoning_effort: 'low',
  safety_identifier: 'x',
  service_tier: 'auto',
  store: true,
  user: 'x',
  verbosity: 'low',
  web_search_options: {},
}

const book = buildPriceBook(defaultOptions())
export const hasPrice = (name: string): boolean => priceOf(book, name) !== undefined
/** The chat models of a vendor that have a shipped price. */
export const pricedModels = (provider: string): string[] =>
  [...book].filter(([, price]) => price.provider === provider && price.mode === 'chat').map(([name]) => name)
