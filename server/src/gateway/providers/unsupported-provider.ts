import { failureOf } from '../translate/answer/failure-of.ts'
import type { Provider } from './provider.ts'

/** A channel type without a provider: every call is refused as unsupported. */
export const unsupportedProvider: Provider = { failure: (status, body, headers) => failureOf(status, body, headers) }
