import assert from 'node:assert/strict'
import { test } from 'node:test'
import { copyOfPath, firstWordsOf, newestLeaf, pathTo, versionsOf, withoutMessage } from './conversation.ts'
import { type Message, newAssistantMessage, newUserMessage } from './message.ts'

const named = (id: string, message: Message): Message => ({ ...message, id })
const userMessage = (id: string, parent: string | null, at: number) => named(id, newUserMessage(parent, id, [], at))
const response = (id: string, parent: string, at: number) => named(id, newAssistantMessage(parent, 'chat', 'm', at))
const tree = (...messages: Message[]) => new Map(messages.map((message) => [message.id, message]))
const ids = (messages: readonly Message[]) => messages.map(({ id }) => id)

// q1 ─ a1 ─ q2 ─ a3
//    └ a2
const talk = tree(
  userMessage('q1', null, 1),
  response('a1', 'q1', 2),
  response('a2', 'q1', 5),
  userMessage('q2', 'a1', 3),
  response('a3', 'q2', 4),
)

test('a branch is read from its first message to its leaf', () => {
  assert.deepEqual(ids(pathTo(talk, 'a3')), ['q1', 'a1', 'q2', 'a3'])
  assert.deepEqual(ids(pathTo(talk, 'a2')), ['q1', 'a2'])
  assert.deepEqual(pathTo(talk, null), [])
})

test('a circle in a damaged file ends', () => {
  const circle = tree(userMessage('x', 'y', 1), userMessage('y', 'x', 2))
  assert.equal(pathTo(circle, 'x').length, 2)
})

test('versions are the responses to one message, oldest first; a result sent after a response is no version', () => {
  assert.deepEqual(ids(versionsOf(talk, response('a2', 'q1', 5))), ['a1', 'a2'])
  const mixed = tree(...talk.values(), response('a4', 'a1', 9))
  assert.deepEqual(ids(versionsOf(mixed, userMessage('q2', 'a1', 3))), ['q2'])
})

test('another version is shown with the newest branch below it', () => {
  assert.equal(newestLeaf(talk, 'a1'), 'a3')
  assert.equal(newestLeaf(talk, 'q1'), 'a2')
  assert.equal(newestLeaf(talk, 'a3'), 'a3')
})

test('a deleted message leaves what follows in place', () => {
  const { messages, moved } = withoutMessage(talk, 'a1')
  assert.deepEqual(ids(pathTo(messages, 'a3')), ['q1', 'q2', 'a3'])
  assert.deepEqual(ids(moved), ['q2'])
  assert.equal(talk.size, 5, 'the messages given are not changed')
})

test('a copied branch has ids of its own and the same order', () => {
  let count = 0
  const copy = copyOfPath(pathTo(talk, 'a3'), () => `n${++count}`)
  assert.deepEqual(ids(pathTo(tree(...copy), 'n4')), ['n1', 'n2', 'n3', 'n4'])
  assert.equal(copy[0]?.parent, null)
  assert.equal(copy[0]?.content, 'q1')
})

test('a conversation is listed by the first words of its first message', () => {
  assert.equal(firstWordsOf('  How\nare   you? '), 'How are you?')
  assert.equal(firstWordsOf('x'.repeat(80)), `${'x'.repeat(60)}…`)
})
