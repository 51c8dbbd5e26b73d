import type { Attachment } from '../messages/message.ts'
import { fileOf } from './attachments.ts'
import type { Settings } from './settings.ts'

const unlessAuto = (name: string, value: string) => (value && value !== 'auto' ? { [name]: value } : {})

/** Without this parameter these models return an address that expires within the hour; newer models refuse it. */
const givesAddress = (model: string) => model.startsWith('dall-e-')

/** The request for pictures. */
export const imageRequest = (prompt: string, settings: Settings, model: string) => ({
  model,
  prompt,
  ...(givesAddress(model) && { response_format: 'b64_json' }),
  ...(settings.image_count > 1 && { n: settings.image_count }),
  ...unlessAuto('size', settings.image_size),
  ...unlessAuto('quality', settings.image_quality),
})

/** The request for speech. */
export const speechRequest = (input: string, { voice, sound_format, speed }: Settings, model: string) => ({
  model,
  input,
  voice,
  response_format: sound_format,
  ...(speed !== null && { speed }),
})

/** The fields of a transcription beside its recording. */
export const transcriptionFields = (prompt: string, { spoken_language }: Settings, model: string) => ({
  model,
  ...(spoken_language.trim() && { language: spoken_language.trim() }),
  ...(prompt && { prompt }),
})

export function transcriptionForm(recording: Attachment, fields: Record<string, string>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  form.set('file', fileOf(recording))
  return form
}
