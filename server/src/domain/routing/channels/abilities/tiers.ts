/** The columns that routing chooses a channel by. */
export type Weighted = { priority: number; weight: number }

/** Channels of one priority, tried before those of a lower one. */
export type Tier<Channel> = { channels: readonly Channel[]; weight: number }

/** Added to every weight, so that a channel of weight 0 still gets some calls. */
const baseWeight = 10

/** A channel's share of its tier, against the tier's weight. */
export const shareOf = ({ weight }: Weighted): number => weight + baseWeight

/** Highest priority first. */
export function tiersOf<Channel extends Weighted>(channels: readonly Channel[]): Tier<Channel>[] {
  const tiers: Tier<Channel>[] = []
  for (const priority of [...new Set(channels.map((channel) => channel.priority))].sort((a, b) => b - a)) {
    const same = channels.filter((channel) => channel.priority === priority)
    tiers.push({ channels: same, weight: same.reduce((sum, channel) => sum + shareOf(channel), 0) })
  }
  return tiers
}
