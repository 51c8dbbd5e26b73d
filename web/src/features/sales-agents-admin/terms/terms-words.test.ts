import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgentTerms, usualTerms } from '@turnpike/contract/money/agents/terms'
import { fakeBrowser } from '../../../lib/browser/fake-browser.ts'

fakeBrowser()
const { language } = await import('../../../lib/browser/preferences.ts')
const { termsText } = await import('./terms.text.ts')
const { changedTerms, termNames, termWords, withTermsBefore } = await import('./terms-words.ts')

const money = (quota: number) => `$${quota / 500_000}`
const wordsOf = (terms: AgentTerms) => termNames.map((name) => termWords(name, terms, { t: termsText.get(), money }))

test('every term has words in both languages', () => {
  language.set('en')
  assert.deepEqual(wordsOf(usualTerms), [
    'Payments',
    '10%',
    'None',
    'Nothing',
    '14 days',
    '$10',
    'None',
    'None',
    'No end',
  ])
  const other: AgentTerms = {
    ...{ basis: 'spend', share: 0, second_share: 2.5, counts: ['gifts', 'codes'], waiting_days: 0 },
    ...{ withdrawal_min: 0, withdrawal_fee: 500_000, withdrawal_fee_share: 1, ends_at: 86_400 * 30 },
  }
  assert.deepEqual(wordsOf(other).slice(0, -1), [
    'Spend',
    '0%',
    '2.5%',
    'Gifts, Redemption codes',
    'None',
    'None',
    '$1',
    '1%',
  ])
  assert.match(wordsOf(other).at(-1) ?? '', /^1970-01-3\d /)
  language.set('zh')
  assert.deepEqual(wordsOf(usualTerms).slice(0, 5), ['付款', '10%', '无', '无', '14 天'])
})

test('a change is compared with the terms that the same subject had before', () => {
  const row = (id: number, scope: string, subject: string, terms: object) => ({
    id,
    scope,
    subject,
    subject_id: 0,
    terms,
  })
  const history = withTermsBefore([
    row(4, 'group', 'vip', {}),
    row(3, 'installation', '', { share: 12 }),
    row(2, 'group', 'vip', { share: 15, counts: ['codes'] }),
    row(1, 'group', 'default', { share: 9 }),
  ])
  assert.deepEqual(
    history.map(({ before, terms }) => changedTerms(before, terms)),
    [['share', 'counts'], ['share'], ['share', 'counts'], ['share']],
  )
  assert.deepEqual(changedTerms({ counts: ['codes'], share: 1 }, { share: 1, counts: ['codes'] }), [])
})
