import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BadRequest } from '../../forms/bad-request.ts'
import { checkFieldSpelling, withoutZeroes } from './field-spelling.ts'

const refused = (body: object, own: string[] = []) => {
  try {
    checkFieldSpelling({ ...body }, own)
    return undefined
  } catch (error) {
    assert.ok(error instanceof BadRequest)
    return error.param
  }
}

test('another spelling of a field that decides about money or route is refused, wherever vendors read it', () => {
  for (const name of [
    'N',
    'Max_Tokens',
    'maxTokens',
    'max-tokens',
    'MODEL',
    'Model',
    'API_KEY',
    'apiKey',
    'Group',
    'bestOf',
  ])
    assert.equal(refused({ [name]: 1 }), name)
  assert.equal(refused({ extra_body: { N: 50 } }), 'extra_body.N')
  assert.equal(refused({ Extra_Body: {} }), 'Extra_Body')
  assert.equal(refused({ parameters: { Max_Tokens: 1 } }), 'parameters.Max_Tokens')
})

test('a second body may not set what multiplies the price', () => {
  assert.equal(refused({ parameters: { n: 50 } }), 'parameters')
  assert.equal(refused({ generationConfig: { candidateCount: 8 } }), 'generationConfig')
  assert.equal(refused({ extra_body: { parameters: { n: 50 } } }), 'extra_body.parameters')
  assert.equal(refused({ extra_body: { extra_body: { n: 50 } } }), 'extra_body.extra_body')
  assert.equal(refused({ parameters: { size: '1024*1024' } }), 'parameters')
  assert.equal(refused({ extra_body: { parameters: { Quality: 'hd' } } }), 'extra_body.parameters.Quality')
  assert.equal(refused({ parameters: { seed: 1, background: 'white' } }), undefined)
})

test('exact names, other names and a dialect’s own containers pass', () => {
  assert.equal(
    refused({ model: 'm', n: 2, max_tokens: 5, apikey: 'x', api_key: 'y', temperature: 1, topP: 1 }),
    undefined,
  )
  assert.equal(refused({ extra_body: { n: 50, top_k: 3 } }), undefined, 'dropped when the request is shaped')
  const config = { generationConfig: { maxOutputTokens: 9, candidateCount: 2 } }
  assert.equal(refused(config, ['generationConfig']), undefined)
})

test('zeroes and empty lists by which clients say nothing are absent', () => {
  const said = { model: 'm', temperature: 0 }
  assert.deepEqual(withoutZeroes({ ...said, max_tokens: 0, max_completion_tokens: 0, n: 0, tools: [] }), said)
  const body = { ...said, max_tokens: 1, tools: [{}] }
  assert.equal(withoutZeroes(body), body)
})
