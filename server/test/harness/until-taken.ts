import { setTimeout as pause } from 'node:timers/promises'

const triesMax = 100

/**
 * Sends a call until the server takes it, as a client does. A call whose hold is not committed soon is refused and costs
 * nothing; on a busy machine that happens to calls that come by the dozen.
 */
export async function untilTaken<ConsoleResult extends { status: number; text: string }>(
  send: () => Promise<ConsoleResult>,
): Promise<ConsoleResult> {
  for (let tries = 1; ; tries++) {
    const response = await send()
    const isRefused = response.status === 503 && response.text.includes('database_error')
    if (!isRefused || tries === triesMax) return response
    await pause(50)
  }
}
