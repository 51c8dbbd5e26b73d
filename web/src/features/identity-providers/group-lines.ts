/** A map of groups as lines: `staff = vip`. */
export const linesOf = (map: Record<string, string>) =>
  Object.entries(map)
    .map(([value, group]) => `${value} = ${group}`)
    .join('\n')

/** The map in such lines; undefined when a line does not parse. A value may contain equals signs, a group may not. */
export function mapIn(text: string): Record<string, string> | undefined {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const pairs = lines.map((line) =>
    /^(.+)=([^=]+)$/
      .exec(line)
      ?.slice(1)
      .map((part) => part.trim()),
  )
  const isPair = (pair: string[] | undefined): pair is [string, string] => pair?.every(Boolean) ?? false
  return pairs.every(isPair) ? Object.fromEntries(pairs) : undefined
}
