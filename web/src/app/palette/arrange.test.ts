import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrange } from './arrange.ts'
import type { Command } from './use-commands.ts'

const command = (id: string, label: string, also: string[] = []): Command => ({
  id,
  group: id.startsWith('page') ? 'pages' : id.startsWith('action') ? 'actions' : 'channels',
  label,
  also,
  run: () => {},
})
const all = [
  command('page:tokens', 'Tokens', ['令牌']),
  command('page:log', 'Usage log', ['使用日志']),
  command('action:createToken', 'Create token', ['新建令牌']),
  command('action:test', 'Test tokens', ['测试']),
]
const shown = (typed: string, recent: string[] = [], commands = all) =>
  arrange(commands, { typed, recent }).map((part) => [part.group, part.commands.map(({ id }) => id)])

test('without a text all are shown in their order, and those used last have a group of their own', () => {
  assert.deepEqual(shown('', ['page:log', 'action:gone']), [
    ['recent', ['page:log']],
    ['pages', ['page:tokens']],
    ['actions', ['action:createToken', 'action:test']],
  ])
})

test('a typed text ranks within the groups, and what was used last comes before its equals', () => {
  assert.deepEqual(shown('token'), [
    ['pages', ['page:tokens']],
    ['actions', ['action:createToken', 'action:test']],
  ])
  assert.deepEqual(shown('token', ['action:test'])[1], ['actions', ['action:test', 'action:createToken']])
  assert.deepEqual(shown('令牌'), [
    ['pages', ['page:tokens']],
    ['actions', ['action:createToken']],
  ])
})

test('what the server has found is shown though its name does not have the text', () => {
  assert.deepEqual(shown('42', [], [...all, command('channels:42', 'road')]), [['channels', ['channels:42']]])
})
