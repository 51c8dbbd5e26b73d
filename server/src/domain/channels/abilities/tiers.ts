/** What routing weighs a channel by. */
export type Weighted = { priority: number; weight: number }

/** Channels of one priority, tried before those of a lower one. */
export type Tier<Channel> = { channels: readonly Channel[]; weight: number }

/** A weight of 0 is little, not nothing. */
const baseWeight = 10

/** What a channel counts for among the others of its tier. */
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
