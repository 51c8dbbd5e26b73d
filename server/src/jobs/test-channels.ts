import type { ChannelDeps } from '../domain/channels/channel-deps.ts'
import { beginTests } from '../domain/channels/runs/channel-run.rules.ts'
import { beginScheduled } from './scheduled-channel-runs.ts'

/** Begins a test of every channel, once per turn over all instances. */
export const testChannels = (deps: ChannelDeps, holder: string, everySeconds: number): Promise<void> =>
  beginScheduled(deps, { name: 'scheduled channel tests', holder, everySeconds }, () => beginTests(deps))
