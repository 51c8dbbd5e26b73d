import assert from 'node:assert/strict'
import { userAdminApi } from '@turnpike/contract/identity/user-admin'
import { saveOptions } from '../../../server/test/harness/harness.ts'
import { assertAccessible } from '../axe.ts'
import { assertFits, journeys } from '../journey.ts'
import { rowOf } from '../steps.ts'
import { upstream, withUpstream } from '../upstream.ts'
import { clips, files, givenDrawing, givenTask } from './given-tasks.ts'
import { givenChannel, isLoaded, openAs } from './tasks-steps.ts'

const journey = journeys()
withUpstream()

const dayMs = 86_400_000

journey('pictures open at full size, with zoom, next and previous; texts open and are copied', async (walk) => {
  const { page, context, server } = walk
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const user_id = await server.given.user({ username: 'viewer' })
  const long = 'a gate in the rain, '.repeat(80)
  for (const name of ['one', 'two', 'three'])
    await givenDrawing(server, {
      user_id,
      status: 'SUCCESS',
      prompt: name === 'two' ? long : name,
      drawn: { image_url: `${files}/${name}.png`, prompt_en: `${name} in English` },
    })
  await givenDrawing(server, {
    user_id,
    status: 'SUCCESS',
    prompt: 'plain',
    drawn: { image_url: 'http://10.1.1.1/x.png' },
  })
  await givenDrawing(server, {
    user_id,
    status: 'SUCCESS',
    action: 'VIDEO',
    prompt: 'a moving one',
    drawn: { video_url: `${files}/moving.mp4` },
  })
  await openAs(page, server, 'viewer', '/midjourney')
  await isLoaded(page, `img[src="${files}/one.png"]`)
  assert.equal(await page.locator(`img[src="${files}/one.png"]`).getAttribute('loading'), 'lazy')
  const blocked = rowOf(page, 'plain').getByRole('link', { name: 'Open the image in a new tab' })
  assert.equal(await blocked.getAttribute('href'), 'http://10.1.1.1/x.png')
  assert.equal(await page.getByRole('columnheader', { name: 'Submit result' }).count(), 0, 'for administrators')
  assert.equal(await page.getByText('Callbacks are off').count(), 0, 'for administrators')

  await assertAccessible(page)
  const opener = rowOf(page, 'a gate in the rain').getByRole('button', { name: 'Show image' })
  await opener.click()
  const shown = page.locator('.ant-image-preview-img')
  const showing = (name: string) =>
    page.waitForFunction(
      (src) => document.querySelector('.ant-image-preview-img')?.getAttribute('src') === src,
      `${files}/${name}.png`,
    )
  await showing('two')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  await page.getByText('150%').waitFor()
  await page.waitForFunction(() =>
    document.querySelector<HTMLElement>('.ant-image-preview-img')?.style.transform.includes('1.5'),
  )
  await page.getByRole('button', { name: 'Next' }).click()
  await showing('one')
  await page.keyboard.press('ArrowLeft')
  await showing('two')
  await page.getByRole('button', { name: 'Previous' }).click()
  await showing('three')
  await page.keyboard.press('Escape')
  await shown.waitFor({ state: 'hidden' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Show image')

  const prompt = page.getByRole('button', { name: 'a gate in the rain' })
  await prompt.click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByRole('region', { name: 'Prompt' }).textContent(), long)
  await dialog.getByRole('button', { name: 'Copy' }).click()
  await page.getByText('Prompt copied').waitFor()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), long)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'one in English' }).click()
  await page.getByRole('dialog').getByText('English prompt').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })

  await rowOf(page, 'a moving one').getByRole('button', { name: 'Play video' }).click()
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 2)
})

journey('a running drawing moves without a reload, and is asked about only while it is looked at', async (walk) => {
  const { page, server } = walk
  const user_id = await server.given.user({ username: 'watcher' })
  const moving = await givenDrawing(server, { user_id, status: 'IN_PROGRESS', progress: '10%', prompt: 'slow' })
  const change = (changes: object) =>
    server.deps.store.updateTable('tasks').set(changes).where('id', '=', moving.id).execute()
  let sent = 0
  page.on('request', (request) => {
    if (request.url().includes('/api/mj/self')) sent += 1
  })
  await page.clock.install()
  await openAs(page, server, 'watcher', '/midjourney')
  await rowOf(page, 'slow').getByText('10%').waitFor()
  await change({ progress: '60%' })
  await page.clock.fastForward(3_000)
  await rowOf(page, 'slow').getByText('60%').waitFor()

  const look = (state: 'hidden' | 'visible') =>
    page.evaluate((wanted) => {
      Object.defineProperty(document, 'visibilityState', { value: wanted, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))
    }, state)
  await look('hidden')
  const before = sent
  await page.clock.fastForward(30_000)
  assert.equal(sent, before, 'nobody looks')
  await change({ status: 'SUCCESS', progress: '100%', finish_time: Date.now(), ended_by: 'success' })
  await look('visible')
  await rowOf(page, 'slow').getByText('100%').waitFor()
  const ended = sent
  await page.clock.fastForward(30_000)
  assert.equal(sent, ended, 'nothing moves any more')
})

journey('a failed song is submitted again and charged again; what cannot be stopped says so', async (walk) => {
  const { page, server } = walk
  const root = server.client()
  await root.signIn('root', '123456')
  const base_url = upstream().urlOf('suno')
  await givenChannel(server, { type: 36, models: 'suno_music', key: 'suno-key', base_url })
  const user_id = await server.given.user({ username: 'singer' })
  assert.ok((await root.call(userAdminApi.update, { body: { id: user_id, quota: 500_000 } })).response.success)
  await givenTask(server, { user_id, status: 'IN_PROGRESS', can_cancel: 1, properties: { input: 'endless' } })
  await givenTask(server, {
    user_id,
    status: 'FAILURE',
    fail_reason: 'moderated',
    properties: { input: 'rain', request: { prompt: 'rain', mv: 'chirp-v4' } },
  })
  await openAs(page, server, 'singer', '/task')
  const failed = rowOf(page, 'moderated')
  await failed.getByRole('button', { name: 'Retry' }).click()
  const request = page.getByRole('tooltip')
  await request.getByText('It is a new task and is charged again.').waitFor()
  await request.getByRole('button', { name: 'No' }).click()
  await request.waitFor({ state: 'hidden' })
  await failed.getByRole('button', { name: 'Retry' }).click()
  await request.getByRole('button', { name: 'Submit again' }).click()
  await page.getByText('Task submitted').waitFor()
  await page.getByText('1–3 of 3').waitFor()
  const again = rowOf(page, 'rain').filter({ hasNotText: 'moderated' })
  await again.getByRole('link', { name: '$0.1000' }).click()
  await page.waitForURL(/\/log\?request_id=/)
  await page.getByText('suno_music').first().waitFor()
  await page.goBack()

  await rowOf(page, 'endless').getByRole('button', { name: 'Cancel' }).click()
  await request.getByText('Cancel this task?').waitFor()
  await request.getByRole('button', { name: 'Cancel task' }).click()
  await page.getByText('This task cannot be cancelled').waitFor()
})

journey('administrators see whose task it is and on which channel, and learn that callbacks are off', async (walk) => {
  const { page, server } = walk
  const user_id = await server.given.user({ username: 'owner' })
  await givenDrawing(server, { user_id, status: 'SUCCESS', channel_id: 501, prompt: 'drawn on 501' })
  await givenDrawing(server, { user_id, status: 'SUCCESS', channel_id: 502, prompt: 'drawn on 502' })
  const request = { input: 'theirs', request: {} }
  await givenTask(server, { user_id, status: 'FAILURE', fail_reason: 'broken', channel_id: 501, properties: request })
  await openAs(page, server, 'root', '/midjourney')
  await page.getByText('Callbacks are off').waitFor()
  await rowOf(page, 'drawn on 501').getByText('Submitted').waitFor()
  await page.getByPlaceholder('Channel ID').fill('501x')
  await page.waitForURL(/channel_id=501$/)
  await rowOf(page, 'drawn on 502').waitFor({ state: 'detached' })
  const row = rowOf(page, 'drawn on 501')
  assert.equal(await row.getByRole('link', { name: '#501' }).getAttribute('href'), '/channel/edit/501')
  await row.getByRole('button', { name: 'owner' }).click()
  await page.getByRole('tooltip').getByText('Balance').waitFor()

  await page.goto(`${server.url}/task?channel_id=501`)
  await rowOf(page, 'broken').getByRole('button', { name: 'owner' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Retry' }).count(), 0, 'whoever submits it pays for it')

  await saveOptions(server.deps.store, server.deps.vault, { MjNotifyEnabled: 'true' })
  await server.deps.reload()
  await page.goto(`${server.url}/midjourney?channel_id=501`)
  await row.waitFor()
  assert.equal(await page.getByText('Callbacks are off').count(), 0)
})

journey('filters are in the address, survive a reload, and are told when nothing matches', async ({ page, server }) => {
  const user_id = await server.given.user({ username: 'seeker' })
  const now = Date.now()
  const ended = { status: 'SUCCESS', finish_time: now } as const
  await givenDrawing(server, { user_id, ...ended, prompt: 'old one', submit_time: now - 29 * dayMs })
  await givenDrawing(server, { user_id, ...ended, prompt: 'too old', submit_time: now - 32 * dayMs })
  await givenTask(server, { user_id, ...ended, data: clips('Today') })
  await givenTask(server, {
    user_id,
    ...ended,
    data: clips('Before'),
    submit_time: now - 2 * dayMs,
    task_id: 'before-1',
  })
  await openAs(page, server, 'seeker', '/midjourney')
  await rowOf(page, 'old one').waitFor()
  await page.getByText('1–1 of 1').waitFor()
  await page.getByText('Today', { exact: true }).click()
  await page.getByText('No drawings in this time').waitFor()

  await page.goto(`${server.url}/task`)
  await page.getByText('1–1 of 1').waitFor()
  await rowOf(page, 'Today').waitFor()
  await page.getByText('3 days', { exact: true }).click()
  await page.getByText('1–2 of 2').waitFor()
  await page.getByPlaceholder('Task ID').fill('before-1')
  await page.waitForURL(/window=3d&task_id=before-1/)
  await page.reload()
  await rowOf(page, 'Before').waitFor()
  await page.getByText('1–1 of 1').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByTitle('Failed').click()
  await page.getByText('No tasks match').waitFor()
  await page.getByText('Status “Failed”, Task ID “before-1”').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByText('1–2 of 2').waitFor()

  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Platform' }).uncheck()
  await page.getByRole('columnheader', { name: 'Platform' }).waitFor({ state: 'detached' })
  await page.reload()
  await rowOf(page, 'Before').waitFor()
  assert.equal(await page.getByRole('columnheader', { name: 'Platform' }).count(), 0)
  await page.goto(`${server.url}/task?start_timestamp=2000&end_timestamp=1000`)
  await page.getByText('The end is before the start').waitFor()
  await page.getByRole('button', { name: 'Reset' }).click()
  await rowOf(page, 'Today').waitFor()
})

journey(
  'on a phone tasks are cards with the same words, in Chinese',
  async ({ page, server }) => {
    const user_id = await server.given.user({ username: 'pocket' })
    const prompt = '夜里的收费站'.repeat(60)
    await givenDrawing(server, { user_id, status: 'SUCCESS', prompt, drawn: { image_url: `${files}/pocket.png` } })
    const failed = { status: 'FAILURE', fail_reason: 'x'.repeat(400), ended_by: 'forgotten' } as const
    await givenDrawing(server, { user_id, ...failed, prompt: '失败的', task_id: '1'.repeat(80) })
    await givenTask(server, { user_id, status: 'SUCCESS', data: clips('Rain') })
    await openAs(page, server, 'pocket', '/midjourney')
    const card = page.getByRole('listitem').filter({ hasText: '夜里的' })
    await card.getByText('成功').waitFor()
    await assertFits(page)
    await assertAccessible(page)
    await card.getByRole('button', { name: '查看图片' }).click()
    await page.getByRole('button', { name: '放大' }).click()
    await page.getByText('150%').waitFor()
    await page.keyboard.press('Escape')
    const other = page.getByRole('listitem').filter({ hasText: '失败的' })
    await other.getByText('已退还').waitFor()
    await other.getByRole('button', { name: /^x+$/ }).click()
    await page.getByRole('dialog').getByText('服务商已没有此任务').waitFor()
    await assertFits(page)
    await page.goto(`${server.url}/task`)
    await page.getByRole('listitem').getByRole('button', { name: '试听' }).click()
    await page.getByRole('dialog').getByText('版本 2').waitFor()
    await assertFits(page)
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '筛选' }).click()
    await page.getByRole('dialog').getByText('30 天', { exact: true }).click()
    await page.waitForURL(/window=30d/)
    await assertFits(page)
  },
  { language: 'zh', width: 390 },
)
