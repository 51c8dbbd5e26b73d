import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tokensOf } from './markdown-tokens.ts'
import { type Blocks, splitBlocks } from './split-blocks.ts'

const joined = ({ stable, open }: Blocks) => [...stable, ...open].join('')
const kinds = ({ stable, open }: Blocks) => [...stable, ...open].map((block) => tokensOf(block)[0]?.type)

const text = `# Title

A paragraph with **bold**
over two lines.

- one
- two

  still two

\`\`\`ts
const a = 1

const b = 2
\`\`\`

| a | b |
|---|---|
| 1 | 2 |

> quoted

$$
x^2
$$

Heading by dashes
---

The end`

test('the blocks joined are the text, and each is what it was in the whole', () => {
  const blocks = splitBlocks(text)
  assert.equal(joined(blocks), text)
  const whole = tokensOf(text).filter(({ type }) => type !== 'space')
  assert.deepEqual(
    kinds(blocks),
    whole.map(({ type }) => type),
  )
})

test('a text that grows letter by letter is cut as the whole text is', () => {
  let blocks: Blocks | undefined
  for (let end = 1; end <= text.length; end++) {
    blocks = splitBlocks(text.slice(0, end), blocks)
    assert.equal(joined(blocks), text.slice(0, end))
  }
  assert.deepEqual(blocks && kinds(blocks), kinds(splitBlocks(text)))
})

test('stable blocks stay the same objects while the text grows', () => {
  const before = splitBlocks(text)
  const after = splitBlocks(`${text} and more`, before)
  assert.equal(after.stable, before.stable)
  assert.ok(before.stable.length >= 5)
})

test('an edited text is cut anew', () => {
  assert.equal(joined(splitBlocks('Other words', splitBlocks(text))), 'Other words')
})

test('long lists and long paragraphs are cut into pieces that are drawn alone', () => {
  const list = Array.from({ length: 900 }, (_, index) => `${index + 1}. item number ${index + 1}`).join('\n')
  const lists = splitBlocks(list)
  assert.equal(joined(lists), list)
  assert.ok(lists.stable.length >= 2)
  const second = tokensOf(lists.stable[1] ?? '')[0]
  assert.ok(second?.type === 'list' && Number(second.start) > 1, 'the second list goes on with the next number')
  const words = splitBlocks('word '.repeat(4000).trim())
  assert.ok([...words.stable, ...words.open].every((piece) => piece.length <= 3000))
  assert.equal(joined(words), 'word '.repeat(4000).trim())
})

test('formulas are found between dollars and brackets; prices are none', () => {
  const formulas = (source: string) => {
    const found: string[] = []
    const walk = (tokens: readonly unknown[]) => {
      for (const token of tokens as { type: string; text: string; tokens?: unknown[] }[]) {
        if (token.type === 'formula') found.push(token.text)
        if (token.tokens) walk(token.tokens)
      }
    }
    walk(tokensOf(source))
    return found
  }
  assert.deepEqual(formulas('Let $a+b$ and \\(c\\) be'), ['a+b', 'c'])
  assert.deepEqual(formulas('It costs $5 and $6 more'), [])
  assert.deepEqual(formulas('$$\nE=mc^2\n$$'), ['E=mc^2'])
  assert.deepEqual(formulas('\\[\nx\n\\]'), ['x'])
  assert.deepEqual(formulas('`$a$`'), [])
})
