import type { Handler } from '../exchange/call.ts'
import { transcriptions, translations } from '../openai/transcriptions.ts'

/** Transcripts as most hosts give them, whatever the model is called: as OpenAI's oldest model does. */
export const whisperTranscriptions: Handler = (call) => transcriptions({ ...call, model: 'whisper-1' })
export const whisperTranslations: Handler = (call) => translations({ ...call, model: 'whisper-1' })
