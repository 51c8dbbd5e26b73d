/**
 * Which errors inside a stream agents repeat the request after, by the rules that their projects publish. Each takes what
 * the agent's library makes of the error.
 */

/** An error of a library, as far as the rules look at it. */
export type StreamError = { message: string; code?: unknown; type?: unknown; status?: unknown; isRetryable?: unknown }

/**
 * opencode: a known code, or words in the message or in its JSON. Libraries for OpenAI-compatible servers hand it the
 * sentence alone.
 */
const opencodeWords =
  /rate.?limit|too.many.requests|overloaded|unavailable|exhausted|(?:internal|server).error|connection (?:error|lost|refused)|(?:response|stream|request) (?:timeout|timed out)|(?:retry your request|try your request again)/i
export const opencodeRepeats = (text: string): boolean => opencodeWords.test(text)

/** Codex: `response.failed` with any code but these, or a stream that ends without its last event. */
const codexGivesUp = new Set([
  'context_length_exceeded',
  'insufficient_quota',
  'usage_not_included',
  'invalid_prompt',
  'server_is_overloaded',
  'slow_down',
])
export const codexRepeats = ({ code }: StreamError): boolean => !codexGivesUp.has(String(code))

/** Anthropic's error types that mean a fault of the server. */
export const claudeRepeats = ({ type }: StreamError): boolean => type === 'api_error' || type === 'overloaded_error'

/** Gemini CLI: by the status in the event. */
export const geminiRepeats = ({ status }: StreamError): boolean =>
  status === 429 || (typeof status === 'number' && status >= 500 && status < 600)
