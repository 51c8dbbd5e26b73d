import { type Call, identifier } from '../exchange/call.ts'
import { given, isInteger, isObject, textOf } from '../exchange/json.ts'
import { json, type MockResponse } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { vectorOf } from '../model/vector.ts'
import { pixel } from '../openai/pixel.ts'
import { silence } from '../openai/sound.ts'
import { minimaxError, success } from './errors.ts'

const invalid = (field: string) => minimaxError(200, `invalid params, ${field}`, 2013)

export function embeddings(call: Call): MockResponse {
  const { body } = call
  if (body.input !== undefined) throw invalid('input')
  if (!Array.isArray(body.texts) || body.texts.some((text) => textOf(text) === '')) throw invalid('texts')
  if (!['db', 'query'].includes(textOf(body.type))) throw invalid('type')
  const texts = body.texts.map(textOf)
  const counted = call.usage({ total_tokens: texts.reduce((sum, text) => sum + tokensOf(text.length), 0) })
  return json({ vectors: texts.map((text) => vectorOf(text, 1536)), ...counted, ...success })
}

/** Audio as hexadecimal digits. */
export function speech(call: Call): MockResponse {
  const { body } = call
  const text = textOf(body.text)
  const voice = isObject(body.voice_setting) ? body.voice_setting : {}
  const audio = isObject(body.audio_setting) ? body.audio_setting : {}
  const format = textOf(audio.format)
  if (text === '') throw invalid('text')
  if (textOf(voice.voice_id) === '') throw invalid('voice_setting.voice_id')
  if (given(voice, 'speed') && !(Number(voice.speed) >= 0.5 && Number(voice.speed) <= 2)) throw invalid('speed')
  if (format !== 'mp3' && format !== 'wav' && format !== 'flac' && format !== 'pcm')
    throw invalid('audio_setting.format')
  if (body.output_format !== 'hex' || body.stream !== false) throw invalid('output_format')
  const usage_characters = [...text].length
  return json({
    data: { audio: silence(format, text).toString('hex'), status: 2 },
    extra_info: { audio_format: format, ...call.usage({ usage_characters }) },
    trace_id: identifier('', call),
    ...success,
  })
}

const ratios = ['1:1', '16:9', '4:3', '3:2', '2:3', '3:4', '9:16', '21:9']

export function images(call: Call): MockResponse {
  const { body, origin, serial } = call
  if (textOf(body.prompt) === '') throw invalid('prompt')
  if (body.size !== undefined) throw invalid('size')
  if (given(body, 'aspect_ratio') && !ratios.includes(textOf(body.aspect_ratio))) throw invalid('aspect_ratio')
  if (given(body, 'n') && !isInteger(body.n, 1, 9)) throw invalid('n')
  const count = Number(body.n ?? 1)
  const drawn = (index: number) =>
    body.response_format === 'base64' ? pixel.toString('base64') : `${origin}/mock-files/${serial}-${index}.png`
  const pictures = Array.from({ length: count }, (_, index) => drawn(index))
  return json({
    id: identifier('', call),
    data: body.response_format === 'base64' ? { image_base64: pictures } : { image_urls: pictures },
    metadata: { success_count: count, failed_count: 0 },
    ...success,
  })
}
