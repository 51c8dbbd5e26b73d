import { isForm } from '../../../light/is-form.ts'
import { objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { reachByBearer } from '../openai-shaped/openai-shaped.ts'
import type { SingleOperation } from '../provider.ts'

/** The text of a recording, without times. Cohere must be told the language, and reads the file last. */
export const transcriptions: SingleOperation = {
  request(request, target) {
    const form = isForm(request) ? request : new FormData()
    const field = (name: string) => textOf(form.get(name))
    if ((field('response_format') ?? 'json') !== 'json')
      throw unsupported('This model only answers with JSON', 'response_format')
    const body = new FormData()
    body.append('model', target.model)
    body.append('language', field('language') ?? 'en')
    const temperature = field('temperature')
    if (temperature !== undefined) body.append('temperature', temperature)
    for (const file of form.getAll('file')) if (typeof file !== 'string') body.append('file', file, file.name)
    return { method: 'POST', ...reachByBearer(target, '/v2/audio/transcriptions'), body }
  },
  response(body) {
    const text = objectOf(body)?.text
    if (typeof text !== 'string') throw badResponse('the upstream sent no transcript')
    return { text }
  },
}
