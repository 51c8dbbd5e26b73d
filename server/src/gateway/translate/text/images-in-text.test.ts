import assert from 'node:assert/strict'
import { test } from 'node:test'
import { imageMarkdown, splitImages } from './images-in-text.ts'

const image = { mime: 'image/png', base64: 'QUJD+/==' }
const markdown = imageMarkdown(image)

test('a text is cut at its pictures and loses nothing', () => {
  assert.deepEqual(splitImages(`a ${markdown}${markdown} b`), ['a ', image, image, ' b'])
  assert.deepEqual(splitImages(markdown), [image])
  assert.deepEqual(splitImages('![a cat](data:image/svg+xml;base64,QQ==)'), [{ mime: 'image/svg+xml', base64: 'QQ==' }])
  assert.deepEqual(splitImages(''), [])
})

test('what only looks like a picture is text', () => {
  for (const text of [
    'no picture',
    '![image](https://x.example/a.png)',
    '![image](data:image/png;base64,QUJD',
    '[image](data:image/png;base64,QUJD)',
    '![image](data:image/png,QUJD)',
    '![image](data:image/png;base64,)',
    '![image](data:image/png;base64,QU JD)',
    '![image](data:text/html;base64,QUJD)',
    `![${'x'.repeat(300)}](data:image/png;base64,QUJD)`,
  ])
    assert.deepEqual(splitImages(text), [text], text.slice(0, 60))
})

test('a picture inside the beginning of another is the one that is shown', () => {
  assert.deepEqual(splitImages(`![a](data:image/png;base64,QUJD ${markdown}`), [
    '![a](data:image/png;base64,QUJD ',
    image,
  ])
})

test('a text of nothing but beginnings is read to its end', () => {
  const text = '![](data:image/png;base64,'.repeat(100_000)
  assert.deepEqual(splitImages(`${text}QUJD)`).length, 2)
  assert.deepEqual(splitImages(text), [text])
  assert.deepEqual(splitImages('](data:image/'.repeat(200_000)).length, 1)
})
