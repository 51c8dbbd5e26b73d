type Weighted = { weight: number }

/** All members in an order drawn by their weights. Members of weight 0 come last. */
export function orderByWeight<Member extends Weighted>(members: readonly Member[], random: () => number): Member[] {
  const rest = [...members]
  const ordered: Member[] = []
  while (rest.length > 0) ordered.push(...rest.splice(drawn(rest, random), 1))
  return ordered
}

function drawn(members: readonly Weighted[], random: () => number): number {
  const sum = members.reduce((total, { weight }) => total + weight, 0)
  if (sum === 0) return 0 // only fallbacks are left, in the order of the list
  let draw = random() * sum
  return members.findIndex(({ weight }) => {
    draw -= weight
    return draw < 0
  })
}

/** Random numbers that depend on the conversation only, so that its calls go to the same model on every instance. */
export function randomOf(conversation: string): () => number {
  let state = Buffer.from(conversation, 'base64url').readUInt32BE(0)
  return () => {
    // mulberry32: a 32-bit generator that is good enough to distribute calls.
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
