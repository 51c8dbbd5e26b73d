import type { Call } from '../exchange/call.ts'
import { given, isInteger, textOf } from '../exchange/json.ts'
import { eventStream, type MockResponse, namedFrame, plain } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { invalidValue, missingParameter, openaiError, unsupportedParameter } from './errors.ts'
import { type SoundFormat, silence, soundTypes } from './sound.ts'

const inputMax = 4096
const pieceBytes = 4096

export function speech(call: Call): MockResponse {
  const { body, model } = call
  if (model === '') throw openaiError(400, 'you must provide a model parameter')
  const input = textOf(body.input)
  if (input === '') throw missingParameter('input')
  if (input.length > inputMax) throw invalidValue('input', `at most ${inputMax} characters.`, 'string_above_max_length')
  if (!given(body, 'voice')) throw missingParameter('voice')
  if (given(body, 'speed') && !(Number(body.speed) >= 0.25 && Number(body.speed) <= 4))
    throw invalidValue('speed', 'expected 0.25 to 4.')
  const format = textOf(body.response_format) || 'mp3'
  if (!isSoundFormat(format))
    throw invalidValue('response_format', `supported values are ${Object.keys(soundTypes).join(', ')}.`)
  const sound = silence(format, input)
  if (body.stream_format !== 'sse') return plain(sound, soundTypes[format])
  if (model.startsWith('tts-1')) throw unsupportedParameter('stream_format')
  return spoken(call, sound, input)
}

const isSoundFormat = (format: string): format is SoundFormat => Object.hasOwn(soundTypes, format)

function spoken(call: Call, sound: Buffer, input: string): MockResponse {
  const pieces = Math.ceil(sound.length / pieceBytes)
  const deltas = Array.from({ length: pieces }, (_, index) => {
    const audio = sound.subarray(index * pieceBytes, (index + 1) * pieceBytes).toString('base64')
    return namedFrame({ type: 'speech.audio.delta', audio })
  })
  const input_tokens = tokensOf(input.length)
  const output_tokens = isInteger(pieces, 1) ? pieces * 2 : 0
  const usage = call.usage({ input_tokens, output_tokens, total_tokens: input_tokens + output_tokens })
  return eventStream([...deltas, namedFrame({ type: 'speech.audio.done', usage })], openaiError)
}
