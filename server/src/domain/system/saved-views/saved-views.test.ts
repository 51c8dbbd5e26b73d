import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { errorText } from '@turnpike/contract/errors'
import { type SavedView, savedViewApi, type ViewList, viewBounds, viewsMax } from '@turnpike/contract/system/saved-view'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'

for (const kind of databaseKinds)
  describe(`saved views on ${kind}`, () => {
    const servers = useServers(kind, { one: {} })
    let people = 0
    const person = async (): Promise<Client> => {
      const username = `person${++people}`
      await servers.one.given.user({ username })
      const client = servers.one.client()
      await client.signIn(username)
      return client
    }
    const list = async (client: Client, of: ViewList = 'tokens'): Promise<SavedView[]> => {
      const { response } = await client.call(savedViewApi.list, { query: { list: of } })
      assert.ok(response.success, response.message)
      return response.data
    }
    const create = async (client: Client, body: object = {}) => {
      const view = { list: 'tokens', name: 'Mine', query: 'keyword=bot', ...body } as const
      return (await client.call(savedViewApi.create, { body: view })).response
    }
    const saved = async (client: Client, body: object = {}): Promise<SavedView> => {
      const response = await create(client, body)
      assert.ok(response.success, response.message)
      return response.data
    }
    const update = async (client: Client, body: { id: number; name?: string; query?: string; is_default?: boolean }) =>
      (await client.call(savedViewApi.update, { body })).response
    const remove = async (client: Client, id: number) =>
      (await client.call(savedViewApi.remove, { params: { id: String(id) } })).response

    test('views are kept per user and list, in the order of their names', async () => {
      const lin = await person()
      const max = await person()
      await saved(lin, { name: ' zebra ' })
      await saved(lin, { name: 'Apple', query: '' })
      await saved(lin, { name: 'Apple', list: 'logs' })
      await saved(max, { name: 'Apple' })
      const shown = (await list(lin)).map(({ name, query, is_default }) => [name, query, is_default])
      assert.deepEqual(shown, [
        ['Apple', '', false],
        ['zebra', 'keyword=bot', false],
      ])
      assert.equal((await list(lin, 'logs')).length, 1)
    })

    test('names of a list differ in more than their case', async () => {
      const lin = await person()
      const first = await saved(lin, { name: 'Bots' })
      const second = await saved(lin, { name: 'People' })
      const taken = errorText('view_name_taken', 'zh')
      assert.equal((await create(lin, { name: 'bots' })).message, taken)
      assert.equal((await update(lin, { id: second.id, name: 'BOTS' })).message, taken)
      assert.ok((await update(lin, { id: first.id, name: 'BOTS' })).success)
      assert.deepEqual(
        (await list(lin)).map(({ name }) => name),
        ['BOTS', 'People'],
      )
    })

    if (!hasEveryTest(kind)) return

    test('one view of a list is the default, and another one replaces it', async () => {
      const lin = await person()
      const first = await saved(lin, { name: 'a', is_default: true })
      const second = await saved(lin, { name: 'b', is_default: true })
      const defaults = async () => (await list(lin)).filter(({ is_default }) => is_default).map(({ id }) => id)
      assert.deepEqual(await defaults(), [second.id])
      await update(lin, { id: first.id, is_default: true })
      assert.deepEqual(await defaults(), [first.id])
      await update(lin, { id: first.id, query: 'p=2' })
      assert.deepEqual(await defaults(), [first.id])
      await update(lin, { id: first.id, is_default: false })
      assert.deepEqual(await defaults(), [])
    })

    test('a list keeps a bounded number of views, also when they are saved at once', async () => {
      const lin = await person()
      const names = Array.from({ length: viewsMax + 5 }, (_, index) => `view ${index}`)
      const responses = await Promise.all(names.map((name) => create(lin, { name })))
      assert.equal(responses.filter(({ success }) => success).length, viewsMax)
      assert.equal((await list(lin)).length, viewsMax)
    })

    test('bad input is refused and changes nothing', async () => {
      const lin = await person()
      const { id } = await saved(lin)
      const bad = [
        { name: ' ' },
        { name: 'x'.repeat(viewBounds.name.charactersMax + 1) },
        { name: 'a\nb' },
        { name: 'b', query: 'x'.repeat(viewBounds.query.lengthMax + 1) },
        { name: 'b', list: 'passwords' },
      ]
      for (const body of bad) assert.equal((await create(lin, body)).success, false, JSON.stringify(body))
      assert.equal((await update(lin, { id, name: '' })).success, false)
      assert.deepEqual(
        (await list(lin)).map(({ name }) => name),
        ['Mine'],
      )
    })

    test("nobody changes or deletes somebody else's views", async () => {
      const lin = await person()
      const max = await person()
      const view = await saved(lin)
      const missing = errorText('not_found', 'zh')
      assert.equal((await update(max, { id: view.id, name: 'theirs' })).message, missing)
      assert.equal((await remove(max, view.id)).message, missing)
      assert.deepEqual(await list(lin), [view])
      assert.ok((await remove(lin, view.id)).success)
      assert.deepEqual(await list(lin), [])
    })
  })
