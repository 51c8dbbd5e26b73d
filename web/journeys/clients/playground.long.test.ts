import assert from 'node:assert/strict'
import type { Locator } from 'playwright-core'
import { eventually } from '../../../server/test/harness/eventually.ts'
import { givenPassword } from '../../../server/test/harness/harness.ts'
import { givenWav } from '../../../server/test/relay/given-wav.ts'
import { assertAccessible } from '../axe.ts'
import { assertFits, journeys } from '../journey.ts'
import { upstream, withUpstream } from '../upstream.ts'
import {
  call,
  chooseModel,
  claude,
  composer,
  done,
  enter,
  givenUser,
  gpt,
  lastResponse,
  responses,
} from './playground-steps.ts'

const journey = journeys()
withUpstream()

/** Messages are drawn a moment after the rest of the page. */
const shows = (what: Locator, count: number) =>
  eventually(`${count} are shown`, async () => (await what.count()) === count)

journey('a message is edited, versions stay, branches part, and a reload restores everything', async (walk) => {
  const { page, url, server } = walk
  await givenUser(server, 'editor')
  await enter(page, url, 'editor')
  await chooseModel(page, gpt)
  await call(page, 'first **words**')
  await done(page)
  assert.equal(await lastResponse(page).locator('strong').textContent(), 'words')
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  await editor.fill('other words, half-writ')
  await page.reload()
  assert.equal(await editor.inputValue(), 'other words, half-writ', 'what is typed is never lost')
  await editor.fill('other words')
  await page.getByRole('button', { name: 'Send again' }).click()
  await lastResponse(page).getByText('other words').waitFor()
  await done(page)
  await shows(responses(page), 1)
  await page.getByRole('button', { name: 'Earlier version' }).first().click()
  await lastResponse(page).getByText('first words').waitFor()
  await page.getByRole('button', { name: 'Later version' }).first().click()
  await call(page, 'second turn')
  await lastResponse(page).getByText('second turn').waitFor()
  await done(page)
  await composer(page).fill('a draft')
  await page.reload()
  await lastResponse(page).getByText('second turn').waitFor()
  await shows(responses(page), 2)
  assert.equal(await composer(page).inputValue(), 'a draft')
  const sent = upstream().requests.last()?.body.messages as { content: unknown }[]
  assert.deepEqual(
    sent.map(({ content }) => content),
    ['other words', 'other words', 'second turn'],
  )

  await responses(page).first().getByRole('button', { name: 'Branch into a new conversation' }).click()
  await eventually('the branch is shown', async () => (await responses(page).count()) === 1)
  await responses(page).first().getByRole('button', { name: 'Delete' }).click()
  await eventually('the response is gone', async () => (await responses(page).count()) === 0)
  await page.getByRole('button', { name: 'Conversations' }).click()
  const drawer = page.getByRole('dialog')
  await eventually('both are listed', async () => (await drawer.getByRole('listitem').count()) === 2)
  await drawer.getByPlaceholder('Search names and messages').fill('second turn')
  await eventually('one is found', async () => (await drawer.getByRole('listitem').count()) === 1)
  await drawer.getByRole('button', { name: /^More for/ }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await drawer.getByRole('textbox', { name: 'Name', exact: true }).fill('Toll gates')
  await page.keyboard.press('Enter')
  await drawer.getByText('Toll gates').waitFor()
  const saved = page.waitForEvent('download')
  await drawer.getByRole('button', { name: 'Export all' }).click()
  const file = await (await saved).path()
  await drawer.locator('input[type=file]').setInputFiles(file)
  await page.getByText('2 conversations imported').waitFor()
  await drawer.getByPlaceholder('Search names and messages').fill('Toll')
  await eventually('the copy is there too', async () => (await drawer.getByRole('listitem').count()) === 2)
  await drawer.getByPlaceholder('Search names and messages').fill('')
  await eventually('all are listed', async () => (await drawer.getByRole('listitem').count()) === 4)

  await drawer.getByRole('switch', { name: 'Delete at sign-out' }).click()
  await page.keyboard.press('Escape')
  const databases = () => page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
  assert.ok((await databases()).some((name) => name?.startsWith('playground-')))
  await page.getByRole('button', { name: /editor/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  await eventually('the conversations are deleted', async () => (await databases()).length === 0)
})

journey('refusals are told where they happen, with the next step', async ({ page, context, url, server }) => {
  const id = await givenUser(server, 'refused')
  await enter(page, url, 'refused')
  await chooseModel(page, gpt)
  const takeBack = upstream().faults.add({
    match: { key: 'sk-openai' },
    times: 1,
    fault: { kind: 'error-event', afterChunks: 3, status: 500 },
  })
  await call(page, 'words that come before the error and more of them')
  await done(page, 'error')
  takeBack()
  assert.match((await lastResponse(page).textContent()) ?? '', /words that/, 'what came is kept')
  await lastResponse(page).getByRole('alert').getByText('Try again.').waitFor()

  upstream().faults.add({ match: { key: 'sk-openai' }, times: 1, fault: { kind: 'status', status: 400 } })
  await call(page, 'malformed')
  await lastResponse(page).getByText('The provider refused the request.').waitFor()
  await lastResponse(page).getByText('Check the settings').waitFor()

  const { store } = server.deps
  await store.updateTable('users').set({ quota: 0 }).where('id', '=', id).execute()
  await call(page, 'for free?')
  await lastResponse(page).getByText('Insufficient user quota').waitFor()
  assert.equal(await lastResponse(page).getByRole('link', { name: 'Top up' }).getAttribute('href'), '/topup')

  await composer(page).fill('typed before the end')
  await context.clearCookies()
  await composer(page).press('Enter')
  await page.getByText('Your session has expired. Your text is kept.').or(page.getByLabel('Password')).first().waitFor()
  const again = page.getByRole('button', { name: 'Sign in' })
  if (!page.url().includes('/login')) await again.click()
  await page.waitForURL(/\/login/)
  await page.getByLabel(/Username or email/).fill('refused')
  await page.getByLabel(/^Password$/).fill(givenPassword)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/playground/)
  await page.getByText('typed before the end').first().waitFor()
  await shows(responses(page), 4)
})

const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

journey('pictures, tools and hostile responses', async ({ page, url, server }) => {
  await givenUser(server, 'sender')
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await enter(page, url, 'sender')
  await chooseModel(page, claude)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') })
  await page.getByRole('button', { name: 'Remove a.png' }).waitFor()
  await call(page, 'what is this')
  await lastResponse(page).getByText('Received 1 media').waitFor()
  await done(page)

  await page.getByText('Advanced').click()
  const tools = [{ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }]
  await page.getByLabel('Tools').fill('{"not a list":1}')
  await call(page, 'call weather with {"city":"Oslo"}')
  await page.getByText('Tools must be a JSON list of objects').waitFor()
  await page.getByLabel('Tools').fill(JSON.stringify(tools))
  await composer(page).press('Enter')
  await lastResponse(page).getByText('Tool call: weather').waitFor()
  await done(page)
  await lastResponse(page).getByText('"city": "Oslo"').waitFor()
  const result = page.getByRole('textbox', { name: 'Result of weather' })
  await result.fill('rain')
  await page.reload()
  await eventually('what was typed is there again', async () => (await result.inputValue()) === 'rain')
  await page.getByRole('button', { name: 'Send results' }).click()
  await lastResponse(page).getByText('The tool weather said: rain.').waitFor()

  const hostile = [
    '<script>window.ran = 1</script>',
    '<img src=x onerror="window.ran = 2">',
    '',
    '[click](javascript:window.ran=3) ![spy](https://spy.example/pixel.png)',
    '',
    '<iframe srcdoc="<script>parent.ran=4</script>"></iframe>',
    '',
    '$\\href{javascript:window.ran=5}{x}$',
  ].join('\n')
  await page.getByText('Advanced').click() // the reload closed it
  await page.getByLabel('Tools').fill('')
  await call(page, hostile)
  await done(page)
  await lastResponse(page)
    .getByRole('button', { name: /Show image from spy\.example/ })
    .waitFor()
  await lastResponse(page).locator('.katex').waitFor()
  assert.equal(await lastResponse(page).locator('script, iframe, img, a[href^="javascript"]').count(), 0)
  assert.equal(await page.evaluate(() => (window as { ran?: number }).ran), undefined)
  assert.equal(
    sent.some((address) => address.includes('spy.example')),
    false,
  )
})

journey('models are compared side by side, each in its own column', async ({ page, url, server }) => {
  await givenUser(server, 'comparer')
  await enter(page, url, 'comparer')
  await chooseModel(page, gpt)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  const columns = page.getByRole('region', { name: /^Responses of/ })
  await shows(columns, 3)
  await call(page, 'the same for all')
  await eventually('all have responded', async () => (await page.locator('article[data-state=complete]').count()) === 3)
  const names = await columns.evaluateAll((all) =>
    all.map((column) => column.querySelector('article header')?.textContent),
  )
  assert.equal(new Set(names).size, 3, 'each column has another model')
  await call(page, 'and again')
  await eventually('twice', async () => (await page.locator('article[data-state=complete]').count()) === 6)
  await page.reload()
  await eventually('restored', async () => (await page.locator('article').count()) === 6)
  await page
    .getByRole('button', { name: /^Close column/ })
    .last()
    .click()
  await shows(columns, 2)
})

journey(
  'pictures are drawn, words spoken and heard; an administrator pins a channel and sees the route',
  async (walk) => {
    const { page, url, server } = walk
    await givenUser(server, 'drawer')
    await enter(page, url, 'root', '123456')
    await chooseModel(page, 'dall-e-3')
    await call(page, 'a toll gate')
    await done(page)
    await lastResponse(page).locator('img').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await chooseModel(page, 'tts-1')
    await call(page, 'good morning')
    await done(page)
    const player = lastResponse(page).locator('audio')
    await eventually('the sound can be played', () =>
      player.evaluate((audio: HTMLAudioElement) => audio.src.startsWith('blob:')),
    )
    await page.getByRole('button', { name: 'New', exact: true }).click()
    await chooseModel(page, 'whisper-1')
    await page.locator('input[type=file]').setInputFiles({ name: 'hm.wav', mimeType: 'audio/wav', buffer: givenWav(1) })
    await page.getByRole('button', { name: 'Send' }).click()
    await done(page)
    assert.ok(await lastResponse(page).locator('p').first().textContent())

    await page.getByRole('button', { name: 'New', exact: true }).click()
    await chooseModel(page, gpt)
    await call(page, 'by which road?')
    await done(page)
    await lastResponse(page).getByText('Channel 1', { exact: true }).waitFor()
    const pin = page.getByRole('combobox', { name: 'Channel' })
    await pin.fill('anthropic')
    await page.locator('.ant-select-item-option', { hasText: '#2 anthropic' }).click()
    await call(page, 'by another')
    await done(page)
    await lastResponse(page).getByText('Channel 2', { exact: true }).waitFor()

    await page.getByRole('button', { name: 'View code' }).click()
    const code = page.getByRole('tabpanel')
    for (const [dialect, address] of [
      ['OpenAI', '/v1/chat/completions'],
      ['Responses', '/v1/responses'],
      ['Anthropic', '/v1/messages'],
      ['Gemini', ':streamGenerateContent'],
    ] as const) {
      await page.getByRole('tab', { name: dialect }).click()
      await code.getByText(address).waitFor()
      await code.getByText('by another').first().waitFor()
    }
  },
)

for (const [language, theme, width] of [
  ['en', 'light', 1440],
  ['zh', 'dark', 390],
] as const)
  journey(
    `${language}, ${theme}, ${width} px: no violation of accessibility, and nothing sticks out`,
    async ({ page, url, server }) => {
      const name = `reader${width}`
      await givenUser(server, name)
      await enter(page, url, name)
      await assertAccessible(page, 'empty')
      const words = '# Title\n\n- [x] a\n- b\n\n```ts\nconst a = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\nand $x^2$'
      await call(page, `${words}\n\n${'averylongword'.repeat(20)}`)
      await done(page)
      await lastResponse(page).locator('.katex').waitFor()
      await assertAccessible(page, 'response')
      await assertFits(page)
      await page.getByRole('button', { name: /^(Conversations|对话)$/ }).click()
      await page.getByRole('dialog').getByRole('listitem').first().waitFor()
      await assertAccessible(page, 'conversations')
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
      if (width < 600) {
        await page.getByRole('button', { name: '设置' }).click()
        await page.getByRole('dialog').getByText('高级').click()
      } else await page.getByText('Advanced').click()
      await assertAccessible(page, 'settings')
      await assertFits(page)
    },
    { language, theme, width },
  )
