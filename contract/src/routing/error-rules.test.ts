import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOption } from '../options.ts'
import { readErrorRule, ruleFor } from './error-rules.ts'

test('a rule is a status, an action, and a text that the error may contain', () => {
  assert.deepEqual(readErrorRule('429 cool_key'), { status: '429', action: 'cool_key', text: '' })
  assert.deepEqual(readErrorRule(' 4xx  pass  Content Policy '), {
    status: '4xx',
    action: 'pass',
    text: 'content policy',
  })
  for (const wrong of ['200 retry', '429', '429 explode', 'cool_key', '9xx retry', ''])
    assert.equal(readErrorRule(wrong), undefined, wrong)
})

test('the first rule that matches counts', () => {
  const rules = ['403 disable_key suspended', '4xx pass', '* retry'].flatMap((line) => readErrorRule(line) ?? [])
  const action = (status: number, message: string, code?: string) => ruleFor(rules, { status, message, code })?.action
  assert.equal(action(403, 'Account SUSPENDED'), 'disable_key')
  assert.equal(action(403, 'no', 'account_suspended'), 'disable_key')
  assert.equal(action(403, 'no'), 'pass')
  assert.equal(action(502, 'no'), 'retry')
})

test('an option with a line that is no rule is refused', () => {
  assert.equal(parseOption('ErrorRules', '429 cool_key\n5xx retry').ok, true)
  assert.equal(parseOption('ErrorRules', '429 cool_key\nnonsense').ok, false)
})
