import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { renderGuide } from '../../../guide/render-guide.ts'
import { guidePages } from '../../components/help/guide-pages.ts'
import { paragraphsOf, searchGuide } from './search-guide.ts'

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'guide')
const paragraphs = (language: string) =>
  guidePages.flatMap((page) =>
    paragraphsOf(page, renderGuide(readFileSync(join(folder, language, `${page}.md`), 'utf8'))),
  )
const places = (language: string, typed: string) =>
  searchGuide(paragraphs(language), typed).map(({ page, anchor }) => (anchor ? `${page}#${anchor}` : page))

test('every heading of the handbook is found in both languages, and leads to its paragraph', () => {
  for (const language of ['en', 'zh'])
    for (const { page, anchor, title } of paragraphs(language))
      assert.ok(places(language, title).includes(anchor ? `${page}#${anchor}` : page), `${language}: ${title}`)
})

test('a heading comes before a text, and a word of the text is enough', () => {
  assert.equal(places('en', 'groups')[0], 'prices#groups')
  assert.equal(places('zh', '分组')[0]?.split('#')[0], 'prices')
  assert.ok(places('en', 'webhook').includes('payment#stripe'))
  assert.deepEqual(places('en', 'zzzz'), [])
})

test('an excerpt shows the typed word and no markup', () => {
  const [hit] = searchGuide(
    paragraphsOf('payment', {
      title: 'Payment',
      headings: [],
      html: `<p>${'long '.repeat(30)}a &lt;b&gt; needle here</p>`,
    }),
    'needle',
  )
  assert.match(hit?.excerpt ?? '', /^….*a <b> needle here$/)
})
