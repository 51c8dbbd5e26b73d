import type { JsonObject } from '../../forms/chat.ts'
import { badResponse } from '../../translate/answer/bad-response.ts'
import { embeddingList } from '../../translate/answer/embedding-list.ts'
import { usageOfOpenAi } from '../../translate/answer/openai-usage.ts'
import { unsupported } from '../../translate/answer/unsupported.ts'
import { definedOf, isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import type { SingleOperation } from '../provider.ts'
import { compatible, reach } from './address.ts'

/** The first two versions take more texts at once than those after them. */
const textsMax = (model: string): number => (/^text-embedding-v[12]$/.test(model) ? 25 : 10)

const textsIn = ({ input }: JsonObject): unknown[] => (Array.isArray(input) ? input : [input])

const usage = (body: unknown) => usageOfOpenAi(objectOf(body)?.usage)

/** Vectors only come as numbers: a client that wants them in base64 gets them encoded here. */
export const embeddings: SingleOperation = {
  request(ask, target) {
    const fields = ask instanceof FormData ? {} : ask
    const texts = textsIn(fields)
    if (!texts.every((text) => typeof text === 'string')) throw unsupported('This model takes texts only', 'input')
    const { dimensions, text_type } = fields
    return {
      method: 'POST',
      ...reach(target, compatible('embeddings')),
      body: definedOf({
        model: target.model,
        input: texts,
        dimensions: dimensions ?? undefined,
        text_type,
        encoding_format: 'float',
      }),
    }
  },
  split(ask, { model }) {
    const texts = textsIn(ask)
    const size = textsMax(model)
    const parts: JsonObject[] = []
    for (let start = 0; start < texts.length; start += size)
      parts.push({ ...ask, input: texts.slice(start, start + size) })
    return parts
  },
  response(body, ask) {
    const entries = listOf(objectOf(body)?.data)
    if (entries.length === 0) throw badResponse('the upstream sent no embeddings')
    const counted = usage(body)
    return embeddingList(
      entries.map((entry) => (isObject(entry) ? entry.embedding : undefined)),
      { model: textOf(ask.model) ?? '', format: ask.encoding_format, ...(counted && { usage: counted }) },
    )
  },
  usage,
}
