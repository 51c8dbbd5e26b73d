// Pictures of every page in both languages, both themes and both widths, for people to look at: npm run shots
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startTestServer } from '../../server/test/harness.ts'
import { launchBrowser, openPage, signIn } from './browser.ts'

const folder = join(import.meta.dirname, '..', '..', 'shots')
const only = process.argv.slice(2)

type Shot = { name: string; path: string; signedIn?: true }
const shots: Shot[] = [
  { name: 'home', path: '/' },
  { name: 'login', path: '/login' },
  { name: 'login-expired', path: '/login?expired=true' },
  { name: 'about', path: '/about' },
  { name: 'not-found', path: '/nowhere' },
  { name: 'account', path: '/setting', signedIn: true },
]

const data = mkdtempSync(join(tmpdir(), 'turnpike-shots-'))
const server = await startTestServer({ kind: 'sqlite', path: join(data, 'shots.db') })
const browser = await launchBrowser()
mkdirSync(folder, { recursive: true })
for (const language of ['zh', 'en'] as const)
  for (const theme of ['light', 'dark'] as const)
    for (const width of [1440, 390]) {
      const { page, context } = await openPage(browser, { language, theme, width })
      for (const shot of shots.filter(({ name }) => only.length === 0 || only.includes(name))) {
        if (shot.signedIn) {
          await signIn(page, server.url)
          await page.waitForURL((url) => url.pathname !== '/login')
        }
        await page.goto(server.url + shot.path, { waitUntil: 'networkidle' })
        const file = join(folder, `${shot.name}-${language}-${theme}-${width}.png`)
        await page.screenshot({ path: file })
        console.log(file)
      }
      await context.close()
    }
await browser.close()
await server.stop()
rmSync(data, { recursive: true })
