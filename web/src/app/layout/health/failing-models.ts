import type { FailingChannel } from '@turnpike/contract/routing/channel-attempts'

/**
 * The models that make channels fail, each with its channels, the most failures first. A channel with one model only can
 * but be disabled as a whole.
 */
export function failingModels(channels: readonly FailingChannel[]) {
  const byModel = new Map<string, { model: string; failed: number; channels: FailingChannel[] }>()
  for (const channel of channels) {
    const { worst, models } = channel
    if (!worst || models < 2) continue
    const found = byModel.get(worst.model) ?? { model: worst.model, failed: 0, channels: [] }
    found.failed += worst.failed
    found.channels.push(channel)
    byModel.set(worst.model, found)
  }
  return [...byModel.values()].sort((one, other) => other.failed - one.failed)
}
