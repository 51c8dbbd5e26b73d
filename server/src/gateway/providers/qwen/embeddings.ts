import { definedOf } from '../../translate/json/json-values.ts'
import { textEmbeddings } from '../openai-shaped/text-embeddings.ts'
import { compatible, reach } from './address.ts'

export const embeddings = textEmbeddings({
  request: (input, { dimensions, text_type }, target) => ({
    method: 'POST',
    ...reach(target, compatible('embeddings')),
    body: definedOf({
      model: target.model,
      input,
      dimensions: dimensions ?? undefined,
      text_type,
      encoding_format: 'float',
    }),
  }),
  // The first two versions take more texts at once than those after them.
  textsMax: (model) => (/^text-embedding-v[12]$/.test(model) ? 25 : 10),
})
