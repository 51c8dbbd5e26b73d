import { CallError } from '../../lib/api/call.ts'

export const retriesMax = 3
const pauseSeconds = 2

/**
 * Only a request that never reached the server is sent again, after 2, 4 and 6 seconds: code and state can be used
 * once, so any response is final, even a proxy error: the server may have received the request.
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
      const isUnreached = error instanceof CallError && error.status === 0
      if (!isUnreached || retry > retriesMax) throw error
      onRetry(retry)
      await wait(retry * pauseSeconds)
    }
  }
}
