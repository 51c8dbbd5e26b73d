import type { ChannelDeps } from '../domain/channels/channel-deps.ts'
import { beginBalances } from '../domain/channels/runs/channel-run.rules.ts'
import { beginScheduled } from './scheduled-channel-runs.ts'

/** Begins to ask every enabled upstream what is left, once per turn over all instances. */
export const updateBalances = (deps: ChannelDeps, holder: string, everySeconds: number): Promise<void> =>
  beginScheduled(deps, { name: 'scheduled channel balances', holder, everySeconds }, () => beginBalances(deps))
