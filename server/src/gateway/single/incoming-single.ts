import { audioSeconds } from '../counting/audio-duration.ts'
import { readCount, readModel } from '../entry/body/read-fields.ts'
import { badRequest } from '../entry/errors/refusals.ts'
import type { JsonObject } from '../forms/chat.ts'
import type { Provider, SingleKind, SingleOperation } from '../providers/provider.ts'
import { checkFieldSpelling, withoutZeroes } from '../translate/json/field-spelling.ts'
import { isObject } from '../translate/json/json-values.ts'

/** A single request: JSON, or a form with a file. */
export type IncomingSingle = {
  kind: SingleKind
  model: string
  body: JsonObject | FormData
  path: string
  query?: Record<string, string>
  count: number
  size?: string
  quality?: string
  /** The length of the recording of a transcription; absent when it cannot be read. */
  recordingSeconds?: number
  /** For clients of another dialect: the provider's operation, with its response in that dialect. */
  operation?(provider: Provider): SingleOperation | undefined
}

const defaultModels: Partial<Record<SingleKind, string>> = {
  moderations: 'omni-moderation-latest',
  images: 'dall-e-3',
  image_edits: 'dall-e-2',
  speech: 'tts-1',
  transcriptions: 'whisper-1',
  translations: 'whisper-1',
}

/** Required fields, with the reason given when one is missing. */
const required: Partial<Record<SingleKind, [field: string, reason: string][]>> = {
  embeddings: [['input', 'input is required']],
  moderations: [['input', 'input is required']],
  images: [['prompt', 'prompt is required']],
  image_edits: [['prompt', 'prompt is required']],
  speech: [['input', 'input is required']],
  rerank: [
    ['query', 'query is required'],
    ['documents', 'documents is required'],
  ],
}

const isBlank = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

export function readIncomingSingle(kind: SingleKind, given: unknown, path: string, pathModel?: string): IncomingSingle {
  if (!isObject(given)) throw badRequest('The request body must be a JSON object')
  checkFieldSpelling(given)
  const body = withoutZeroes(given)
  for (const [field, reason] of required[kind] ?? []) if (isBlank(body[field])) throw badRequest(reason, field)
  const model = readModel(body.model ?? pathModel ?? defaultModels[kind])
  if (kind === 'speech' && typeof body.input !== 'string') throw badRequest('input must be a text', 'input')
  const size = readSize(body.size)
  return {
    kind,
    model,
    body: { ...body, model },
    path,
    count: readCount(body.n),
    ...(size && { size }),
    ...(typeof body.quality === 'string' && { quality: body.quality }),
  }
}

export async function readIncomingForm(kind: SingleKind, form: FormData, path: string): Promise<IncomingSingle> {
  checkFieldSpelling(Object.fromEntries(form.keys().map((name) => [name, true])))
  const text = (name: string) => {
    const [value, ...more] = form.getAll(name)
    // The upstream might read the other value.
    if (more.length > 0) throw badRequest(`${name} is given more than once`, name)
    return typeof value === 'string' ? value : undefined
  }
  for (const [field, reason] of required[kind] ?? []) if (isBlank(text(field))) throw badRequest(reason, field)
  const file = form.get('file')
  const isRecording = kind === 'transcriptions' || kind === 'translations'
  if (isRecording) checkRecording(form)
  const count = text('n') || undefined
  const size = readSize(text('size'))
  const quality = text('quality')
  return {
    kind,
    model: readModel(text('model') ?? defaultModels[kind]),
    body: form,
    path,
    count: readCount(count && (/^\d+$/.test(count) ? Number(count) : count)),
    ...(size && { size }),
    ...(quality && { quality }),
    ...(isRecording &&
      file !== null &&
      typeof file !== 'string' && { recordingSeconds: audioSeconds(await file.bytes()) }),
  }
}

/** Fields that some upstreams read in place of the file. */
const otherRecordings = ['url', 'file_url', 'file_id']

/** Only one recording: of two, the upstream might transcribe the one that is not measured. */
function checkRecording(form: FormData): void {
  const [file] = form.getAll('file')
  if (file === undefined || typeof file === 'string') throw badRequest('file is required', 'file')
  for (const [name, value] of form) {
    const isOther = typeof value === 'string' ? otherRecordings.includes(name) : value !== file
    if (isOther) throw badRequest('Only one recording can be uploaded, as file', name)
  }
}

function readSize(value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (typeof value !== 'string' || value.length > 20) throw badRequest('size must be a text such as 1024x1024', 'size')
  if (value.includes('×')) throw badRequest('Write size with the letter x, for example 1024x1024', 'size')
  return value
}
