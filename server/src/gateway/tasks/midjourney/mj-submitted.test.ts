import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Channel } from '../../routing/channel.ts'
import type { MjAction } from './actions.ts'
import { readSubmitted } from './mj-submitted.ts'

const channel = { provider: {}, secrets: () => ['sk-secret', 'mj.internal'] } as unknown as Channel // all that is read of it
const now = 5_000

const read = (body: unknown, { action = 'IMAGINE' as MjAction, isFresh = true, status = 200 } = {}) =>
  readSubmitted({ status, body, headers: {} }, { action, isFresh, now }, channel)
const upstreamBody = (code: number, more: object = {}) => ({ code, description: 'said', result: '1', ...more })

test('codes 1, 21 and 22 accept a task, and clients read 1', () => {
  for (const code of [1, 21, 22]) {
    const submitted = read(upstreamBody(code, { ours: 'kept' }))
    assert.ok(submitted.isAccepted)
    assert.deepEqual([submitted.task_id, submitted.isCharged, submitted.report.status], ['1', true, 'NOT_START'])
    assert.deepEqual(submitted.response, { status: 200, body: upstreamBody(1, { ours: 'kept' }) })
    assert.equal((submitted.report.data as { code: number }).code, code)
  }
})

test('of a window clients read 21, and its confirmation is waited for', () => {
  for (const action of ['INPAINT', 'CUSTOM_ZOOM'] as const) {
    const window = read(upstreamBody(21), { action, isFresh: false })
    assert.ok(window.isAccepted)
    assert.deepEqual([window.report.status, window.isCharged], ['MODAL', false])
    assert.equal((window.response.body as { code: number }).code, 21)
    const atOnce = read(upstreamBody(1), { action, isFresh: false })
    assert.ok(atOnce.isAccepted && !atOnce.isCharged)
  }
})

test('what was drawn before is at its end', () => {
  const properties = { status: 'SUCCESS', imageUrl: 'https://cdn.example/3.png' }
  const { report } = read(upstreamBody(21, { properties })) as { report?: unknown }
  assert.deepEqual(report, {
    status: 'SUCCESS',
    start_time: now,
    finish_time: now,
    data: { code: 21, description: 'said', properties, image_url: 'https://cdn.example/3.png' },
  })
})

test('any other code refuses a task, with the reason; only a new drawing blames the channel for code 3', () => {
  for (const code of [0, 2, 3, 4, 9, 23, 24, 99]) {
    const refused = read(upstreamBody(code, { properties: { promptEn: 'x' } }))
    assert.ok(!refused.isAccepted)
    assert.deepEqual([refused.reason, refused.response.status], ['said', 200])
    assert.equal((refused.data as { code: number; prompt_en: string }).prompt_en, 'x')
    assert.equal(refused.channelFault !== undefined, code === 3)
  }
  const related = read(upstreamBody(3), { isFresh: false })
  assert.ok(!related.isAccepted && related.channelFault === undefined)
  const failed = read(upstreamBody(1), { status: 500 })
  assert.deepEqual([failed.isAccepted, failed.response.status], [false, 500])
})

test('an id is a text, a number or a list of one; an upload has addresses instead', () => {
  for (const result of ['17', 17, ['17']]) {
    const submitted = read(upstreamBody(1, { result }))
    assert.equal(submitted.isAccepted && submitted.task_id, '17')
  }
  for (const result of ['', null, {}, [], 'a b', 'x\0', 'x'.repeat(201)])
    assert.throws(() => read(upstreamBody(1, { result })), { kind: 'bad_response' }, JSON.stringify(result))
  for (const result of ['https://a.example/1.png', ['https://a.example/1.png', 'https://a.example/2.png']]) {
    const upload = read(upstreamBody(1, { result }), { action: 'UPLOAD' })
    assert.ok(upload.isAccepted)
    const { image_url, description } = upload.report.data as Record<string, string>
    assert.deepEqual([upload.task_id, upload.report.status, image_url], ['', 'SUCCESS', 'https://a.example/1.png'])
    assert.equal(description, [result].flat().join('\n'))
  }
  const script = read(upstreamBody(1, { result: ['javascript:alert(1)'] }), { action: 'UPLOAD' })
  assert.ok(script.isAccepted && !('image_url' in (script.report.data as object)))
})

test('what says nothing of the task is a failure of the channel', () => {
  assert.throws(() => read(''), { kind: 'bad_response', message: 'empty response body' })
  for (const body of ['<html>', [], { description: 'no code' }, { code: '1' }, null])
    assert.throws(() => read(body), { kind: 'bad_response' })
  assert.throws(() => read(upstreamBody(4), { status: 401 }), { kind: 'bad_key' })
  assert.throws(() => read(upstreamBody(23), { status: 429 }), { kind: 'rate_limited' })
  assert.throws(() => read('Bad gateway', { status: 502 }), { kind: 'overloaded', status: 502 })
})

test('nothing that only the administrator may know is in the description', () => {
  const { body } = read(upstreamBody(4, { description: 'key sk-secret at mj.internal' })).response
  assert.equal((body as { description: string }).description, 'key *** at ***')
})
