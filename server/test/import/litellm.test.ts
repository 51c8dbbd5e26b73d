import assert from 'node:assert/strict'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { wholeMap } from '../../src/domain/money/pricing/price-maps.ts'
import { readOptions } from '../../src/domain/system/options/options.queries.ts'
import { runImport } from '../../src/import/run-import.ts'
import { openSource } from '../../src/import/sources/open-source.ts'
import { createLog } from '../../src/log.ts'
import { openVault } from '../../src/secrets/vault.ts'
import { onBothDatabases } from '../harness/databases.ts'
import { secretKey } from '../harness/harness.ts'

const config = `
model_list:
  - model_name: gpt-4o
    litellm_params: { model: openai/gpt-4o, api_key: os.environ/OPENAI_API_KEY, api_base: "https://api.openai.com/v1" }
  - model_name: small
    litellm_params: { model: gpt-4o-mini, api_key: os.environ/OPENAI_API_KEY, api_base: "https://api.openai.com/v1" }
  - model_name: gpt-4o
    litellm_params: { model: azure/my-deployment, api_key: azure-key, api_base: "https://res.openai.azure.com", api_version: 2024-06-01 }
  - model_name: claude
    litellm_params: { model: anthropic/claude-sonnet-4-5, api_key: os.environ/NOT_SET }
  - model_name: "bedrock/*"
    litellm_params: { model: "bedrock/*" }
  - model_name: titan
    litellm_params: { model: bedrock/amazon.titan, aws_access_key_id: ak, aws_secret_access_key: sk, aws_region_name: us-east-1 }
  - model_name: strange
    litellm_params: { model: somebody/something, api_key: x }
  - { model_name: nothing }
  - model_name: contract
    litellm_params: { model: openai/gpt-4o-mini, api_key: x, input_cost_per_token: 0.000003 }
    model_info: { output_cost_per_token: 0.000007 }
litellm_settings: { drop_params: true }
router_settings: { routing_strategy: latency-based-routing, num_retries: 2 }
`

onBothDatabases('the models of a LiteLLM config become channels, one per account', async (open) => {
  const path = join(mkdtempSync(join(tmpdir(), 'turnpike-test-')), 'config.yaml')
  writeFileSync(path, config)
  const vault = openVault(Buffer.from(secretKey, 'hex'))
  const run = async () =>
    runImport(open, vault, await openSource(path, { OPENAI_API_KEY: 'sk-from-environment' }), {
      named: path,
      isDryRun: false,
      logsSince: undefined,
      say: () => {},
      log: createLog('error', { write: () => {} }),
    })
  const { tables, prices } = await run()
  assert.deepEqual(tables[0]?.cannot, [
    {
      what: 'there is no such option here',
      count: 2,
      examples: ['router_settings.routing_strategy', 'router_settings.num_retries'],
    },
  ])
  assert.deepEqual(
    prices.map(({ model, there, reason }) => [model, there, reason]),
    [
      ['gpt-4o', null, 'another channel requests my-deployment for it'],
      ['titan', null, 'it is billed as amazon.titan there, which has no price here'],
    ],
  )
  const values = new Map((await readOptions(open.store)).map(({ key, value }) => [key, JSON.parse(value)]))
  const shipped = (key: 'ModelRatio' | 'CompletionRatio' | 'CacheRatio') => wholeMap(key, {})['gpt-4o-mini']
  assert.deepEqual(
    values.get('ModelRatio'),
    { small: shipped('ModelRatio'), contract: 1.5 },
    'an alias has the price of its model',
  )
  assert.deepEqual(values.get('CompletionRatio'), { small: shipped('CompletionRatio'), contract: 2.333333333333 })
  assert.deepEqual(values.get('CacheRatio'), { small: shipped('CacheRatio') })
  assert.deepEqual(
    tables[1]?.cannot.map(({ what, examples }) => [what, ...examples]),
    [
      ['the environment variable NOT_SET is not set', 'claude claude'],
      ['a name with * stands for many models: list them one by one', 'bedrock/* bedrock/*'],
      ['its provider does not exist here', 'strange strange'],
      ['the entry has no model_name or no litellm_params.model', '7 7'],
    ],
  )
  const rows = await open.store.selectFrom('channels').selectAll().orderBy('id').execute()
  assert.deepEqual(
    rows.map(({ type, key_cipher, base_url, models, model_mapping, other }) => {
      return [type, vault.decrypt(key_cipher, 'channel key'), base_url, models, model_mapping, other]
    }),
    [
      [1, 'sk-from-environment', 'https://api.openai.com', 'gpt-4o,small', '{"small":"gpt-4o-mini"}', ''],
      [3, 'azure-key', 'https://res.openai.azure.com', 'gpt-4o', '{"gpt-4o":"my-deployment"}', '2024-06-01'],
      [33, 'ak|sk|us-east-1', '', 'titan', '{"titan":"amazon.titan"}', ''],
      [1, 'x', '', 'contract', '{"contract":"gpt-4o-mini"}', ''],
    ],
  )
  assert.deepEqual(
    (await run()).tables.map(({ comes }) => comes),
    [0, 0],
    'a repeated import brings nothing',
  )
})
