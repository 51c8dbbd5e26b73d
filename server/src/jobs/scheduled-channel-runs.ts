import type { Deps } from '../deps.ts'
import type { ChannelDeps } from '../domain/routing/channels/channel-deps.ts'
import { beginBalances, beginTests } from '../domain/routing/channels/runs/channel-run.rules.ts'
import { beginDueLists } from '../domain/routing/model-lists/watch-lists.rules.ts'
import { AppError } from '../http/app-error.ts'
import { takeLease } from '../store/lease.ts'

type Schedule = { name: string; holder: string; everySeconds: number }

/** Every instance has this timer: the first to fire takes the lease, and the others skip the interval. */
async function beginScheduled(
  { store, clock }: Pick<Deps, 'store' | 'clock'>,
  { name, holder, everySeconds }: Schedule,
  begin: () => Promise<void>,
): Promise<void> {
  if (await takeLease(store, name, holder, everySeconds - 5, clock())) await unlessRunning(begin)
}

async function unlessRunning(begin: () => Promise<void>): Promise<void> {
  try {
    await begin()
  } catch (error) {
    // The same run has begun already: by an administrator, or on another instance.
    if (!(error instanceof AppError)) throw error
  }
}

/** Begins a test of every channel, once per interval over all instances. */
export const testChannels = (deps: ChannelDeps, holder: string, everySeconds: number): Promise<void> =>
  beginScheduled(deps, { name: 'scheduled channel tests', holder, everySeconds }, () => beginTests(deps))

/** Begins to update the balance of every enabled channel, once per interval over all instances. */
export const updateBalances = (deps: ChannelDeps, holder: string, everySeconds: number): Promise<void> =>
  beginScheduled(deps, { name: 'scheduled channel balances', holder, everySeconds }, () => beginBalances(deps))

export const readModelListsEverySeconds = 60

/** Begins to read the model lists that are due. One run at a time over all instances. */
export const readModelLists = (deps: ChannelDeps): Promise<void> => unlessRunning(() => beginDueLists(deps))
