import type { JsonObject } from '../exchange/json.ts'
import type { Answer } from '../model/answer.ts'

/** What one drawn picture counts. */
const pictureTokens = 1290
/** What the pages found by one search add to what the model reads. */
const searchTokens = 20

/** Thoughts and tool results are counted apart from what was asked and answered; `share` of the answer is out so far. */
export function usageOf(
  { counts }: Answer,
  config: JsonObject,
  { searches = 0, share = 1 }: { searches?: number; share?: number },
) {
  const modalities = Array.isArray(config.responseModalities) ? config.responseModalities : []
  const pictures = modalities.includes('IMAGE') && share === 1 ? pictureTokens : 0
  const written = Math.round((counts.output - counts.reasoning) * share)
  const toolUse = searches * searchTokens
  const text = counts.input - counts.media
  return {
    promptTokenCount: counts.input,
    candidatesTokenCount: written + pictures,
    totalTokenCount: counts.input + written + pictures + counts.reasoning + toolUse,
    ...(counts.cached > 0 && { cachedContentTokenCount: counts.cached }),
    ...(counts.reasoning > 0 && { thoughtsTokenCount: counts.reasoning }),
    ...(toolUse > 0 && { toolUsePromptTokenCount: toolUse }),
    promptTokensDetails: [
      { modality: 'TEXT', tokenCount: text },
      ...(counts.media > 0 ? [{ modality: 'IMAGE', tokenCount: counts.media }] : []),
    ],
    ...(pictures > 0 && { candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: pictures }] }),
  }
}
