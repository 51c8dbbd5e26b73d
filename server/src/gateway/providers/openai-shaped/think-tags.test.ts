import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createThinkSplitter } from './think-tags.ts'

/** Reasoning and content of a text that comes in chunks of one size. */
function split(text: string, size: number): [string, string] {
  const splitter = createThinkSplitter()
  let reasoning = ''
  let content = ''
  for (let at = 0; at < text.length; at += size) {
    const part = splitter.push(text.slice(at, at + size))
    reasoning += part.reasoning
    content += part.content
  }
  const last = splitter.end()
  return [reasoning + last.reasoning, content + last.content]
}

test('reasoning between tags at the beginning is separated from the text, however it is cut', () => {
  const cases: [string, string, string][] = [
    ['<think>\nhm\n</think>\n\nFour', 'hm', 'Four'],
    ['\n<think>a < b</think>c', 'a < b', 'c'],
    ['<think></think>x', '', 'x'],
    ['Plain', '', 'Plain'],
    ['<thin', '', '<thin'],
    ['A <think>quoted</think>', '', 'A <think>quoted</think>'],
    ['<think>a</think>b<think>c</think>', 'a', 'b<think>c</think>'],
    ['<think>never closed </thin', 'never closed </thin', ''],
    ['', '', ''],
  ]
  for (const [text, reasoning, content] of cases)
    for (const size of [1, 2, 3, 5, 100]) {
      const [thought, said] = split(text, size)
      assert.deepEqual([thought.trimEnd(), said], [reasoning, content], `${JSON.stringify(text)} in pieces of ${size}`)
    }
})
