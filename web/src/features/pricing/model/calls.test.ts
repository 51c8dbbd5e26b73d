import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { stripTypeScriptTypes } from 'node:module'
import { test } from 'node:test'
import { endpointTypes } from '@turnpike/contract/money/pricing'
import { callOf } from './calls.ts'

const values = { base: 'https://api.example', key: 'sk-abc', model: 'some-model' }
const hostile = { ...values, model: `a'b"c\\d $(id) é` }

/** The words of a shell command, as a shell reads them. */
const wordsOf = (command: string) =>
  execFileSync('sh', ['-c', command.replace(/^curl/, String.raw`printf '%s\0'`)], { encoding: 'utf8' }).split('\0')

test('a curl call has its key, its model and a JSON body, whatever the model is called', () => {
  for (const endpoint of endpointTypes) {
    const call = callOf(endpoint, 'shell', hostile)
    if (call === undefined) continue
    const words = wordsOf(call)
    assert.ok(words[0]?.startsWith('https://api.example/v1'), endpoint)
    assert.ok(
      words.some((word) => word.endsWith('sk-abc')),
      endpoint,
    )
    const at = words.indexOf('-d') + 1
    const body = at > 0 ? JSON.parse(words[at] ?? '') : undefined
    const isNamed =
      body?.model === hostile.model ||
      words.includes(`model=${hostile.model}`) ||
      words[0]?.includes(encodeURIComponent(hostile.model))
    assert.ok(isNamed, endpoint)
  }
})

test('JavaScript calls are valid modules, whatever the model is called', () => {
  for (const endpoint of endpointTypes) {
    const call = callOf(endpoint, 'javascript', hostile) ?? ''
    assert.doesNotThrow(() => stripTypeScriptTypes(call), endpoint)
    assert.ok(/model|some/.test(call), endpoint)
  }
})

test('every endpoint can be called in Python and JavaScript, and all but sessions by curl', () => {
  for (const endpoint of endpointTypes) {
    assert.ok(callOf(endpoint, 'python', values)?.includes('some-model'), endpoint)
    assert.ok(callOf(endpoint, 'javascript', values)?.includes('some-model'), endpoint)
    assert.equal(callOf(endpoint, 'shell', values) === undefined, endpoint === 'realtime', endpoint)
  }
})
