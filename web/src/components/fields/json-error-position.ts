export type Position = { line: number; column: number }

const space = /[ \t\n\r]*/y
const scalar =
  /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?|true|false|null/iuy
const name = /"(?:[^"\\\p{Cc}]|\\(?:["\\/bfnrt]|u[\da-f]{4}))*"/iuy

/** The position of the first syntax error. Browsers write it into the error message, each in its own form, or omit it. */
export function syntaxErrorPosition(text: string): Position {
  let at = 0
  const take = (pattern: RegExp) => {
    pattern.lastIndex = at
    const isMatch = pattern.test(text)
    if (isMatch) at = pattern.lastIndex
    return isMatch
  }
  const takeCharacter = (character: string) => {
    take(space)
    const isMatch = text[at] === character
    if (isMatch) at += 1
    return isMatch
  }
  const takeName = () => {
    take(space)
    return take(name) && takeCharacter(':')
  }
  const takeMembers = (end: string, takeMember: () => boolean) => {
    if (takeCharacter(end)) return true
    while (takeMember()) {
      if (takeCharacter(end)) return true
      if (!takeCharacter(',')) return false
    }
    return false
  }
  const takeValue = (): boolean => {
    if (takeCharacter('{')) return takeMembers('}', () => takeName() && takeValue())
    if (takeCharacter('[')) return takeMembers(']', takeValue)
    return take(scalar)
  }
  if (takeValue()) take(space)
  const before = text.slice(0, at).split('\n')
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 }
}
