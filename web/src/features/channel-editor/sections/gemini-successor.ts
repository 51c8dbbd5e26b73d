import type { ChannelInput } from '@turnpike/contract/routing/channel'
import { isObject, parseJson } from '../../../components/fields/json-problem.ts'
import { splitNames } from '../models/split-names.ts'

const gemini = 24
const chatSuccessor = 'gemini-flash-latest'
const embeddingSuccessor = 'gemini-embedding-001'

type Before = { models: string; model_mapping: string }

/**
 * The fields that turn a channel of PaLM 2 into one of Gemini. Its key and the names of its models stay; the names are
 * mapped to models that Google still serves.
 */
export function asGemini({ models, model_mapping }: Before) {
  const parsed = parseJson(model_mapping)
  const mapping: Record<string, unknown> = 'value' in parsed && isObject(parsed.value) ? parsed.value : {}
  const targetOf = (name: string) => {
    const target = String(mapping[name] ?? name)
    if (target.startsWith('gemini')) return undefined
    return /embedding|gecko/.test(target) ? embeddingSuccessor : chatSuccessor
  }
  const added = splitNames(models).flatMap((name) => {
    const target = targetOf(name)
    return target === undefined ? [] : [[name, target]]
  })
  return {
    type: gemini,
    base_url: '',
    other: '',
    model_mapping: JSON.stringify({ ...mapping, ...Object.fromEntries(added) }, null, 2),
  } satisfies Partial<ChannelInput>
}
