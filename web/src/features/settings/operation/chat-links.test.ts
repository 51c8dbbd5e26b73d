import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseOption } from '@turnpike/contract/options'
import { chatProblem } from './chat-links.ts'

const lists: [value: unknown, kind: string | undefined][] = [
  [[], undefined],
  [[{ Web: 'https://chat.example.com/#/?key={key}' }, { App: 'app://set?server={address}' }], undefined],
  [{ Web: 'https://chat.example.com' }, 'shape'],
  [['https://chat.example.com'], 'shape'],
  [[{}], 'shape'],
  [[{ One: 'https://one.example.com', Two: 'https://two.example.com' }], 'shape'],
  [[{ Web: 1 }], 'shape'],
  [[{ Web: 'chat.example.com' }], 'link'],
  [[{ Switch: 'ccswitch' }, { Reader: 'fluentread' }], undefined],
  [[{ Web: 'javascript://%0aalert(1)' }], 'link'],
  [Array.from({ length: 101 }, () => ({ Web: 'https://chat.example.com' })), 'many'],
]

test('what is said to be wrong with chat links is what the server refuses', () => {
  for (const [value, kind] of lists) {
    const text = JSON.stringify(value)
    assert.equal(chatProblem(value)?.kind, kind, text)
    assert.equal(parseOption('Chats', text).ok, kind === undefined, text)
  }
})
