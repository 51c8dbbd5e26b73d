const opening = '<think>'
const closing = '</think>'

export type ThinkSplitter = {
  push(text: string): { reasoning: string; content: string }
  /** What was held back because it might have been a tag. */
  end(): { reasoning: string; content: string }
}

/**
 * Separates reasoning that a model writes as `<think>…</think>` at the very beginning of its answer. Text comes in
 * pieces cut anywhere, so the beginning of what may become a tag is held back. Tags later in an answer are the answer's
 * own.
 */
export function createThinkSplitter(): ThinkSplitter {
  let state: 'before' | 'inside' | 'after' = 'before'
  let held = ''
  let isFresh = false // just after a tag, where models put line breaks that belong to neither side

  const push = (text: string) => {
    let reasoning = ''
    let content = ''
    let rest = held + text
    held = ''
    if (state === 'before') {
      const trimmed = rest.trimStart()
      if (trimmed.startsWith(opening)) {
        state = 'inside'
        isFresh = true
        rest = trimmed.slice(opening.length)
      } else if (opening.startsWith(trimmed)) {
        held = rest
        return { reasoning, content }
      } else state = 'after'
    }
    if (state === 'inside') {
      if (isFresh) rest = rest.trimStart()
      if (rest !== '') isFresh = false
      const at = rest.indexOf(closing)
      if (at === -1) {
        const kept = tailThatMayBe(closing, rest)
        held = rest.slice(rest.length - kept)
        reasoning = rest.slice(0, rest.length - kept)
        return { reasoning, content }
      }
      reasoning = rest.slice(0, at).trimEnd()
      rest = rest.slice(at + closing.length)
      state = 'after'
      isFresh = true
    }
    if (isFresh) rest = rest.trimStart()
    if (rest !== '') isFresh = false
    content = rest
    return { reasoning, content }
  }
  return {
    push,
    end() {
      const rest = held
      held = ''
      return state === 'inside' ? { reasoning: rest, content: '' } : { reasoning: '', content: rest }
    },
  }
}

/** How many characters at the end of a text could be the beginning of a tag. */
function tailThatMayBe(tag: string, text: string): number {
  for (let length = Math.min(tag.length - 1, text.length); length > 0; length--)
    if (tag.startsWith(text.slice(text.length - length))) return length
  return 0
}
