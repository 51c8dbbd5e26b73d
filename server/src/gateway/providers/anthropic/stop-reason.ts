import type { FinishReason } from '../../forms/chat.ts'

const reasons: Readonly<Record<string, FinishReason>> = {
  max_tokens: 'length',
  model_context_window_exceeded: 'length',
  tool_use: 'tool_calls',
  refusal: 'content_filter',
}

/** Why an answer ended. A call of our own JSON tool is no call to the client: the answer is just finished. */
export function finishReasonOf(reason: unknown, hasCalls: boolean): FinishReason {
  const finish = typeof reason === 'string' && Object.hasOwn(reasons, reason) ? reasons[reason] : undefined
  return finish === undefined || (finish === 'tool_calls' && !hasCalls) ? 'stop' : finish
}
