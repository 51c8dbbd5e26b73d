export type Place = { line: number; column: number }

const space = /[ \t\n\r]*/y
const scalar =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null/iuy
const name = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"/iuy

/** Where a text stops being JSON. Browsers know, but each says it in its own words, and often not at all. */
export function placeOfBreak(text: string): Place {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const isThere = pattern.test(text)
    if (isThere) at = pattern.lastIndex
    return isThere
  }
  const takeSign = (sign: string) => {
    take(space)
    const isThere = text[at] === sign
    if (isThere) at += 1
    return isThere
  }
  const takeName = () => {
    take(space)
    return take(name) && takeSign(':')
  }
  const takeMembers = (end: string, takeMember: () => boolean) => {
    if (takeSign(end)) return true
    while (takeMember()) {
      if (takeSign(end)) return true
      if (!takeSign(',')) return false
    }
    return false
  }
  const takeValue = (): boolean => {
    if (takeSign('{')) return takeMembers('}', () => takeName() && takeValue())
    if (takeSign('[')) return takeMembers(']', takeValue)
    return take(scalar)
  }
  if (takeValue()) take(space)
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
