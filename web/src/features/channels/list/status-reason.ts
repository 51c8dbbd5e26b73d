/** Why and when a channel was disabled automatically; empty for JSON that cannot be read. */
export function statusReasonOf(otherInfo: string): { reason: string; time: number } {
  let info: unknown
  try {
    info = JSON.parse(otherInfo)
  } catch {
    info = undefined
  }
  const { status_reason, status_time } = (typeof info === 'object' && info !== null ? info : {}) as Record<
    string,
    unknown
  >
  return {
    reason: typeof status_reason === 'string' ? status_reason : '',
    time: typeof status_time === 'number' && Number.isSafeInteger(status_time) && status_time > 0 ? status_time : 0,
  }
}
