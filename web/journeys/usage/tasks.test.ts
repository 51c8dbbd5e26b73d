import assert from 'node:assert/strict'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { assertAccessible } from '../axe.ts'
import { fewClicks } from '../clicks.ts'
import { journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
import { upstream, withUpstream } from '../upstream.ts'
import { clips, files, givenDrawing, givenTask, madeVideo } from './given-tasks.ts'
import { givenChannel, isLoaded, openAs } from './tasks-steps.ts'

const journey = journeys()
withUpstream()

/** A video that its upstream has made. */
async function givenVideo(server: TestServer) {
  const key = 'sk-videos'
  const channel_id = await givenChannel(server, { type: 1, models: 'sora-2', key, base_url: upstream().url })
  upstream().tasks.submit({ id: 'v-1', vendor: 'openai', key, action: 'GENERATE', prompt: 'a gate opens', body: {} })
  upstream().tasks.end('openai', 'v-1', 'done')
  return { task_id: 'v-1', channel_id, model_name: 'sora-2', platform: 'video', action: 'GENERATE' } as const
}

journey('every state of a drawing has its word, its colour and its progress', async ({ page, server }) => {
  const user_id = await server.given.user({ username: 'painter' })
  const now = server.deps.clock() * 1000
  const states = { SUCCESS: 'Success', IN_PROGRESS: 'Processing', MODAL: 'Window wait', QUEUED: 'Queuing' } as const
  for (const status of Object.keys(states) as (keyof typeof states)[])
    await givenDrawing(server, { user_id, status, prompt: `state ${status}` })
  await givenDrawing(server, { user_id, status: '', prompt: 'state none', submit_time: now, task_id: '' })
  const failed = { status: 'FAILURE', fail_reason: 'banned word: thunder', ended_by: 'timeout' } as const
  await givenDrawing(server, {
    user_id,
    ...failed,
    prompt: 'state FAILURE',
    submit_time: now - 60_000,
    finish_time: now,
  })
  await givenDrawing(server, { user_id, status: 'SUCCESS', action: 'NEWER', prompt: 'a new one', drawn: { code: 77 } })
  await openAs(page, server, 'root', '/token')
  await fewClicks(page, 'open the drawing log', async () => {
    await page.getByRole('link', { name: 'Drawing' }).click()
    await rowOf(page, 'state SUCCESS').waitFor()
  })
  for (const [status, words] of Object.entries(states))
    await rowOf(page, `state ${status}`).getByText(words, { exact: true }).waitFor()
  await rowOf(page, 'state none').getByText('Submitting').waitFor()
  assert.equal(await rowOf(page, 'a new one').getByText('Unknown').count(), 2, 'its type and its code')

  const row = rowOf(page, 'state FAILURE')
  await row.getByText('60 s').waitFor()
  assert.equal(await row.locator('[data-tone]').count(), 0, 'a failure is not fast')
  const pace = rowOf(page, 'state SUCCESS').locator('[data-tone]')
  assert.equal(await pace.getAttribute('data-tone'), 'usual', 'a minute and a half is usual for a drawing')
  assert.equal(await page.getByRole('columnheader', { name: 'Actions' }).count(), 0)
  const wide = await page.locator('.ant-table-body').evaluate((table) => table.scrollWidth - table.clientWidth)
  assert.equal(wide, 0, 'at 1440 px the table does not scroll sideways')
  assert.equal(await rowOf(page, 'state MODAL').locator('[data-tone]').count(), 0)
  const bar = row.getByRole('progressbar')
  assert.equal(await bar.getAttribute('aria-valuetext'), '100% · Failed')
  const colours = (await Promise.all(
    [bar, rowOf(page, 'state SUCCESS').getByRole('progressbar')].map((one) =>
      one.locator('span').evaluate((inner) => getComputedStyle(inner).backgroundColor),
    ),
  )) as [string, string]
  assert.equal(colours[0], 'rgb(200, 55, 44)')
  assert.notEqual(colours[1], colours[0])
  const refund = row.getByRole('link', { name: 'Refunded $0.1000' })
  assert.equal(await refund.getAttribute('title'), 'It took more than an hour')
  assert.match((await refund.getAttribute('href')) ?? '', /^\/log\?request_id=given-\d+$/)
  await row.getByRole('button', { name: 'banned word: thunder' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('It took more than an hour · Refunded $0.1000').waitFor()
})

journey('songs are heard, lyrics read, videos watched; a row is shown as it is', async ({ page, server }) => {
  const user_id = await server.given.user({ username: 'listener' })
  await givenTask(server, { user_id, status: 'SUCCESS', data: clips('Rain'), properties: { input: 'calm piano' } })
  const text = '[Verse]\nalong the road'
  await givenTask(server, { user_id, status: 'SUCCESS', action: 'LYRICS', data: { title: 'Road song', text } })
  await givenTask(server, { user_id, status: 'SUCCESS', data: madeVideo, ...(await givenVideo(server)) })
  await openAs(page, server, 'listener', '/task')
  await isLoaded(page, `img[src="${files}/Rain-1.png"]`)
  await rowOf(page, 'Rain').getByRole('button', { name: 'Listen' }).click()
  const drawer = page.getByRole('dialog')
  const players = drawer.locator('audio')
  await players.nth(1).waitFor()
  assert.equal(await players.count(), 2)
  const play = (index: number) => players.nth(index).evaluate((audio: HTMLAudioElement) => audio.play())
  await play(0)
  await play(1)
  await page.waitForFunction(() => document.querySelector('audio')?.paused)
  assert.ok((await players.nth(1).evaluate((audio: HTMLAudioElement) => audio.duration)) > 1)
  await drawer.getByText('Version 2 · 122 s · slow, piano').waitFor()
  await assertAccessible(page)
  await drawer.getByText('Lyrics').first().click()
  await drawer.getByText('words of Rain').first().waitFor()
  await drawer.getByText('calm piano').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await rowOf(page, 'Road song').getByRole('button', { name: 'Read lyrics' }).click()
  await drawer.getByText('along the road').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Watch video' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
  await drawer.getByText('1280x720').waitFor()
  await page.keyboard.press('Escape')
  await drawer.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'v-1' }).click()
  const shown = await drawer.getByRole('region', { name: 'Task data' }).textContent()
  assert.deepEqual(JSON.parse(shown ?? '').data, madeVideo)
})
