import { totalCompletion, totalPrompt, type Usage } from '../../../domain/money/pricing/usage.ts'
import type { JsonObject } from '../../forms/chat.ts'

type Counts = { modality: string; tokenCount: number }[]

/** Details by modality are only written if there are tokens other than text. */
function detailsOf(text: number, image: number, audio: number): Counts | undefined {
  if (image + audio === 0) return undefined
  const counts = [
    { modality: 'TEXT', tokenCount: text },
    { modality: 'IMAGE', tokenCount: image },
    { modality: 'AUDIO', tokenCount: audio },
  ]
  return counts.filter(({ tokenCount }) => tokenCount > 0)
}

/** Usage in Gemini's format: thoughts apart from the rest of the output, cached tokens within the prompt. */
export function usageMetadata(usage: Usage): JsonObject {
  const prompt = totalPrompt(usage)
  const completion = totalCompletion(usage)
  const { image_input, audio_input, audio_output, image_output = 0, reasoning, cache_read } = usage
  const promptDetails = detailsOf(prompt - image_input - audio_input, image_input, audio_input)
  const responseDetails = detailsOf(usage.output - reasoning, image_output, audio_output)
  return {
    promptTokenCount: prompt,
    candidatesTokenCount: completion - reasoning,
    totalTokenCount: prompt + completion,
    ...(cache_read > 0 && { cachedContentTokenCount: cache_read }),
    ...(reasoning > 0 && { thoughtsTokenCount: reasoning }),
    ...(promptDetails && { promptTokensDetails: promptDetails }),
    ...(responseDetails && { candidatesTokensDetails: responseDetails }),
  }
}
