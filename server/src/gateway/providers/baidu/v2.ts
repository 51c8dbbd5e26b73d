import { isForm } from '../../../light/is-form.ts'
import type { ChatRequest, JsonObject } from '../../forms/chat.ts'
import { definedOf } from '../../translate/json/json-values.ts'
import { withoutReserved } from '../../translate/json/reserved-fields.ts'
import { readErrorBody } from '../../translate/response/error-body.ts'
import { type FailureTable, failureOf } from '../../translate/response/failure-of.ts'
import { addressOf } from '../openai-shaped/address.ts'
import { modelList } from '../openai-shaped/models.ts'
import { shapedChat } from '../openai-shaped/openai-shaped.ts'
import { type EndpointOf, singleOperation } from '../openai-shaped/single.ts'
import { textEmbeddings } from '../openai-shaped/text-embeddings.ts'
import type { Provider, SingleOperation, Target } from '../provider.ts'
import { readBearerKey } from './key.ts'

const endpointOf: EndpointOf = (target, path) => {
  const { bearer, appId } = readBearerKey(target.key)
  return {
    url: addressOf(target, path),
    headers: { authorization: `Bearer ${bearer}`, ...(appId && { appid: appId }) },
  }
}

const searchSuffix = '-search'
const search = { enable: true, enable_citation: true, enable_trace: true, enable_status: false }

/** Baidu's own service only knows names in lower case. A private installation may have others. */
const modelName = ({ model, base_url }: Target): string =>
  /\.baidubce\.com(?:[:/]|$)/.test(base_url) ? model.toLowerCase() : model

function adjust(body: JsonObject, _: ChatRequest, target: Target): void {
  const model = modelName(target)
  body.model = model
  if (!model.endsWith(searchSuffix)) return
  body.model = model.slice(0, -searchSuffix.length)
  body.web_search = search
}

const chat = shapedChat({
  endpointOf,
  chatPath: '/v2/chat/completions',
  request: {
    developerToSystem: true,
    limitField: 'max_tokens',
    stop: { countMax: 4, fits: (sequence) => sequence.length <= 20 },
    flattensText: true,
    dropsExtensions: true,
    streamOptions: 'include_usage',
    reasoning: 'keep',
    droppedFields: ['reasoning_effort'],
  },
  adjust,
  response: { failureOf: (body) => failureOfV2(200, body) },
})

const embeddings = textEmbeddings({
  request: (input, { user }, target) => ({
    method: 'POST',
    ...endpointOf(target, '/v2/embeddings'),
    body: definedOf({ model: modelName(target), input, user }),
  }),
})

/** Requests in OpenAI's format, but for the spelling of the model. */
function passed(kind: 'completions' | 'rerank' | 'images', path: string): SingleOperation {
  const operation = singleOperation(kind, (target) => endpointOf(target, path))
  return {
    ...operation,
    request: (request, target) => operation.request(request, { ...target, model: modelName(target) }),
  }
}

/** Images always come as URLs. */
const drawn = passed('images', '/v2/images/generations')
const images: SingleOperation = {
  ...drawn,
  request: (request, target) =>
    drawn.request(isForm(request) ? request : definedOf({ ...request, response_format: undefined }), target),
  linksPictures: true,
}

/** Baidu's JSON holds the image itself in place of a form file. Without a mask the whole image is redrawn. */
const imageEdits: SingleOperation = {
  formAsJson: true,
  request(request, target) {
    const { response_format: _, 'image[]': listed, image = listed, n, ...fields } = isForm(request) ? {} : request
    const body = withoutReserved(fields, target.setting)
    return {
      method: 'POST',
      ...endpointOf(target, '/v2/images/edits'),
      body: definedOf({
        feature: body.mask === undefined ? 'variation' : 'repaint',
        ...body,
        model: modelName(target),
        image: Array.isArray(image) ? image[0] : image,
        n: n === undefined ? undefined : Number(n),
      }),
    }
  },
  usage: drawn.usage,
  linksPictures: true,
}

const failures: FailureTable = {
  malformed_json: 'bad_request',
  invalid_argument: 'bad_request',
  invalid_messages: 'bad_request',
  invalid_image_url: 'bad_request',
  characters_too_long: 'too_long',
  tokens_too_long: 'too_long',
  invalid_iam_token: 'bad_key',
  access_denied: 'bad_key',
  invalid_appid: 'bad_key',
  coding_plan_model_not_supported: 'no_permission', // its type is that of a refused key
  rpm_rate_limit_exceeded: 'rate_limited',
  tpm_rate_limit_exceeded: 'rate_limited',
  internal_error: 'overloaded',
}

/**
 * One code stands both for models that do not exist and for models that this account may not use. The status decides.
 */
const modelFailure = (status: number): FailureTable => ({
  invalid_model: status === 401 ? 'no_permission' : 'no_model',
})

export function failureOfV2(status: number, body: unknown, headers: Record<string, string> = {}) {
  const { code } = readErrorBody(body)
  const refused: FailureTable = code?.startsWith('unsafe') ? { [code]: 'content_refused' } : {}
  return failureOf(status, body, headers, { ...failures, ...modelFailure(status), ...refused })
}

/** Baidu's current service, in the OpenAI format. */
export const baiduV2: Provider = {
  chat,
  single: {
    completions: passed('completions', '/v2/completions'),
    embeddings,
    rerank: passed('rerank', '/v2/rerank'),
    images,
    image_edits: imageEdits,
  },
  models: modelList(endpointOf, '/v2/models'),
  failure: failureOfV2,
}
