import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { OrgRole } from '@turnpike/contract/identity/organisation'
import { orgApi } from '@turnpike/contract/identity/organisation-api'
import { tokenApi } from '@turnpike/contract/identity/token'
import OpenAI from 'openai'
import type { Page } from 'playwright-core'
import { post } from '../../../server/src/domain/money/wallet/ledger/ledger-post.ts'
import type { TestServer } from '../../../server/test/harness/harness.ts'
import { clientOf } from '../../../server/test/ledger/organisations.ts'
import { asRoot, createChannel, dataOf } from '../steps.ts'
import { upstream } from '../upstream.ts'

export const models = ['gpt-4o', 'gpt-4o-mini'] as const
export const dollar = 500_000

/** A channel for the requests of the firm. */
export async function openRoad(server: TestServer) {
  const root = await asRoot(server)
  await createChannel(root, { name: 'road', models: models.join(','), base_url: upstream().url, auto_ban: 0 })
}

type People = { owner: string; members?: Record<string, Exclude<OrgRole, 'owner'>> }

/** An organisation of new users, who joined by links. */
export async function firmOf(server: TestServer, name: string, { owner, members = {} }: People) {
  await server.given.user({ username: owner })
  const client = await clientOf(server, owner)
  const { id } = dataOf(await client.call(orgApi.create, { body: { name } }))
  for (const [username, role] of Object.entries(members)) {
    await server.given.user({ username })
    const { code } = dataOf(
      await client.call(orgApi.invite, { params: { id: String(id) }, body: { role, email: '', days: 7 } }),
    )
    dataOf(await (await clientOf(server, username)).call(orgApi.accept, { body: { code } }))
  }
  return { org: id }
}

/** Tops an organisation up, as an order would. */
export const topUp = ({ deps: { store, clock } }: TestServer, org: number, amount: number) =>
  store
    .transaction()
    .execute((transaction) =>
      post(transaction, { user_id: org, kind: 'top_up', reference: randomUUID(), amount, at: clock() }),
    )

/** A member's key of the organisation, as a client that sends requests with it. */
export async function keyOf(server: TestServer, username: string, org: number): Promise<OpenAI> {
  const client = await clientOf(server, username, org)
  const { key } = dataOf(
    await client.call(tokenApi.create, { body: { name: `${username} key`, unlimited_quota: true } }),
  )
  return new OpenAI({ apiKey: `sk-${key}`, baseURL: `${server.url}/v1`, maxRetries: 0 })
}

export const ask = (openai: OpenAI, model: string) =>
  openai.chat.completions.create({ model, messages: [{ role: 'user', content: 'Hello' }] })

/** The file that a click downloads. Where the browser can choose the file, the choice would open a window of its own. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<string> {
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return readFileSync(await download.path(), 'utf8')
}

/** The amounts of a text in dollars, in millionths. */
export const microDollars = (text: string): number[] =>
  [...text.matchAll(/(-?)\$([\d,]+)\.(\d+)/g)].map(
    ([, sign, whole = '', fraction = '']) =>
      (sign ? -1 : 1) * (Number(whole.replaceAll(',', '')) * 1e6 + Number(fraction.padEnd(6, '0'))),
  )

/** The sums of a statement's file by the parts of its lines, in millionths of a dollar. */
export function sumsOfCsv(file: string): Record<string, number> {
  const sums: Record<string, number> = {}
  for (const line of file.trim().split('\r\n').slice(1)) {
    const cells = line.split(',')
    const part = cells[0] ?? ''
    sums[part] = (sums[part] ?? 0) + Math.round(Number(cells.at(-1)) * 1e6)
  }
  return sums
}
