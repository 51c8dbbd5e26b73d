import type { Deps } from '../deps.ts'
import type { ChannelDeps } from '../domain/channels/channel-deps.ts'
import { beginBalances, beginTests } from '../domain/channels/runs/channel-run.rules.ts'
import { AppError } from '../http/app-error.ts'
import { takeLease } from '../store/lease.ts'

type Turn = { name: string; holder: string; everySeconds: number }

/** Timers of several instances tick at different moments: whoever is first takes the turn of all. */
async function beginScheduled(
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

/** Begins a test of every channel, once per turn over all instances. */
export const testChannels = (deps: ChannelDeps, holder: string, everySeconds: number): Promise<void> =>
  beginScheduled(deps, { name: 'scheduled channel tests', holder, everySeconds }, () => beginTests(deps))

/** Begins to ask every enabled upstream what is left, once per turn over all instances. */
export const updateBalances = (deps: ChannelDeps, holder: string, everySeconds: number): Promise<void> =>
  beginScheduled(deps, { name: 'scheduled channel balances', holder, everySeconds }, () => beginBalances(deps))
