import { type PricedModel, quotaType } from '@turnpike/contract/money/pricing'

/** A model for tests, charged by tokens unless `changes` say otherwise. */
export const sampleModel = (changes: Partial<PricedModel> = {}): PricedModel => ({
  model_name: 'claude-opus-4-5',
  quota_type: quotaType.tokens,
  model_price: 0,
  model_ratio: 2.5,
  completion_ratio: 5,
  enable_groups: ['default', 'vip'],
  owner_by: '',
  vendor: 'anthropic',
  tags: ['chat', 'caching'],
  supported_endpoint_types: ['openai', 'anthropic'],
  ...changes,
})
