import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import shippedTable from '../../server/src/domain/money/pricing/default-prices.json' with { type: 'json' }
import { type ListedLines, linesOf, type OffPeak, offPeakOf } from './listed-lines.ts'

/** The prices of the shipped table's models in a list, on the day on which the list was read. */
export type Extract = {
  name: string
  day: string
  models: Record<string, { from: string; lines: ListedLines; off_peak?: OffPeak }>
}
export type PriceFile = Record<string, Record<string, unknown>>

export const extractPath = join(
  import.meta.dirname,
  '../../server/src/domain/money/pricing/shipped/litellm-extract.json',
)
export const storedExtract = (): Extract => JSON.parse(readFileSync(extractPath, 'utf8'))

/** How LiteLLM's file names the models of each vendor: by prefix, and where that is empty by its own name of the vendor. */
const namesByVendor: Record<string, readonly (readonly [prefix: string, owners?: string])[]> = {
  openai: [['', 'openai text-completion-openai']],
  anthropic: [['', 'anthropic']],
  google: [['gemini/'], ['', 'gemini vertex_ai-language-models vertex_ai-embedding-models vertex_ai-image-models']],
  deepseek: [['deepseek/'], ['', 'deepseek']],
  cohere: [['cohere/'], ['', 'cohere cohere_chat']],
  alibaba: [['dashscope/'], ['qwen_ai_platform/'], ['qwencloud/']],
  zhipu: [['zai/'], ['bigmodel/']],
  mistral: [['mistral/']],
  moonshot: [['moonshot/']],
  minimax: [['minimax/']],
  tencent: [['tencent/']],
  volcengine: [['volcengine/']],
  xai: [['xai/']],
  groq: [['groq/']],
  cerebras: [['cerebras/']],
  perplexity: [['perplexity/']],
  cloudflare: [['cloudflare/']],
}

function nameIn(file: PriceFile, model: string, vendor: string): string | undefined {
  for (const [prefix, owners] of namesByVendor[vendor] ?? []) {
    const entry = file[prefix + model]
    if (entry && (!owners || owners.split(' ').includes(String(entry.litellm_provider)))) return prefix + model
  }
  return undefined
}

export function extractOf(file: PriceFile, name: string, day: string): Extract {
  const models: Extract['models'] = {}
  for (const [model, { provider }] of Object.entries(shippedTable)) {
    const from = nameIn(file, model, provider)
    const entry = from === undefined ? undefined : file[from]
    if (from === undefined || !entry) continue
    const lines = linesOf(entry)
    const off_peak = offPeakOf(entry)
    if (Object.keys(lines).length > 0) models[model] = { from, lines, ...(off_peak && { off_peak }) }
  }
  return { name, day, models }
}

/** A line for each model, so that a newer extract shows what changed. */
export function textOf({ models, ...head }: Extract): string {
  const rows = Object.entries(models).map(([model, row]) => `    ${JSON.stringify(model)}: ${JSON.stringify(row)}`)
  return `{\n  "name": ${JSON.stringify(head.name)},\n  "day": ${JSON.stringify(head.day)},\n  "models": {\n${rows.join(',\n')}\n  }\n}\n`
}
