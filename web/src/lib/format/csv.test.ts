import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvOf } from './csv.ts'

test('cells with commas, quotes or line breaks are quoted, and rows end with both line ends', () => {
  assert.equal(
    csvOf([
      ['name', 'key'],
      ['a, "b"', 'x\ny'],
    ]),
    '\ufeffname,key\r\n"a, ""b""","x\ny"\r\n',
  )
})

test('a cell that begins like a formula is text', () => {
  const cells = ['=1+1', '+1', '-1', '@sum', '\tx', '=a,b']
  assert.equal(csvOf([cells]), `\ufeff'=1+1,'+1,'-1,'@sum,'\tx,"'=a,b"\r\n`)
})

test('an ordinary cell stays as it is', () => {
  assert.equal(csvOf([['lin@example.com', 'sk-a=b', '10.00', '']]), '\ufefflin@example.com,sk-a=b,10.00,\r\n')
})
