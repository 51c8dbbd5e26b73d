import type { JsonObject } from '../../forms/chat.ts'
import { isObject, listOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { SingleQuirks } from '../openai-shaped/single.ts'

/** Size and count have other names. The count is always the one that the charge is computed from. */
function adjust(body: JsonObject): void {
  const { size, n } = body
  if (size !== undefined) body.image_size = size
  delete body.batch_size
  if (n !== undefined) body.batch_size = n
}

/** Images are listed twice; their URLs are valid for an hour. */
function response(body: unknown, _: JsonObject, about?: { now: number }): JsonObject {
  const fields = isObject(body) ? body : {}
  const pictures = listOf(fields.images ?? fields.data).map((picture) => objectOf(picture)?.url)
  const urls = pictures.filter((url) => textOf(url) !== undefined)
  if (urls.length === 0) throw badResponse('the provider sent no images')
  return { created: about?.now, data: urls.map((url) => ({ url })) }
}

export const imageQuirks: SingleQuirks = {
  adjust,
  droppedFields: ['size', 'n', 'quality', 'style', 'response_format', 'user'],
  response,
  usage: () => undefined,
  linksPictures: true,
}
