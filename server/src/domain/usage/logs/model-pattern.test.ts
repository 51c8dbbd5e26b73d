import assert from 'node:assert/strict'
import { onBothDatabases } from '../../../../test/harness/databases.ts'
import { modelMatches } from './model-pattern.ts'

onBothDatabases(
  'a percent sign in the model stands for anything; other signs, and texts without one, are as written',
  async ({ store }) => {
    const models = ['gpt-4o', 'gpt-4_1', 'my-gpt-4', 'gpt-3.5', 'a\\b']
    for (const model_name of models)
      await store
        .insertInto('logs')
        .values({ user_id: 1, username: 'root', type: 2, created_at: 1, content: '', model_name })
        .execute()
    const found = async (name: string) =>
      (await store.selectFrom('logs').select('model_name').where(modelMatches(name)).orderBy('id').execute()).map(
        ({ model_name }) => model_name,
      )
    assert.deepEqual(await found('gpt-4%'), ['gpt-4o', 'gpt-4_1'])
    assert.deepEqual(await found('%gpt-4'), ['my-gpt-4'])
    assert.deepEqual(await found('g%-4%1'), ['gpt-4_1'])
    assert.deepEqual(await found('gpt-4'), [])
    assert.deepEqual(await found('gpt-4_1'), ['gpt-4_1'])
    assert.deepEqual(await found('a\\b'), ['a\\b'])
    assert.deepEqual(await found('gpt\0-4o'), ['gpt-4o'], 'PostgreSQL refuses NUL')
    assert.deepEqual(await found('gpt_4%'), [], 'an underscore is no wildcard')
    assert.deepEqual(await found('a\\%'), ['a\\b'])
    assert.deepEqual(await found('%'), models)
  },
)
