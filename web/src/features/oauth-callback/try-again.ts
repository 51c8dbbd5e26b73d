import { CallError } from '../../lib/api/call.ts'

export const retriesMax = 3
const pauseSeconds = 2

/**
 * Only what never reached the server is tried again, after 2, 4 and 6 seconds: code and state are good once, so whatever
 * has been answered, and be it by a proxy whose server was already at work, is the answer.
 */
export async function tryAgain<Result>(
  attempt: () => Promise<Result>,
  wait: (seconds: number) => Promise<void>,
  onRetry: (retry: number) => void,
): Promise<Result> {
  for (let retry = 1; ; retry++) {
    try {
      return await attempt()
    } catch (error) {
      const isUnanswered = error instanceof CallError && error.status === 0
      if (!isUnanswered || retry > retriesMax) throw error
      onRetry(retry)
      await wait(retry * pauseSeconds)
    }
  }
}
