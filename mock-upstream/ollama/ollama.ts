import { type Call, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { isInteger, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'
import { checkModel } from './capabilities.ts'
import { chat } from './chat.ts'
import { compatRoutes } from './compat.ts'
import { ollamaError } from './errors.ts'
import { generate } from './generate.ts'
import { show, tags, version } from './models.ts'

const usualDimensions = 768

function embed(call: Call): MockResponse {
  const { body, model } = call
  checkModel(model, 'embed')
  const inputs = typeof body.input === 'string' ? [body.input] : body.input
  if (!Array.isArray(inputs) || inputs.some((each) => typeof each !== 'string'))
    throw ollamaError(400, 'invalid input type')
  const dimensions = isInteger(body.dimensions, 1) ? body.dimensions : usualDimensions
  const prompt_eval_count = inputs.reduce<number>((sum, each) => sum + tokensOf(textOf(each).length), 0)
  return json({
    model,
    embeddings: inputs.map((each) => vectorOf(textOf(each), dimensions)),
    total_duration: 2_000_000,
    load_duration: 1_000_000,
    ...call.usage({ prompt_eval_count }),
  })
}

/** The older endpoint: one prompt, one vector, no counts. */
function embedOne(call: Call): MockResponse {
  checkModel(call.model, 'embed')
  return json({ embedding: vectorOf(textOf(call.body.prompt), usualDimensions) })
}

const routes: Record<string, Handler> = {
  'POST /api/chat': chat,
  'POST /api/generate': generate,
  'POST /api/embed': embed,
  'POST /api/embeddings': embedOne,
  'POST /api/show': show,
  'GET /api/tags': tags,
  'GET /api/version': version,
  ...compatRoutes,
}

export const ollama: Vendor = {
  name: 'ollama',
  // A self-hosted server needs no key. The hosted service refuses a wrong key.
  authenticate({ key }) {
    if (isWrongKey(key)) throw new Refusal(401, { error: 'unauthorized', signin_url: 'https://ollama.com/connect' })
  },
  refuse: ollamaError,
  find: (method, path) => routes[`${method} ${path}`],
  ignoresContentType: true,
}
