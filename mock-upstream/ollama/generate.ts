import { type Call, createdText } from '../exchange/call.ts'
import { isObject, numberOf, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { completionFor } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { checkModel, checkThink } from './capabilities.ts'
import { checkImages, checkOptions, evaluation, formatOf, lines } from './chat.ts'

export function generate(call: Call): MockResponse {
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
