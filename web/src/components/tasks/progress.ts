/** The whole number of a text such as `40%`; undefined where it is no number. */
export function percentOf(progress: string): number | undefined {
  const number = /^(\d{1,3})(?:\.\d+)?%?$/.exec(progress.trim())?.[1]
  return number === undefined ? undefined : Math.min(100, Number(number))
}

type Moving = { status: string; progress: string }

/** Whether a task still moves by itself. */
export const isRunning = ({ status, progress }: Moving): boolean =>
  progress !== '100%' && status !== 'SUCCESS' && status !== 'FAILURE'
