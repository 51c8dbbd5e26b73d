import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before } from 'node:test'
import { channelTypes } from '@turnpike/contract/channel-types'
import type { Page } from 'playwright-core'
import { type FreshDatabase, freshDatabase } from '../../../server/test/harness/databases.ts'
import { startTestServer, type TestServer } from '../../../server/test/harness/harness.ts'
import { openSignedIn } from '../browser.ts'
import { pageTest, resize } from '../journey.ts'
import { rootPassword } from './demo-console.ts'
import { consolePaths, publicPaths } from './page-paths.ts'
import { buildInPseudoLanguage } from './pseudo-language.ts'
import { visitor } from './visit.ts'

const folder = mkdtempSync(join(tmpdir(), 'turnpike-test-'))
let database: FreshDatabase
let server: TestServer
before(async () => {
  await buildInPseudoLanguage(folder)
  database = await freshDatabase('sqlite')
  server = await startTestServer(database.address, { INITIAL_ROOT_PASSWORD: rootPassword }, { pages: folder })
})
after(async () => {
  await server?.stop()
  await database?.drop()
  rmSync(folder, { recursive: true })
})

/** Names and addresses, which are the same in every language, and the labels that Ant's own icons have in every language. */
const names = [
  ...Object.values(channelTypes).map(({ label }) => label),
  ...[
    'Turnpike',
    'Pseudo',
    'Root User',
    'root',
    'default',
    'Ctrl',
    'LiteLLM',
    'OpenRouter',
    'SDK',
    'curl',
    'Anthropic',
  ],
  ...[
    'Python',
    'Node',
    'GitHub',
    'LinuxDO',
    'Telegram',
    'NextChat',
    'LobeChat',
    'AMA',
    'OpenCat',
    'OpenAI',
    'Mozilla/5.0',
  ],
  ...['down', 'left', 'right', 'close', 'eye-invisible', 'Show', 'Previous Page', 'Next Page', 'Close'],
  ...['Previous 5 Pages', 'Next 5 Pages', 'double-left', 'double-right', 'ellipsis'],
  ...[
    'Increase Value',
    'Decrease Value',
    'POST',
    'GET',
    'DELETE',
    'Midjourney',
    'CSV',
    'Logo',
    'gpt-4o-mini',
    'Chinese',
  ],
]
const isName = (text: string) =>
  names.some((name) => text.replace(/^\W+/, '').startsWith(name)) || /^(https?:|\/[\w./]+$|org-|\{)/.test(text)

/** The words of the page that are in no brackets. Code, names and figures are the same in every language. */
function untranslated(): string[] {
  const isSeen = (element: Element) => element.checkVisibility({ visibilityProperty: true })
  const data = 'code, pre, svg, style, script, [translate=no], kbd, article'
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent && isSeen(parent) && !parent.closest(data)) found.push(walker.currentNode.textContent ?? '')
  }
  for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]'))
    if (isSeen(element) && !element.closest(data))
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '')
  const inBrackets = /⟦[^⟦⟧]*⟧/g
  const outside = (text: string): string => (inBrackets.test(text) ? outside(text.replace(inBrackets, ' ')) : text)
  return found.map((text) => outside(text).trim()).filter((text) => /\p{L}{3}/u.test(text))
}

/** The labels of buttons and tabs of which a part is hidden, without an ellipsis that says so. */
const cutOff = () =>
  [...document.querySelectorAll<HTMLElement>('button, [role=tab], label, .ant-segmented-item-label')]
    .filter((element) => element.checkVisibility() && getComputedStyle(element).overflow !== 'visible')
    .filter((element) => getComputedStyle(element).textOverflow !== 'ellipsis')
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
    .map(({ textContent }) => textContent ?? '')

const walk = pageTest()

async function look(page: Page, paths: readonly string[]): Promise<string[]> {
  const { open } = visitor(page, server.url)
  const problems = new Set<string>()
  for (const path of paths) {
    await open(path)
    // The pages of the guide are documents, in the two languages of the code.
    const isDocument = path.startsWith('/guide')
    for (const text of await page.evaluate(untranslated))
      if (!isDocument && !isName(text)) problems.add(`${path} ${text}`)
    for (const width of [1440, 390]) {
      await resize(page, width)
      const wide = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      for (const text of await page.evaluate(cutOff)) problems.add(`${path} cuts “${text}” at ${width}`)
      if (wide > 0) problems.add(`${path} scrolls sideways by ${wide} px at ${width}`)
    }
  }
  return [...problems]
}

walk('in a language of 40 % longer words, every text is translated and every page fits', async (page) => {
  await page.addInitScript(() => {
    if (location.protocol !== 'about:') localStorage.setItem('i18nextLng', 'xx') // an empty document has no storage
  })
  const problems = await look(page, publicPaths)
  await openSignedIn(page, server.url, '/logo.svg', 'root', rootPassword)
  problems.push(...(await look(page, consolePaths)))
  assert.deepEqual(problems, [])
})
