import assert from 'node:assert/strict'
import { test } from 'node:test'
import { eventReader } from './read-events.ts'

const stream = 'data: {"a":1}\n\n: ping\n\nevent: x\ndata:{"b":"二"}\r\n\r\ndata: [DONE]\n\n'

test('events are the same wherever the stream is cut', () => {
  const whole = eventReader()(stream)
  assert.deepEqual(whole, ['{"a":1}', '{"b":"二"}', '[DONE]'])
  for (let at = 1; at < stream.length; at++) {
    const read = eventReader()
    assert.deepEqual([...read(stream.slice(0, at)), ...read(stream.slice(at))], whole, `cut at ${at}`)
  }
})

test('an event waits for the end of its line', () => {
  const read = eventReader()
  assert.deepEqual(read('data: {"a"'), [])
  assert.deepEqual(read(':1}\n'), ['{"a":1}'])
})
