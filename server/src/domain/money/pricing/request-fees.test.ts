import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requestFees } from './request-fees.ts'
import { toolPriceOf } from './tool-prices.ts'

const high = { web_search_options: { search_context_size: 'high' } }
const proSearch = { stream: true, web_search_options: { search_type: 'pro', search_context_size: 'medium' } }

// Dollars per 1000 requests.
const fees: [model: string, body: Record<string, unknown>, fee: number | undefined][] = [
  ['sonar', {}, 5],
  ['sonar', { web_search_options: { search_context_size: 'medium' } }, 8],
  ['sonar', high, 12],
  ['sonar', { web_search_options: { search_context_size: 'huge' } }, 5],
  ['sonar', { web_search_options: 'high' }, 5],
  ['sonar', { tools: [null, { type: 'web_search', search_context_size: 'high' }] }, 12],
  ['sonar', { tools: [{ search_context_size: 'high' }, ...Array(200_000).fill({})] }, 12],
  ['sonar', { disable_search: true }, 5],
  ['sonar-reasoning', high, 12],
  ['sonar-pro', {}, 6],
  ['perplexity/sonar-pro', high, 14],
  ['sonar-reasoning-pro', { web_search_options: { search_context_size: 'medium' } }, 10],
  ['sonar-pro', proSearch, 18],
  ['sonar-pro', { ...proSearch, web_search_options: { search_type: 'auto' } }, 14],
  ['sonar-pro', { ...proSearch, web_search_options: { search_type: 'fast' } }, 6],
  ['sonar-pro', { ...proSearch, stream: false }, 10],
  ['sonar', proSearch, 8],
  ['sonar-reasoning-pro', proSearch, 10],
  ['sonar-deep-research', high, undefined],
  ['llama-3-sonar-local', {}, undefined],
  ['sonar-pro-2', {}, undefined],
  ['gpt-4o-search-preview', {}, 25],
  ['gpt-5-search-api', {}, 10],
  ['my-search-index', {}, undefined],
]
for (const [model, body, fee] of fees)
  test(`the fee for a request to ${model}: ${JSON.stringify(body).slice(0, 100)}`, () => {
    const found = requestFees(model, body)
    assert.deepEqual(
      found?.map(({ name, count }) => [toolPriceOf(name, model), count]),
      fee === undefined ? undefined : [[fee, 1]],
    )
  })
