import type { JsonObject } from '../../forms/chat.ts'
import { countOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { SingleOperation } from '../provider.ts'
import { fieldsOf, resultIn, run } from './single.ts'

const passedFields = ['negative_prompt', 'num_steps', 'steps', 'guidance', 'seed'] as const

function sizeOf(size: unknown): JsonObject {
  const match = typeof size === 'string' ? /^(\d{1,4})x(\d{1,4})$/.exec(size) : null
  return match ? { width: Number(match[1]), height: Number(match[2]) } : {}
}

/**
 * One image per request; several images are requested one after the other. Some models respond with its bytes alone.
 */
export const images: SingleOperation = {
  request(request, target) {
    const fields = fieldsOf(request)
    const body: JsonObject = { prompt: fields.prompt, ...sizeOf(fields.size) }
    for (const name of passedFields) body[name] = fields[name] ?? undefined
    return run(target, body)
  },
  split: ({ n, ...request }) => Array.from({ length: countOf(n) }, () => request),
  fromBytes(bytes, type) {
    if (type.startsWith('image/')) return { result: { image: Buffer.from(bytes).toString('base64') } }
    try {
      return JSON.parse(Buffer.from(bytes).toString('utf8'))
    } catch {
      throw badResponse()
    }
  },
  response(body, _, facts) {
    const b64_json = textOf(resultIn(body)?.image)
    if (b64_json === undefined) throw badResponse('the provider sent no image')
    return { created: facts?.now ?? 0, data: [{ b64_json }] }
  },
}
