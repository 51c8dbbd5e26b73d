import type { FastifyRequest } from 'fastify'
import { badRequest, Refusal } from '../errors/refusals.ts'

const uploadMax = 25 * 1024 * 1024
const partsMax = 20
const tooManyParts = `A form may have at most ${partsMax} parts`
const boundaryMax = 70

/** The form of a request; too many parts or bytes are refused before it is parsed. */
export async function readForm(request: FastifyRequest): Promise<FormData> {
  const type = request.headers['content-type'] ?? ''
  const body = request.body as Buffer // the relay's parser turns every body into a Buffer
  const boundary = /^multipart\/form-data\s*;.*\bboundary="?([^";]+)"?/i.exec(type)?.[1]
  if (!boundary || boundary.length > boundaryMax) throw new Refusal('unsupported_media_type')
  if (body.length > uploadMax) throw new Refusal('request_too_large')
  if (delimitersIn(body, `--${boundary}`) > partsMax + 1) throw badRequest(tooManyParts) // the last one ends the form
  request.body = undefined // the form has a copy of its own
  let form: FormData
  try {
    form = await new Response(body as Uint8Array<ArrayBuffer>, { headers: { 'content-type': type } }).formData()
  } catch {
    throw badRequest('The form cannot be read')
  }
  return form
}

/** Stops counting at the limit: parsing a form of 100,000 parts takes a second. */
function delimitersIn(body: Buffer, delimiter: string): number {
  let count = 0
  for (let at = body.indexOf(delimiter); at !== -1 && count <= partsMax + 1; at = body.indexOf(delimiter, at + 1))
    count++
  return count
}
