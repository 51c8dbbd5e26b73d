import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseSentence, type Sentence } from './parse-sentence.ts'

const read: Record<string, Sentence | undefined> = {
  'errors qwen-max': { verb: 'errors', name: 'qwen-max' },
  'errors of the model qwen-max yesterday': { verb: 'errors', name: 'qwen-max', day: 'yesterday' },
  'qwen-max errors': { verb: 'errors', name: 'qwen-max' },
  'qwen-max 的错误': { verb: 'errors', name: 'qwen-max' },
  '错误qwen-max': { verb: 'errors', name: 'qwen-max' },
  errors: { verb: 'errors', name: '' },
  'refund sofia 5': { verb: 'refund', name: 'sofia', amount: '5' },
  'refund sofia $0.25': { verb: 'refund', name: 'sofia', amount: '0.25' },
  'refund 42': { verb: 'refund', name: '42' },
  '给 sofia 退款 5 美元': { verb: 'refund', name: 'sofia', amount: '5' },
  '给sofia退款 5美元': { verb: 'refund', name: 'sofia', amount: '5' },
  refund: undefined,
  'top up': { verb: 'topUp', name: '' },
  充值: { verb: 'topUp', name: '' },
  'Top-up sofia 20': { verb: 'topUp', name: 'sofia', amount: '20' },
  'disable Acme Two': { verb: 'disable', name: 'Acme Two' },
  禁用acme: { verb: 'disable', name: 'acme' },
  'price gpt-5.4': { verb: 'price', name: 'gpt-5.4' },
  'gpt-5.4 的价格': { verb: 'price', name: 'gpt-5.4' },
  price: undefined,
  'route gpt-5.4': { verb: 'route', name: 'gpt-5.4' },
  'night route bot': undefined,
  'log sofia yesterday': { verb: 'log', name: 'sofia', day: 'yesterday' },
  sofia昨天的日志: { verb: 'log', name: 'sofia', day: 'yesterday' },
  'log today': { verb: 'log', name: '', day: 'today' },
  log: undefined,
  'usage log': { verb: 'log', name: 'usage' },
  sofia: undefined,
  '': undefined,
}

test('simple sentences are read in both languages, with the verb first or last', () => {
  for (const [text, sentence] of Object.entries(read)) assert.deepEqual(parseSentence(text), sentence, text)
})
