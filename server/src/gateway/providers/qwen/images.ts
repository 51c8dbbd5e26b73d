import { isForm } from '../../../light/is-form.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, isObject, textOf } from '../../translate/json/json-values.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import type { SingleOperation, Target, UpstreamRequest } from '../provider.ts'
import { endpointAt, service } from './address.ts'
import { nextRequest, readPictures } from './picture-task.ts'

/** The endpoint of an image model, the format of its requests, and whether it responds with a task. */
type Endpoint = { path: string; form: 'messages' | 'prompt'; isTask: boolean }

const drawsAtOnce = /^(?:qwen-image|z-image|wan(?:2\.(?:[6-9]|\d\d)|[3-9]))/
const editsByMessages = /^wan(?:2\.(?:[6-9]|\d\d)|[3-9])/
const editsByPrompt = /^wanx?/

const atOnce: Endpoint = { path: 'aigc/multimodal-generation/generation', form: 'messages', isTask: false }
const drawingTask: Endpoint = { path: 'aigc/text2image/image-synthesis', form: 'prompt', isTask: true }
const editingTask: Endpoint = { path: 'aigc/image-generation/generation', form: 'messages', isTask: true }
const olderEditingTask: Endpoint = { path: 'aigc/image2image/image-synthesis', form: 'prompt', isTask: true }

const endpointOf = (model: string): Endpoint => (drawsAtOnce.test(model) ? atOnce : drawingTask)

function editingEndpointOf(model: string): Endpoint {
  if (editsByMessages.test(model)) return editingTask
  return editsByPrompt.test(model) ? olderEditingTask : atOnce
}

/** Fields of a form are texts. */
const numeric = (value: unknown): unknown =>
  typeof value === 'string' && /^\d{1,10}$/.test(value) ? Number(value) : value
const logical = (value: unknown): unknown => (value === 'true' || value === 'false' ? value === 'true' : value)

const sizeOf = (size: unknown): string | undefined =>
  textOf(size) === 'auto' ? undefined : textOf(size)?.replace(/x/i, '*')

function drawing(request: JsonObject, pictures: string[], target: Target, endpoint: Endpoint): UpstreamRequest {
  const { prompt, negative_prompt } = request
  const parameters = {
    size: sizeOf(request.size),
    n: numeric(request.n ?? undefined),
    seed: numeric(request.seed),
    prompt_extend: logical(request.prompt_extend),
    watermark: logical(request.watermark),
  }
  const content = [...pictures.map((image) => ({ image })), { text: prompt }]
  const body =
    endpoint.form === 'messages'
      ? {
          input: { messages: [{ role: 'user', content }] },
          parameters: definedOf({ negative_prompt, ...parameters }),
        }
      : {
          input: definedOf({ prompt, negative_prompt, images: pictures.length > 0 ? pictures : undefined }),
          parameters: definedOf(parameters),
        }
  const { url, headers } = endpointAt(target, service(endpoint.path))
  return {
    method: 'POST',
    url,
    headers: { ...headers, ...(endpoint.isTask && { 'x-dashscope-async': 'enable' }) },
    body: { model: target.model, ...body },
  }
}

const fieldsOf = (request: JsonObject | FormData): JsonObject => (isForm(request) ? {} : request)

/** Pictures of an edit, as data URLs or addresses. */
function picturesIn(request: JsonObject): string[] {
  if (request.mask !== undefined) throw unsupported('This model edits without a mask', 'mask')
  const given = [request.image, request['image[]'], request.images].flat()
  return given
    .map((picture) => (isObject(picture) ? picture.image_url : picture))
    .filter((each) => textOf(each)) as string[] // filtered
}

const pictureResponse = { next: nextRequest, response: readPictures, linksPictures: true } as const

export const images: SingleOperation = {
  request: (request, target) => drawing(fieldsOf(request), [], target, endpointOf(target.model)),
  ...pictureResponse,
}

export const imageEdits: SingleOperation = {
  formAsJson: true,
  request(request, target) {
    const fields = fieldsOf(request)
    return drawing(fields, picturesIn(fields), target, editingEndpointOf(target.model))
  },
  ...pictureResponse,
}
