import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Exchange } from '../../outbound/exchange.ts'
import type { Sink } from '../../outbound/sink.ts'
import { Refusal } from '../entry/errors/refusals.ts'
import type { ChatChunk } from '../forms/chat.ts'
import { UpstreamFailure } from '../forms/failure.ts'
import { createFrameReader, frameSource } from '../forms/sse.ts'
import { Meter } from './meter.ts'
import { UpstreamStream } from './upstream-stream.ts'

const chunkOf = (content: string): ChatChunk => ({
  id: 'a',
  created: 1,
  model: 'm',
  choices: [{ index: 0, delta: { content }, finish_reason: null }],
})

/** A stream whose upstream says words, or breaks off where it says `broken`. */
function given() {
  const sinks: Sink[] = []
  const state = { isAborted: false }
  const exchange: Exchange = {
    status: 200,
    headers: {},
    pipe: (sink) => void sinks.push(sink),
    resume: () => {},
    abort() {
      state.isAborted = true
    },
  }
  const stream = new UpstreamStream({
    exchange,
    source: frameSource(createFrameReader()),
    decoder: {
      push({ data }) {
        if (data === 'broken') throw new UpstreamFailure('overloaded', { status: 500, message: 'broken' })
        return [chunkOf(data)]
      },
      end: () => [],
    },
    meter: new Meter(),
    emit: ({ raw }) => raw,
    finish: () => '',
    fail: () => 'failed',
  })
  const written: string[] = []
  const say = (...words: string[]) => sinks[0]?.data(Buffer.from(words.map((word) => `data: ${word}\n\n`).join('')))
  const attach = (isCovered = () => true) =>
    stream.attach({ write: (data) => written.push(String(data)) > 0, isCovered })
  const finish = () => sinks[0]?.end()
  return { stream, state, written, say, attach, finish }
}

test('events that come in one go leave in one write', () => {
  const { written, say, attach } = given()
  say('one', 'two')
  attach()
  say('three', 'four', 'five')
  say('six')
  assert.deepEqual(written, [
    'data: one\n\ndata: two\n\n',
    'data: three\n\ndata: four\n\ndata: five\n\n',
    'data: six\n\n',
  ])
})

test('a stream that is over before the client is there is sent all the same', async () => {
  const { stream, written, say, attach, finish } = given()
  say('one')
  finish()
  assert.equal((await stream.ended).reason, 'done')
  attach()
  assert.deepEqual(written, ['data: one\n\n'])
})

test('what came before a failure in the same piece still reaches the client that pays for it', async () => {
  const { stream, state, written, say, attach } = given()
  say('one')
  attach()
  say('two', 'broken', 'three')
  assert.deepEqual(written, ['data: one\n\n', 'data: two\n\n'])
  assert.equal((await stream.ended).reason, 'failed')
  assert.equal(state.isAborted, true)
})

test('of events that come in one go those beyond the hold wait, and so does the end', async () => {
  const { stream, written, say, attach, finish } = given()
  let covered = 1
  say('one', 'two', 'three')
  attach(() => covered-- > 0)
  assert.deepEqual(written, ['data: one\n\ndata: two\n\n'])
  finish()
  covered = 9
  stream.resume()
  assert.deepEqual(written.slice(1), ['data: three\n\n'])
  assert.equal((await stream.ended).reason, 'done')
})

test('events that wait for the hold are not sent once the stream is stopped', async () => {
  const { stream, written, say, attach, finish } = given()
  say('one', 'two')
  attach(() => false)
  finish()
  stream.stop(new Refusal('insufficient_user_quota'))
  stream.resume()
  assert.deepEqual(written, ['data: one\n\n'])
  assert.equal((await stream.ended).reason, 'stopped')
})
