import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { renderGuide } from '../../../guide/render-guide.ts'
import { guidePages } from '../../components/help/guide-pages.ts'
import { channelHelp, settingsHelp } from '../../components/help/help-targets.ts'
import { fakeBrowser } from '../../lib/browser/fake-browser.ts'

fakeBrowser()
const { guideText } = await import('./guide.text.ts')

const languages = ['en', 'zh'] as const
const folder = join(import.meta.dirname, '..', '..', '..', '..', 'docs', 'guide')
const read = (language: string, page: string) => renderGuide(readFileSync(join(folder, language, `${page}.md`), 'utf8'))
const anchorsOf = (language: string, page: string) => read(language, page).headings.map(({ id }) => id)

for (const language of languages) {
  test(`the list of pages and the files of the handbook are the same [${language}]`, () => {
    assert.deepEqual(readdirSync(join(folder, language)).sort(), guidePages.map((page) => `${page}.md`).sort())
  })

  test(`every page has the title that the list shows [${language}]`, () => {
    for (const page of guidePages) assert.equal(read(language, page).title, guideText[language][page])
  })

  test(`no anchor is there twice [${language}]`, () => {
    for (const page of guidePages) {
      const anchors = anchorsOf(language, page)
      assert.deepEqual(anchors, [...new Set(anchors)], page)
    }
  })

  test(`every help link of the console leads to a paragraph [${language}]`, () => {
    const targets = Object.values({ ...settingsHelp, ...channelHelp })
    assert.ok(targets.length > 25)
    for (const target of targets) {
      const [page = '', anchor = ''] = target.split('#')
      assert.ok(anchorsOf(language, page).includes(anchor), target)
    }
  })

  test(`every link and picture of a page leads somewhere [${language}]`, () => {
    for (const page of guidePages) {
      const { links, pictures } = read(language, page)
      for (const picture of pictures) {
        assert.ok(existsSync(join(folder, language, picture)), `${page}: ${picture}`)
        assert.ok(picture.includes(`/pictures/${language}/`), `${page}: ${picture} is in the other language`)
      }
      for (const link of links) {
        const [name = '', anchor] = link.split('#')
        assert.ok(
          guidePages.some((known) => known === name),
          `${page}: ${link}`,
        )
        assert.ok(!anchor || anchorsOf(language, name).includes(anchor), `${page}: ${link}`)
      }
    }
  })
}

test('both languages have the same anchors and pictures, in the same order', () => {
  for (const page of guidePages) {
    assert.deepEqual(anchorsOf('zh', page), anchorsOf('en', page), page)
    const inEnglish = read('en', page).pictures.map((path) => path.replace('/en/', '/zh/'))
    assert.deepEqual(read('zh', page).pictures, inEnglish, page)
  }
})

test('a link out of the handbook, a heading without an anchor and HTML are refused', () => {
  assert.throws(() => renderGuide('# T\n\n[x](../../architecture.md)'), /out of the handbook/)
  assert.throws(() => renderGuide('# T\n\n## Paragraph'), /without an anchor/)
  assert.throws(() => renderGuide('# T\n\n<b>x</b>\n'), /HTML/)
})

test('the nouns of the glossary are those of the console', () => {
  const glossary = readFileSync(join(folder, 'en', 'glossary.md'), 'utf8')
  const side = readFileSync(join(import.meta.dirname, '..', '..', 'app', 'layout', 'side', 'side.text.ts'), 'utf8')
  const nouns = { 'Usage log': '使用日志', Playground: '操练场', Dashboard: '数据看板', Wallet: '钱包' }
  for (const [english, chinese] of Object.entries(nouns)) {
    assert.ok(glossary.includes(`| ${english} | ${chinese} |`), english)
    assert.ok(side.includes(`'${english}'`) && side.includes(`'${chinese}'`), english)
  }
})
