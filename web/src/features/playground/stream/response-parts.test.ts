import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emptyResponse, wholeResponse, withEvent } from './response-parts.ts'

const read = (...events: unknown[]) =>
  events.reduce<typeof emptyResponse>(
    (response, event) => withEvent(response, typeof event === 'string' ? event : JSON.stringify(event)),
    emptyResponse,
  )
const delta = (delta: object, finish_reason: string | null = null) => ({
  choices: [{ index: 0, delta, finish_reason }],
})

test('text and reasoning add up, in both spellings of reasoning', () => {
  const response = read(
    delta({ role: 'assistant', content: '' }),
    delta({ reasoning_content: 'Let ' }),
    delta({ reasoning: 'me see' }),
    delta({ content: 'Hel' }),
    delta({ content: 'lo' }, 'stop'),
  )
  assert.deepEqual([response.content, response.reasoning, response.finish_reason], ['Hello', 'Let me see', 'stop'])
  assert.equal(response.isDone, false)
})

test('a response is done at the marker, and at an empty list of choices', () => {
  assert.equal(read(delta({ content: 'x' }), '[DONE]').isDone, true)
  const usage = { prompt_tokens: 3, completion_tokens: 5 }
  const counted = read(delta({ content: 'x' }), { choices: [], usage })
  assert.deepEqual([counted.isDone, counted.figures], [true, usage])
})

test('an empty list before anything has come does not end the response', () => {
  const response = read({ choices: [], prompt_filter_results: [] })
  assert.equal(response.isDone, false)
})

test('an error is kept beside what came', () => {
  const response = read(delta({ content: 'half' }), {
    error: { message: 'no more', code: 'upstream_failed', type: 'x' },
  })
  assert.equal(response.content, 'half')
  assert.deepEqual(response.error, { message: 'no more', code: 'upstream_failed', status: 200 })
  assert.equal(read(delta({ content: 'half' }), '{"cho').error?.code, 'stream_broken')
})

test('tool calls grow by their place, also two at once', () => {
  const call = (index: number, more: object) => ({ index, ...more })
  const response = read(
    delta({ tool_calls: [call(0, { id: 'c1', function: { name: 'weather', arguments: '' } })] }),
    delta({ tool_calls: [call(0, { function: { arguments: '{"city":' } })] }),
    delta({ tool_calls: [call(1, { id: 'c2', function: { name: 'time', arguments: '{}' } })] }),
    delta({ tool_calls: [call(0, { function: { arguments: '"Oslo"}' } })] }, 'tool_calls'),
  )
  assert.deepEqual(response.tool_calls, [
    { id: 'c1', name: 'weather', arguments: '{"city":"Oslo"}' },
    { id: 'c2', name: 'time', arguments: '{}' },
  ])
})

test('pictures are taken from the response, scripts in their place are not', () => {
  const picture = 'data:image/png;base64,AAAA'
  const response = read(
    delta({ content: 'Here', images: [{ type: 'image_url', image_url: { url: picture } }] }),
    delta({ images: [{ image_url: { url: 'javascript:alert(1)' } }] }),
  )
  assert.deepEqual(response.attachments, [{ name: 'image', type: 'image/png', data: picture }])
})

test('a whole response reads like a streamed one', () => {
  const response = wholeResponse({
    choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 1, completion_tokens: 2 },
  })
  assert.deepEqual(
    [response.content, response.finish_reason, response.figures.completion_tokens, response.isDone],
    ['Hi', 'stop', 2, true],
  )
})
