import { failureOf } from '../translate/answer/failure-of.ts'
import type { Provider } from './provider.ts'

/** A channel type whose upstream we do not speak yet: every call is refused in one clear sentence. */
export const unsupportedProvider: Provider = { failure: (status, body, headers) => failureOf(status, body, headers) }
