import assert from 'node:assert/strict'
import { test } from 'node:test'
import dayjs from 'dayjs'
import { parseSentence } from './parse-sentence.ts'
import { type Known, sentenceLinks } from './sentence-links.ts'

const nobody: Known = { users: [], channels: [], models: [] }
const known: Known = {
  users: [{ id: 12, name: 'sofia' }],
  channels: [{ id: 7, name: 'Acme' }],
  models: ['gpt-5.4', 'gpt-5.4-mini'],
}
const root = { isAdmin: true, isRoot: true }
const admin = { isAdmin: true, isRoot: false }
const user = { isAdmin: false, isRoot: false }
const now = 1_700_000_000

const links = (text: string, given: Known = nobody, reader = root) => {
  const sentence = parseSentence(text)
  assert.ok(sentence, text)
  return sentenceLinks(sentence, given, reader, now).map(({ text: key, to }) => `${key} ${decodeURIComponent(to)}`)
}

test('errors lead to the log, of a model unless a channel or a user has the name', () => {
  assert.deepEqual(links('errors qwen-max'), ['errorsOfModel /log?type=5&model_name=qwen-max'])
  assert.deepEqual(links('errors acme', { ...nobody, channels: known.channels }), [
    'errorsOfChannel /log?type=5&channel=7',
  ])
  assert.deepEqual(links('errors'), ['errorsAll /log?type=5'])
})

test('the log of a user yesterday is a span from midnight to midnight', () => {
  const midnight = dayjs.unix(now).startOf('day')
  const span = `start_timestamp=${midnight.subtract(1, 'day').unix()}&end_timestamp=${midnight.unix() - 1}`
  assert.deepEqual(links('log sofia yesterday'), [`logOfUser /log?username=sofia&${span}`])
  assert.deepEqual(links('log sofia today', nobody, user), ['logOfToken /log?token_name=sofia&window=today'])
})

test('a refund and a top-up lead to the user with the amount, for administrators alone', () => {
  assert.deepEqual(links('refund sofia 5', { ...nobody, users: known.users }), [
    'refund /user?keyword=sofia&drawer=balance:12:5',
  ])
  assert.deepEqual(links('top up sofia 20', { ...nobody, users: known.users }), [
    'addBalance /user?keyword=sofia&drawer=balance:12:20',
  ])
  assert.deepEqual(links('refund sofia', { ...nobody, users: known.users }), [
    'refund /user?keyword=sofia&drawer=balance:12',
  ])
  assert.deepEqual(links('refund sofia 5', nobody, user), [])
  assert.deepEqual(links('充值', nobody, user), ['topUp /topup'])
})

test('a price is set by root and read by everybody else', () => {
  assert.deepEqual(links('price gpt-5.4', known), ['setPrice /prices?open=price:gpt-5.4'])
  assert.deepEqual(links('price new/model'), ['setPrice /prices?open=new:new/model'])
  assert.deepEqual(links('price gpt-5.4', known, admin), ['showPrice /pricing?model=gpt-5.4'])
})

test('a route is checked by everybody, a known channel or user is disabled by administrators', () => {
  assert.deepEqual(links('route GPT-5.4', known, user), ['checkRoute /route?model=gpt-5.4'])
  assert.deepEqual(links('disable acme', { ...nobody, channels: known.channels }, admin), [
    'disableChannel /channel?keyword=Acme&drawer=disable:7',
  ])
  assert.deepEqual(links('禁用 sofia', { ...nobody, users: known.users }), [
    'disableUser /user?keyword=sofia&drawer=disable:12',
  ])
  assert.deepEqual(links('disable acme'), [])
  assert.deepEqual(links('disable acme', known, user), [])
})
