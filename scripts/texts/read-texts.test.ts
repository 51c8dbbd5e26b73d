import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTexts, textsOf } from './read-texts.ts'

const read = (code: string) => textsOf('web/src/a.text.ts', code).map(({ en, zh }) => [en, zh])

test('pairs are texts, in a dictionary and beside it', () => {
  assert.deepEqual(read("const t = dictionary({ a: ['Tokens', '令牌'], b: ['HTTP {status}', 'HTTP {status}'] })"), [
    [['Tokens'], ['令牌']],
    [['HTTP {status}'], ['HTTP {status}']],
  ])
  assert.deepEqual(read("const label = ['Save', '保存'] as const; const sides = ['left', 'right']"), [
    [['Save'], ['保存']],
  ])
})

test('a function has a text for each thing that it may say', () => {
  const code = `dictionary({ left: [({ n }: P) => (n > 0 ? \`\${n} left, \${name ? 'with' : 'without'} name\` : 'none'), ({ n }) => \`剩余 \${n}\`] })`
  assert.deepEqual(read(code), [[['{1} left, {2} name', 'with', 'without', 'none'], ['剩余 {1}']]])
})

test('messages of the contract and of mails are texts', () => {
  assert.deepEqual(read("const a = text('未登录', 'Not signed in', 401); const b = { en: 'Top up', zh: '充值' }"), [
    [['Not signed in'], ['未登录']],
    [['Top up'], ['充值']],
  ])
  assert.deepEqual(read("const a = refusal(403, 'No permission', '无权限')"), [[['No permission'], ['无权限']]])
})

test('the code of the console is read', () => {
  const common = readTexts(['web/src/lib/text']).find(({ en }) => en.includes('Cancel'))
  assert.deepEqual(common?.zh, ['取消'])
})
