import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Search } from 'lucide-react'
import { arrange } from './arrange.ts'
import type { Command, CommandGroup } from './command.ts'

const command = (group: CommandGroup, id: string, label: string, also: string[] = []): Command => ({
  id,
  group,
  icon: Search,
  label,
  also,
  run: () => {},
})
const commands = [
  command('pages', 'page:tokens', 'Tokens', ['令牌']),
  command('pages', 'page:log', 'Usage log', ['使用日志']),
  command('actions', 'action:createToken', 'Create token', ['新建令牌']),
  command('actions', 'action:test', 'Test tokens', ['测试']),
]
const setting = command('settings', 'setting:option:RetryTimes', 'Maximum retries')
const example = command('examples', 'example:errors', 'errors …')
const suggested = ['page:log', 'page:tokens', 'page:unknown']

const shown = (typed: string, { recent = [], found = [] }: { recent?: string[]; found?: Command[] } = {}) =>
  arrange({ commands, found, typed, recent, suggested }).map((part) => [part.group, part.commands.map(({ id }) => id)])

test('without a text, what was used last comes before suggestions and examples, and nothing twice', () => {
  const recent = ['setting:option:RetryTimes', 'page:log', 'action:gone']
  assert.deepEqual(shown('', { recent, found: [setting, example] }), [
    ['recent', ['setting:option:RetryTimes', 'page:log']],
    ['suggested', ['page:tokens']],
    ['examples', ['example:errors']],
  ])
})

test('a typed text ranks within the groups, and what was used last comes before its equals', () => {
  assert.deepEqual(shown('token'), [
    ['pages', ['page:tokens']],
    ['actions', ['action:createToken', 'action:test']],
  ])
  assert.deepEqual(shown('token', { recent: ['action:test'] })[1], ['actions', ['action:test', 'action:createToken']])
  assert.deepEqual(shown('令牌'), [
    ['pages', ['page:tokens']],
    ['actions', ['action:createToken']],
  ])
})

test('what was found elsewhere is shown though its name does not have the text', () => {
  const found = [command('channels', 'channels:42', 'road')]
  assert.deepEqual(shown('42', { found }), [['channels', ['channels:42']]])
})

test('a sentence comes first, unless the text is the name of a page', () => {
  const found = [command('sentences', 'sentence:log', 'Log of user usage')]
  assert.deepEqual(shown('log sofia', { found })[0], ['sentences', ['sentence:log']])
  assert.deepEqual(
    shown('usage log', { found }).map(([group]) => group),
    ['pages', 'sentences'],
  )
})
