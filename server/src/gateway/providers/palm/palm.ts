import { failureOf } from '../../translate/response/failure-of.ts'
import type { Provider } from '../provider.ts'

/**
 * PaLM 2, which Google switched off in 2024. Channels of imported installations keep their type. No request is sent for
 * them, and none to Gemini in their place, because its price and behaviour differ.
 */
export const palm: Provider = {
  isRetired: true,
  failure: (status, body, headers) => failureOf(status, body, headers),
}
