import type { Call } from '../exchange/call.ts'
import { isInteger, textOf } from '../exchange/json.ts'
import { json, type Reply } from '../exchange/reply.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'
import { checkModel } from './capabilities.ts'
import { ollamaError } from './errors.ts'

const usualDimensions = 768

export function embed(call: Call): Reply {
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
export function embedOne(call: Call): Reply {
  checkModel(call.model, 'embed')
  return json({ embedding: vectorOf(textOf(call.body.prompt), usualDimensions) })
}
