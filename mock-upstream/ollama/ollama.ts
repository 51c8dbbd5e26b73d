import { type Call, createdText, type Handler, isWrongKey, type Vendor } from '../exchange/call.ts'
import { isInteger, isObject, numberOf, textOf } from '../exchange/json.ts'
import { json, type MockResponse, Refusal } from '../exchange/response.ts'
import { completionFor } from '../model/completion.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { splitText } from '../model/split-text.ts'
import { vectorOf } from '../model/vector.ts'
import { checkModel, checkThink } from './capabilities.ts'
import { chat, checkImages, checkOptions, evaluation, formatOf, lines } from './chat.ts'
import { compatRoutes } from './compat.ts'
import { ollamaError } from './errors.ts'
import { show, tags, version } from './models.ts'

function generate(call: Call): MockResponse {
  const { body, model } = call
  checkModel(model, 'generate')
  checkThink(model, body.think)
  checkOptions(body)
  checkImages(body.images)
  const options = isObject(body.options) ? body.options : {}
  const prompt = textOf(body.prompt)
  const head = { model, created_at: createdText }
  // An empty prompt only loads the model.
  if (prompt === '') return json({ ...head, response: '', done: true, done_reason: 'load' })
  const completion = completionFor(
    {
      prompt,
      characters: prompt.length + textOf(body.system).length + textOf(body.suffix).length,
      media: Array.isArray(body.images) ? body.images.map(() => 'image') : [],
      tools: [],
      results: [],
      format: formatOf(body.format),
      thinks: body.think !== undefined && body.think !== false,
      stop: Array.isArray(options.stop) ? options.stop.map(String) : undefined,
      outputMax: numberOf(options.num_predict),
    },
    call.counts,
  )
  const end = {
    done: true,
    done_reason: completion.finish === 'length' ? 'length' : 'stop',
    context: [1, 2, 3],
    ...evaluation(call, completion),
  }
  const { thinking, text } = completion
  if (body.stream === false) return json({ ...head, response: text, ...(thinking !== '' && { thinking }), ...end })
  return lines([
    ...splitText(thinking).map((piece) => ({ ...head, response: '', thinking: piece, done: false })),
    ...splitText(text).map((response) => ({ ...head, response, done: false })),
    { ...head, response: '', ...end },
  ])
}

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
