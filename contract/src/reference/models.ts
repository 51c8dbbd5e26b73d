import { model } from './fields.ts'
import { jsonResponse, type OperationGroup } from './operation.ts'

const parameters = { model }

export const models: OperationGroup = {
  id: 'models',
  title: ['Models and balance', '模型与余额'],
  operations: [
    {
      id: 'list-models',
      method: 'GET',
      path: '/v1/models',
      also: ['/v1beta/openai/models'],
      title: ['List the models', '列出模型'],
      about: [
        'The models that this API key may use. The headers of another SDK give that SDK’s format.',
        '此 API 密钥可用的模型。带有其他 SDK 的请求头时，按该 SDK 的格式返回。',
      ],
      example: {},
      response: jsonResponse({
        object: 'list',
        data: [{ id: 'gpt-5.4-mini', object: 'model', created: 1626777600, owned_by: 'openai' }],
      }),
    },
    {
      id: 'model',
      method: 'GET',
      path: '/v1/models/{model}',
      title: ['Get a model', '查询模型'],
      models: 'openai',
      parameters,
      example: { model: 'gpt-5.4-mini' },
      response: jsonResponse({ id: 'gpt-5.4-mini', object: 'model', created: 1626777600, owned_by: 'openai' }),
    },
    {
      id: 'gemini-models',
      method: 'GET',
      path: '/v1beta/models',
      title: ['List the models in Google’s format', '列出模型（Google 格式）'],
      key: 'google',
      example: {},
      response: jsonResponse({
        models: [
          {
            name: 'models/gemini-2.5-flash',
            displayName: 'gemini-2.5-flash',
            supportedGenerationMethods: ['generateContent'],
          },
        ],
      }),
    },
    {
      id: 'gemini-model',
      method: 'GET',
      path: '/v1beta/models/{model}',
      title: ['Get a model in Google’s format', '查询模型（Google 格式）'],
      key: 'google',
      models: 'gemini',
      parameters,
      example: { model: 'gemini-2.5-flash' },
      response: jsonResponse({
        name: 'models/gemini-2.5-flash',
        displayName: 'gemini-2.5-flash',
        supportedGenerationMethods: ['generateContent'],
      }),
    },
    {
      id: 'billing-subscription',
      method: 'GET',
      path: '/v1/dashboard/billing/subscription',
      also: ['/dashboard/billing/subscription'],
      title: ['Get the total amount', '查询总金额'],
      about: [
        'Balance and usage together, in dollars. For a token with a spending limit, that limit.',
        '余额与已用金额之和，单位美元。令牌设有消费上限时为该上限。',
      ],
      example: {},
      response: jsonResponse({
        object: 'billing_subscription',
        has_payment_method: true,
        soft_limit_usd: 20,
        hard_limit_usd: 20,
        system_hard_limit_usd: 20,
        access_until: 0,
      }),
    },
    {
      id: 'billing-usage',
      method: 'GET',
      path: '/v1/dashboard/billing/usage',
      also: ['/dashboard/billing/usage'],
      title: ['Get the amount used', '查询已用金额'],
      about: ['In cents.', '单位为美分。'],
      example: {},
      response: jsonResponse({ object: 'list', total_usage: 125 }),
    },
  ],
}
