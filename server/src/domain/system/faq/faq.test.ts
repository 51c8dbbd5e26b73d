import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { type FaqEntry, faqApi, faqEntriesMax } from '@turnpike/contract/system/faq'
import { statusApi } from '@turnpike/contract/system/status'
import { signInRoot } from '../../../../test/harness/config-files.ts'
import { databaseKinds, hasEveryTest } from '../../../../test/harness/databases.ts'
import { eventually } from '../../../../test/harness/eventually.ts'
import { type Client, useServers } from '../../../../test/harness/harness.ts'
import { createPagePolicy } from '../status/page-needs.ts'

const entry = (question: string, more: Partial<FaqEntry> = {}): FaqEntry => ({
  question,
  answer: `The answer to ${question}`,
  question_zh: '',
  answer_zh: '',
  ...more,
})

for (const kind of databaseKinds)
  describe(`questions of the operator on ${kind}`, () => {
    const servers = useServers(kind, { one: {}, other: {} })
    let root = {} as Client // signed in before any test runs
    before(async () => {
      root = await signInRoot(servers.one)
    })
    const save = async (entries: readonly Partial<FaqEntry>[], seen_revision?: string) => {
      const body = { entries: entries.map((each) => ({ ...entry(''), answer: '', ...each })), seen_revision }
      return (await root.call(faqApi.save, { body })).response
    }
    const list = async (client: Client = servers.one.client()) => {
      const { response } = await client.call(faqApi.list)
      assert.ok(response.success)
      return response
    }
    const audited = () =>
      servers.one.deps.store
        .selectFrom('audit')
        .select(['actor_name', 'detail'])
        .where('action', '=', 'faq.save')
        .orderBy('id', 'desc')
        .execute()

    test('the list is saved whole, in its order, and everybody reads it on every instance', async () => {
      assert.deepEqual((await list()).data, [])
      const entries = [
        entry('How do I pay?'),
        entry('', { question_zh: '怎么付款？', answer_zh: '在钱包里。', answer: '' }),
      ]
      const saved = await save(entries)
      assert.ok(saved.success, saved.message)
      assert.deepEqual(await list(), { success: true, message: '', data: entries, revision: saved.revision })
      const elsewhere = servers.other.client()
      await eventually('the other instance knows', async () => (await list(elsewhere)).revision === saved.revision)
      assert.deepEqual((await list(elsewhere)).data, entries)

      const turned = entries.toReversed()
      await save(turned)
      assert.deepEqual((await list()).data, turned)
      await save([])
      assert.deepEqual((await list()).data, [])
    })

    test('readers cost no query', async () => {
      await save([entry('Kept in memory?')])
      await servers.one.deps.store.deleteFrom('faq_entries').execute()
      assert.equal((await list()).data.length, 1)
      await servers.one.deps.reload()
      assert.deepEqual((await list()).data, [])
    })

    if (!hasEveryTest(kind)) return

    test('pages learn from the status whether there are questions, and may load their pictures', async () => {
      const hasFaq = async () => {
        const { response } = await servers.one.client().call(statusApi.status)
        return response.success && response.data.has_faq
      }
      const policy = createPagePolicy(servers.one.deps)
      await servers.one.deps.store.insertInto('options').values({ key: 'DrawingEnabled', value: 'false' }).execute()
      await servers.one.deps.store.insertInto('options').values({ key: 'TaskEnabled', value: 'false' }).execute()
      await save([])
      assert.equal(await hasFaq(), false)
      assert.doesNotMatch(policy(), /pictures\.example/)
      await save([entry('Where?', { answer: '![Here](https://pictures.example/wallet.png)' })])
      assert.equal(await hasFaq(), true)
      assert.match(policy(), /img-src [^;]*https:\/\/pictures\.example/)
    })

    test('a save is audited with the questions that differ; one that changes nothing is not', async () => {
      await save([entry('Same'), entry('Other words'), entry('Gone')])
      await save([entry('New'), entry('Same'), entry('Other words', { answer: 'Changed.' })])
      const before = await audited()
      const detail = { added: ['New'], changed: ['Other words'], removed: ['Gone'] }
      assert.deepEqual(before[0], { actor_name: 'chief', detail: JSON.stringify(detail) })
      const { data } = await list()
      assert.ok((await save(data)).success)
      assert.equal((await audited()).length, before.length)
    })

    test('of many who change the same list at once, one succeeds, and the others are told who it was', async () => {
      await save([entry('Before')])
      const { revision } = await list()
      const wanted = Array.from({ length: 8 }, (_, index) => [entry(`${index} first`), entry(`${index} second`)])
      const responses = await Promise.all(wanted.map((entries) => save(entries, revision)))
      const refused = responses.filter((response) => !response.success)
      assert.deepEqual(
        refused.map(({ code, params }) => [code, params?.name]),
        Array(7).fill(['changed_meanwhile', 'chief']),
      )
      const winner = responses.findIndex(({ success }) => success)
      assert.deepEqual((await list()).data, wanted[winner])
    })

    test('bad input is refused and changes nothing', async () => {
      await save([entry('Kept')])
      const bad: [entries: Partial<FaqEntry>[], code: string][] = [
        [[{ question: 'Half' }], 'faq_entry_incomplete'],
        [[{ question: 'A question', answer_zh: '另一种语言的答案' }], 'faq_entry_incomplete'],
        [[{}], 'faq_entry_incomplete'],
        [[entry('x'.repeat(201))], 'faq_question_invalid'],
        [[entry('two\nlines')], 'faq_question_invalid'],
        [[entry('Long', { answer: 'x'.repeat(10_001) })], 'faq_answer_invalid'],
        [[entry('Twice'), entry(' Twice ')], 'faq_question_twice'],
        [Array.from({ length: faqEntriesMax + 1 }, (_, index) => entry(`${index}`)), 'faq_too_long'],
      ]
      for (const [entries, code] of bad) {
        const refused = await save(entries)
        assert.ok(!refused.success)
        assert.equal(refused.code, code)
      }
      assert.deepEqual((await list()).data, [entry('Kept')])
    })
  })
