/// <reference lib="dom" />
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { channelApi } from '@turnpike/contract/routing/channel'
import type { Page, Request } from 'playwright-core'
import { launchBrowser, openPage, signIn } from '../../web/journeys/browser.ts'
import { signInTo } from '../demo/console-client.ts'
import type { Figure } from './figure.ts'
import { longText, startLongResponse } from './long-response.ts'
import { startServerProcess } from './server-process.ts'

const responseTokens = 20_000
const tokensPerSecond = 1_000
const messageCount = 300
const slowdown = 4
const taskMaxMs = 100
const codeMaxKb = 350
/** What one notch of a mouse wheel scrolls by, and a finger in a frame or two. */
const notchPx = 120
/** Its output limit is larger than the response. */
const model = 'gpt-4.1'

/** Whether the playground stays responsive on a slow machine, and the size of its code. */
export async function playground(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-bench-'))
  const server = await startServerProcess(folder, { RATE_LIMIT_FACTOR: '1000' })
  const upstream = await startLongResponse(longText(responseTokens), tokensPerSecond)
  const browser = await launchBrowser({ isOptimising: true })
  try {
    const root = await signInTo(server.url, 'root', '123456')
    const channel = { type: 1, name: 'long responses', key: 'sk-long', models: model, group: 'default' }
    await root.call(channelApi.create, { body: { ...channel, base_url: upstream.url } })
    const { page } = await openPage(browser)
    await signIn(page, server.url)
    await page.waitForURL((url) => url.pathname !== '/login')
    const code = await ownCode(page, server.url)
    const field = page.getByRole('textbox', { name: 'Message', exact: true })
    await field.waitFor()
    await page.waitForFunction(() =>
      document.querySelector('aside .ant-select-content, aside .ant-select-selection-item'),
    )

    const streamed = await longestTask(page, async () => {
      await field.fill('Tell me everything')
      await field.press('Enter')
      const isOver = () => document.querySelector('article[aria-busy=false]') !== null
      await page.waitForFunction(isOver, undefined, { timeout: 120_000, polling: 500 })
      const state = await page.locator('article').getAttribute('data-state')
      if (state !== 'complete') throw new Error(`the response is ${state}`)
    })
    const opened = await openLongConversation(page)
    return [
      {
        name: `response of ${responseTokens} tokens: longest task at ${slowdown}× slowdown`,
        value: streamed,
        unit: 'ms',
        promise: taskMaxMs,
      },
      { name: `conversation of ${messageCount} messages: longest task`, value: opened, unit: 'ms', promise: taskMaxMs },
      { name: 'code of the playground beyond the shell, gzipped', value: code, unit: 'kB', promise: codeMaxKb },
    ]
  } finally {
    await browser.close()
    upstream.stop()
    await server.stop()
    rmSync(folder, { recursive: true })
  }
}

/** Opens an imported conversation, scrolls from its end to its beginning and back, and types in it. */
async function openLongConversation(page: Page): Promise<number> {
  const longConversation = JSON.stringify({ format: 'turnpike-conversations', conversations: [givenConversation()] })
  await page.getByRole('button', { name: 'Conversations' }).click()
  const file = { name: 'long.json', mimeType: 'application/json', buffer: Buffer.from(longConversation) }
  await page.getByRole('dialog').locator('input[type=file]').setInputFiles(file)
  await page.getByText('1 conversation imported').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await page.getByRole('button', { name: 'Conversations' }).click()
  const row = (name: string) => page.getByRole('dialog').getByRole('button', { name }).first()
  await row('Tell me everything').click()
  await page.waitForTimeout(3000)
  const target = await row('Long conversation').elementHandle()
  // The driver's own searches of a long page are tasks too, so none runs while tasks are measured.
  return longestTask(page, async () => {
    await target?.evaluate((button) => (button as HTMLElement).click())
    const areDrawn = (count: number) => document.querySelectorAll('ol > li').length >= count
    await page.waitForFunction(areDrawn, messageCount, { timeout: 60_000, polling: 500 })
    await page.keyboard.press('Escape')
    await page.waitForTimeout(1000)
    for (const distance of [-notchPx, notchPx])
      for (let step = 0; step < 250; step++) {
        await page.evaluate((by) => document.querySelector('section[tabindex="0"]')?.scrollBy(0, by), distance)
        await page.waitForTimeout(20)
      }
    await page.evaluate(() => document.querySelector<HTMLElement>('textarea[aria-label="Message"]')?.focus())
    await page.keyboard.type('some words that are typed', { delay: 30 })
  })
}

function givenConversation() {
  const response = longText(300)
  const messages = Array.from({ length: messageCount }, (_, index) => {
    const common = { id: `m${index}`, parent: index === 0 ? null : `m${index - 1}`, created_at: index }
    return index % 2 === 0
      ? { ...common, role: 'user', content: `Question ${index / 2}. How does it go on?` }
      : { ...common, role: 'assistant', model, state: 'complete', content: response }
  })
  const threads = [{ model, leaf: `m${messageCount - 1}` }]
  return { name: 'Long conversation', threads, messages }
}

type TraceEvent = { ph: string; name: string; pid: number; tid: number; tdur?: number; args: { name?: string } }

/**
 * The longest task of the page during `work`, in whole milliseconds of its thread's CPU time, which includes the
 * slowdown. On an idle machine that equals the wall time; on a busy one the wall time also counts other processes.
 */
async function longestTask(page: Page, work: () => Promise<void>): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  const browser = page.context().browser()
  await browser?.startTracing(page, { categories: ['toplevel'] })
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await work()
  await page.waitForTimeout(2000)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const { traceEvents } = JSON.parse(String(await browser?.stopTracing())) as { traceEvents: TraceEvent[] }
  const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`
  const pages = new Set(
    traceEvents.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain').map(threadOf),
  )
  const tasks = traceEvents
    .filter((event) => event.ph === 'X' && event.name.endsWith('RunTask') && pages.has(threadOf(event)))
    .map(({ tdur = 0 }) => Math.round(tdur / 1000))
    .sort((a, b) => b - a)
  if (process.env.BENCH_TASKS) console.log(tasks.slice(0, 20).join(' '))
  return tasks[0] ?? 0
}

/** What /playground fetches and a page without a side bar does not, gzipped. */
async function ownCode(page: Page, url: string): Promise<number> {
  const filesOf = async (path: string) => {
    const files = new Set<string>()
    const note = (request: Request) => {
      if (/\.(js|css)$/.test(new URL(request.url()).pathname)) files.add(request.url())
    }
    page.on('request', note)
    await page.goto(url + path, { waitUntil: 'networkidle' })
    page.off('request', note)
    return files
  }
  const shell = await filesOf('/about')
  const own = [...(await filesOf('/playground'))].filter((file) => !shell.has(file))
  const sizes = own.map(async (file) => gzipSync(await (await fetch(file)).bytes()).length)
  return Math.round((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0) / 100) / 10
}
