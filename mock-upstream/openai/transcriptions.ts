import type { Handler } from '../exchange/call.ts'
import { absentModel, type Call } from '../exchange/call.ts'
import { eventStream, json, type MockResponse, namedFrame, plain } from '../exchange/response.ts'
import { tokensOf } from '../model/count-tokens.ts'
import { splitText } from '../model/split-text.ts'
import { modelNotFound } from './chat.ts'
import { invalidValue, missingParameter, openaiError } from './errors.ts'

export const transcriptions = (call: Call): MockResponse => transcribe(call, 'transcribe')
export const translations = (call: Call): MockResponse => transcribe(call, 'translate')

const formats = {
  'whisper-1': ['json', 'text', 'srt', 'verbose_json', 'vtt'],
  diarize: ['json', 'text', 'diarized_json'],
  transcribe: ['json', 'text'],
}

/** The transcript only has the size of the file. */
function transcribe(call: Call, task: 'transcribe' | 'translate'): MockResponse {
  const { form, model } = call
  if (!form)
    throw openaiError(400, 'Invalid Content-Type header: expected multipart/form-data.', {
      code: 'unsupported_content_type',
    })
  const file = form.get('file')
  if (model === '') throw openaiError(400, 'you must provide a model parameter')
  if (model === absentModel) throw modelNotFound(model)
  if (!(file instanceof File)) throw missingParameter('file')
  if (file.size === 0)
    throw invalidValue('file', 'Audio file is too short. Minimum audio length is 0.1 seconds.', 'audio_too_short')
  if (task === 'translate' && model !== 'whisper-1') throw invalidValue('model', 'only whisper-1 translates.')
  const format = String(form.get('response_format') ?? 'json')
  const allowed = model.includes('diarize')
    ? formats.diarize
    : model.startsWith('gpt-')
      ? formats.transcribe
      : formats['whisper-1']
  if (!allowed.includes(format))
    throw invalidValue('response_format', `'${format}' is not compatible with model '${model}'.`)

  const verb = task === 'translate' ? 'Translated' : 'Heard'
  const text = `${verb} ${file.size} bytes of ${file.type || 'unknown type'} from ${file.name}.`
  // 16 kB are one second, rounded up, so that billing by duration depends on the file alone.
  const seconds = Math.max(1, Math.ceil(file.size / 16_000))
  const usage = call.usage(usageOf(model, seconds, text, String(form.get('prompt') ?? '')))
  if (form.get('stream') === 'true' && model !== 'whisper-1') return streamed(text, usage)
  switch (format) {
    case 'text':
      return plain(`${text}\n`, 'text/plain; charset=utf-8')
    case 'srt':
      return plain(`1\n00:00:00,000 --> ${clock(seconds)},000\n${text}\n\n`, 'text/plain; charset=utf-8')
    case 'vtt':
      return plain(`WEBVTT\n\n00:00:00.000 --> ${clock(seconds)}.000\n${text}\n\n`, 'text/plain; charset=utf-8')
    case 'verbose_json':
      return json({
        task,
        language: 'english',
        duration: seconds,
        text,
        segments: [{ id: 0, start: 0, end: seconds, text }],
        usage,
      })
    case 'diarized_json':
      return json({
        task,
        duration: seconds,
        text,
        segments: [{ type: 'transcript.text.segment', id: 'seg_0', start: 0, end: seconds, speaker: 'A', text }],
        usage,
      })
    default:
      return json({ text, usage })
  }
}

function usageOf(model: string, seconds: number, text: string, prompt: string) {
  if (model === 'whisper-1') return { type: 'duration', seconds }
  const audio_tokens = seconds * 10
  const text_tokens = tokensOf(prompt.length)
  const output_tokens = tokensOf(text.length)
  return {
    type: 'tokens',
    input_tokens: audio_tokens + text_tokens,
    input_token_details: { text_tokens, audio_tokens },
    output_tokens,
    total_tokens: audio_tokens + text_tokens + output_tokens,
  }
}

const clock = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 19)

function streamed(text: string, usage: object | undefined): MockResponse {
  const deltas = splitText(text).map((delta) => namedFrame({ type: 'transcript.text.delta', delta }))
  return eventStream([...deltas, namedFrame({ type: 'transcript.text.done', text, usage })], openaiError)
}

/** Transcripts as most hosts return them: for every model in the format of OpenAI's oldest one. */
export const whisperTranscriptions: Handler = (call) => transcriptions({ ...call, model: 'whisper-1' })
export const whisperTranslations: Handler = (call) => translations({ ...call, model: 'whisper-1' })
