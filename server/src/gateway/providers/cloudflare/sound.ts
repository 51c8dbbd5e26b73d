import { BadRequest } from '../../forms/bad-request.ts'
import type { JsonObject } from '../../forms/chat.ts'
import { definedOf, textOf } from '../../translate/json/json-values.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import { unsupported } from '../../translate/response/unsupported.ts'
import { parseDataUrl } from '../../translate/text/data-url.ts'
import type { SingleOperation, Target } from '../provider.ts'
import { modelEndpoint } from './address.ts'
import { fieldsOf, resultIn, run } from './single.ts'

/** The first Whisper models accept the bytes of a recording and nothing else. */
const takesBytes = (model: string): boolean => /\/whisper(?:-tiny-en)?$/.test(model)

function recordingRequest(request: JsonObject | FormData, target: Target, task: 'transcribe' | 'translate') {
  const { file, language, prompt, response_format } = fieldsOf(request)
  if ((textOf(response_format) ?? 'json') !== 'json')
    throw unsupported('This model only responds with JSON', 'response_format')
  const audio = parseDataUrl(String(file))?.base64
  if (audio === undefined) throw new BadRequest('file is required', 'file')
  if (!takesBytes(target.model))
    return run(target, {
      audio,
      language: textOf(language),
      initial_prompt: textOf(prompt),
      task: task === 'translate' ? task : undefined,
    })
  if (task === 'translate') throw unsupported('This model does not translate', 'model')
  const { url, headers } = modelEndpoint(target)
  return {
    method: 'POST' as const,
    url,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
    body: Buffer.from(audio, 'base64'),
  }
}

function recordingText(body: unknown): JsonObject {
  const text = resultIn(body)?.text
  if (typeof text !== 'string') throw badResponse('the provider sent no transcript')
  return { text }
}

const recording = (task: 'transcribe' | 'translate'): SingleOperation => ({
  formAsJson: true,
  request: (request, target) => recordingRequest(request, target, task),
  response: recordingText,
})

export const transcriptions = recording('transcribe')
export const translations = recording('translate')

const isMelo = (model: string): boolean => model.includes('melotts')

/** Some models respond with the audio itself, which passes; others put it into JSON. */
export const speech: SingleOperation = {
  request(request, target) {
    const { input, voice, lang, language, response_format } = fieldsOf(request)
    if ((textOf(response_format) ?? 'mp3') !== 'mp3') throw unsupported('This model only speaks mp3', 'response_format')
    const fields = isMelo(target.model)
      ? { prompt: input, lang: textOf(lang) ?? textOf(language) }
      : { text: input, speaker: textOf(voice) }
    return run(target, definedOf(fields))
  },
  sound(body) {
    const audio = textOf(resultIn(body)?.audio)
    if (audio === undefined) throw badResponse('the provider sent no audio')
    return { mime: 'audio/mpeg', bytes: Buffer.from(audio, 'base64') }
  },
}
