import assert from 'node:assert/strict'
import { test } from 'node:test'
import { translateBy } from './translation.ts'

const translate = translateBy({
  Tokens: 'Jetons',
  '{name} bound': '{name} lié',
  '{days} d': '{days} j',
  'last {days} days': '{days} derniers jours',
  '{left} of {right} (exact)': '{right} : {left} (exactement)',
  'Channel {name}: {reason}': 'Canal {name} : {reason}',
  'No key': 'Aucune clé',
})

test('a text is translated word for word, and one without a translation stays', () => {
  assert.equal(translate('Tokens'), 'Jetons')
  assert.equal(translate('Users'), 'Users')
  assert.equal(translate('toString'), 'toString')
})

test('a template is translated before and after its parameters are filled in', () => {
  assert.equal(translate('{name} bound'), '{name} lié')
  assert.equal(translate('GitHub bound'), 'GitHub lié')
  assert.equal(translate('last 7 days'), '7 derniers jours')
  assert.equal(translate('3 of 4 (exact)'), '4 : 3 (exactement)')
})

test('words in the place of a parameter are translated if the table has them', () => {
  assert.equal(translate('Channel a: No key'), 'Canal a : Aucune clé')
  assert.equal(translate('Channel a: other'), 'Canal a : other')
})
