import { type Call, identifier } from '../exchange/call.ts'
import { isObject, type JsonObject } from '../exchange/json.ts'
import type { Completion } from '../model/completion.ts'
import { splitText } from '../model/split-text.ts'
import { pixel } from '../openai/images.ts'
import { silence } from '../openai/sound.ts'
import { traitsOf } from './model-traits.ts'
import { signatureOf } from './signature.ts'

/** A response as the parts of one turn. */
export const contentParts = (call: Call, response: Completion, config: JsonObject): JsonObject[] => [
  ...(showsThoughts(config) && response.thinking !== '' ? [{ text: response.thinking, thought: true }] : []),
  ...spokenParts(call, response, config),
  ...callParts(call, response),
]

/** The same parts in a stream. Newer models end with a frame that holds only a signature. */
export function streamedParts(call: Call, response: Completion, config: JsonObject): JsonObject[][] {
  const media = spokenParts(call, response, config).filter((part) => part.text === undefined)
  const isSpoken = !modalitiesOf(call, config).includes('AUDIO')
  const pieces: JsonObject[][] = [
    ...(showsThoughts(config) ? splitText(response.thinking).map((text) => [{ text, thought: true }]) : []),
    ...(isSpoken ? splitText(response.text).map((text) => [{ text }]) : []),
    ...media.map((part) => [part]),
    ...callParts(call, response).map((part) => [part]),
  ]
  if (traitsOf(call.model).needsSignatures || pieces.length === 0) {
    pieces.push([
      {
        text: '',
        ...(traitsOf(call.model).needsSignatures && { thoughtSignature: signatureOf(call.key, 'text', {}) }),
      },
    ])
  }
  return pieces
}

const showsThoughts = (config: JsonObject): boolean =>
  isObject(config.thinkingConfig) && config.thinkingConfig.includeThoughts === true

function modalitiesOf(call: Call, config: JsonObject): string[] {
  if (Array.isArray(config.responseModalities))
    return config.responseModalities.map((each) => String(each).toUpperCase())
  return traitsOf(call.model).isImageModel ? ['TEXT', 'IMAGE'] : ['TEXT']
}

function spokenParts(call: Call, response: Completion, config: JsonObject): JsonObject[] {
  const modalities = modalitiesOf(call, config)
  if (modalities.includes('AUDIO')) {
    return [
      {
        inlineData: {
          mimeType: 'audio/L16;codec=pcm;rate=24000',
          data: silence('pcm', response.text).toString('base64'),
        },
      },
    ]
  }
  const text = response.text === '' ? [] : [{ text: response.text }]
  return modalities.includes('IMAGE')
    ? [...text, { inlineData: { mimeType: 'image/png', data: pixel.toString('base64') } }]
    : text
}

/** Whole calls. If the generation signs calls, the first of a group has a signature. */
const callParts = (call: Call, response: Completion): JsonObject[] =>
  response.calls.map(({ name, arguments: args }, index) => ({
    functionCall: { id: identifier('fc_', call, index), name, args },
    ...(index === 0 && traitsOf(call.model).needsSignatures && { thoughtSignature: signatureOf(call.key, name, args) }),
  }))
