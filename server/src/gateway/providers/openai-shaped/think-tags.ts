/** The opening tag of reasoning at the beginning of a text, possibly incomplete; undefined if there is none. */
export type ThoughtOpening = 'unfinished' | { length: number; closing: string } | undefined

const opening = '<think>'

export function thinkOpening(text: string): ThoughtOpening {
  if (text.startsWith(opening)) return { length: opening.length, closing: '</think>' }
  return opening.startsWith(text) ? 'unfinished' : undefined
}

export type ThinkSplitter = {
  push(text: string): { reasoning: string; content: string }
  /** Text that was held back because it might have been a tag. */
  end(): { reasoning: string; content: string }
}

/**
 * Separates reasoning that a model writes as `<think>…</think>` at the very beginning of its text. Text is cut at any
 * point, so a possible beginning of a tag is held back. Later tags are part of the content. `openingOf` knows other
 * tags.
 */
export function createThinkSplitter(openingOf = thinkOpening): ThinkSplitter {
  let state: 'before' | 'inside' | 'after' = 'before'
  let closing = ''
  let pending = ''
  let isAfterTag = false // just after a tag, where models put line breaks that belong to neither side

  const push = (text: string) => {
    let reasoning = ''
    let content = ''
    let rest = pending + text
    pending = ''
    if (state === 'before') {
      const trimmed = rest.trimStart()
      const found = openingOf(trimmed)
      if (found === 'unfinished') {
        pending = rest
        return { reasoning, content }
      }
      state = found ? 'inside' : 'after'
      if (found) {
        closing = found.closing
        isAfterTag = true
        rest = trimmed.slice(found.length)
      }
    }
    if (state === 'inside') {
      if (isAfterTag) rest = rest.trimStart()
      if (rest !== '') isAfterTag = false
      const at = rest.indexOf(closing)
      if (at === -1) {
        const partialLength = partialTagLength(closing, rest)
        pending = rest.slice(rest.length - partialLength)
        reasoning = rest.slice(0, rest.length - partialLength)
        return { reasoning, content }
      }
      reasoning = rest.slice(0, at).trimEnd()
      rest = rest.slice(at + closing.length)
      state = 'after'
      isAfterTag = true
    }
    if (isAfterTag) rest = rest.trimStart()
    if (rest !== '') isAfterTag = false
    content = rest
    return { reasoning, content }
  }
  return {
    push,
    end() {
      const rest = pending
      pending = ''
      return state === 'inside' ? { reasoning: rest, content: '' } : { reasoning: '', content: rest }
    },
  }
}

/** How many characters at the end of a text could be the beginning of the tag. */
function partialTagLength(tag: string, text: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (tag.startsWith(text.slice(text.length - length))) return length
  return 0
}
