import type { Deps } from '../deps.ts'
import { AppError } from '../http/app-error.ts'
import { takeLease } from '../store/lease.ts'

type Turn = { name: string; holder: string; everySeconds: number }

/** Timers of several instances tick at different moments: whoever is first takes the turn of all. */
export async function beginScheduled(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { name, holder, everySeconds }: Turn,
  begin: () => Promise<void>,
): Promise<void> {
  if (!(await takeLease(store, name, holder, everySeconds - 5, clock()))) return
  try {
    await begin()
  } catch (error) {
    // Somebody has just begun one by hand, which does as well.
    if (!(error instanceof AppError)) throw error
  }
}
