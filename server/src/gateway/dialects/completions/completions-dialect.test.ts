import assert from 'node:assert/strict'
import { test } from 'node:test'
import { noUsage } from '../../../domain/money/pricing/usage.ts'
import type { RequestContext } from '../dialect.ts'
import { completionsDialect } from './completions-dialect.ts'

const facts = (include_usage: boolean): RequestContext => ({
  id: 'cmpl-1',
  now: 1,
  model: 'm',
  body: { stream_options: { include_usage } },
  promptEstimate: 1,
})
const chunk = (content: string, output: number) => ({
  id: 'cmpl-1',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
  usage: { ...noUsage, input: 7, output },
})

for (const isRequested of [true, false])
  test(`an upstream that reports its usage with every chunk: ${isRequested ? 'it is written once, at the end' : 'it is left out'}`, () => {
    const stream = completionsDialect.stream(facts(isRequested))
    const written =
      [chunk('a', 1), chunk('b', 2), chunk('c', 3)].map((each) => stream.push(each)).join('') + stream.end()
    const events = written
      .split('\n\n')
      .filter((event) => event !== '')
      .map((event) => event.slice('data: '.length))
    const chunks = events.slice(0, -1).map((event) => JSON.parse(event))
    assert.deepEqual(
      chunks.map(({ choices, usage }) => choices[0]?.text ?? usage.completion_tokens),
      ['a', 'b', 'c', ...(isRequested ? [3] : [])],
    )
    assert.equal(events.at(-1), '[DONE]')
  })
