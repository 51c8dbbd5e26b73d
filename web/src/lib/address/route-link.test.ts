import assert from 'node:assert/strict'
import { test } from 'node:test'
import { routeLink } from './route-link.ts'

test('a link names what is known of a call, and nothing else', () => {
  assert.equal(routeLink({ model: 'gpt-4o', group: '', token_id: 0 }), '/route?model=gpt-4o')
  assert.equal(
    routeLink({ model: 'a b', token_id: 7, path: '/v1/embeddings' }),
    '/route?model=a+b&token_id=7&path=%2Fv1%2Fembeddings',
  )
})

test('paths of the playground and those that name the model are explained as the plain path', () => {
  const path = (given: string) => new URLSearchParams(routeLink({ model: 'm', path: given }).slice(7)).get('path')
  assert.equal(path('/pg/chat/completions'), '/v1/chat/completions')
  assert.equal(path('/v1beta/models/:target'), '/v1beta/models/{model}:generateContent')
  assert.equal(path('/v1/models/{model}:embedContent'), '/v1beta/models/{model}:generateContent')
  assert.equal(path('/v1/engines/{model}/embeddings'), '/v1/embeddings')
})
