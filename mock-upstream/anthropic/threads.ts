import { type Call, identifier, markOf } from '../exchange/call.ts'
import { isObject, textOf } from '../exchange/json.ts'
import { anthropicError, invalidRequest } from './errors.ts'

const beta = 'message-threads-2026-08-12'

const threadOf = ({ body }: Call) => (isObject(body.thread) ? body.thread : undefined)

/** Whether the request holds only the messages after the one that it continues. */
export const isContinued = (call: Call): boolean => threadOf(call)?.type === 'continue'

/** The id of a message in a thread names its account, so that the mock stores nothing. */
export const messageId = (call: Call): string =>
  threadOf(call) ? `msg_${markOf(call.key)}t${String(call.serial).padStart(15, '0')}` : identifier('msg_', call)

/** Only the account that began a thread continues it, and each of its messages only once. */
export function checkThread(call: Call, betas: readonly string[]): void {
  const thread = threadOf(call)
  if (!thread) return
  if (!betas.includes(beta)) throw invalidRequest('thread: Extra inputs are not permitted')
  // `ThreadUnsupportedFeatureName` of @anthropic-ai/sdk 1.10.0, read 2026-11-18, as far as it names fields.
  const unsupported = ['context_management', 'fallbacks'].filter((name) => call.body[name] !== undefined)
  if (unsupported.length > 0)
    throw anthropicError(400, `Threads do not support: ${unsupported.join(', ')}`, {
      error_code: 'thread_unsupported_request',
      unsupported,
    })
  if (thread.type === 'create') return
  if (thread.type !== 'continue') throw invalidRequest("thread.type: Input should be 'create' or 'continue'")
  if (!textOf(thread.previous_message_id).startsWith(`msg_${markOf(call.key)}t`))
    throw anthropicError(
      404,
      'No thread state was found for the requested `previous_message_id`. Replay the full conversation with thread: {"type": "create"} to start a new Thread.',
      { error_code: 'thread_not_found' },
    )
  if (call.body.system !== undefined)
    throw anthropicError(400, 'The thread was created with differing field(s): system', {
      error_code: 'thread_fingerprint_mismatch',
    })
}
