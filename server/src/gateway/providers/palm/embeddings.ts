import { isForm } from '../../../light/is-form.ts'
import { BadRequest } from '../../forms/bad-request.ts'
import { isObject, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { embeddingList } from '../../translate/response/embedding-list.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { textsToEmbed } from '../../translate/texts-to-embed.ts'
import { geminiFailure } from '../gemini/failure.ts'
import type { SingleOperation } from '../provider.ts'
import { actionRequest } from './address.ts'

/** The upstream embeds one text at a time, and reports no usage. */
export const embeddings: SingleOperation = {
  split: (request) => textsToEmbed(request).map((input) => ({ ...request, input })),
  request(request, target) {
    if (isForm(request)) throw new BadRequest('The request body must be a JSON object')
    const [text = '', ...more] = textsToEmbed(request)
    if (more.length > 0) throw unsupported('This model takes one text at a time', 'input')
    return actionRequest(target, 'embedText', { text })
  },
  response(body, request) {
    if (!isObject(body)) throw badResponse()
    if (isObject(body.error)) throw geminiFailure(200, body)
    const vector = objectOf(body.embedding)?.value
    if (vector === undefined) throw badResponse('the provider sent no embeddings')
    return embeddingList([vector], { model: textOf(request.model) ?? '', format: request.encoding_format })
  },
}
