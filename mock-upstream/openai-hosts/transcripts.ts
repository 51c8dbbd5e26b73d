import type { Handler } from '../exchange/call.ts'
import { transcriptions, translations } from '../openai/transcriptions.ts'

/** Transcripts as most hosts return them: for every model in the format of OpenAI's oldest one. */
export const whisperTranscriptions: Handler = (call) => transcriptions({ ...call, model: 'whisper-1' })
export const whisperTranslations: Handler = (call) => translations({ ...call, model: 'whisper-1' })
