import { noUsage, type Usage } from '../../../domain/money/pricing/usage.ts'
import { isForm } from '../../../light/is-form.ts'
import { countOf, definedOf, isObject, textOf } from '../../translate/json/json-values.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { bearerEndpoint } from '../openai-shaped/openai-shaped.ts'
import type { SingleOperation } from '../provider.ts'

const isText = (value: unknown): boolean => typeof value === 'string'

function usageIn(body: unknown): Usage | undefined {
  const input = isObject(body) ? countOf(body.prompt_eval_count) : 0
  return input > 0 ? { ...noUsage, input } : undefined
}

export const embeddings: SingleOperation = {
  request(request, target) {
    const { input, dimensions, truncate } = isForm(request) ? {} : request
    if (!isText(input) && !(Array.isArray(input) && input.every(isText)))
      throw unsupported('This model embeds texts, not tokens', 'input')
    const body = definedOf({
      model: target.model,
      input,
      dimensions: dimensions ?? undefined,
      truncate: truncate ?? undefined,
    })
    return { method: 'POST', ...bearerEndpoint(target, '/api/embed'), body }
  },
  response: (body, request) =>
    embeddingList(isObject(body) ? body.embeddings : undefined, {
      model: textOf(isObject(body) ? body.model : undefined) ?? textOf(request.model) ?? '',
      format: request.encoding_format,
      usage: usageIn(body),
    }),
  usage: usageIn,
}
