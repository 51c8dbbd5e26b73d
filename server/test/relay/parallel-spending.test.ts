import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { callsOf } from '../../src/gateway/entry/in-flight/in-flight-calls.ts'
import type { RelayDeps } from '../../src/gateway/entry/relay-deps.ts'
import { databaseKinds } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { talk } from '../harness/realtime-harness.ts'
import { type GivenKey, type Place, type RelayServer, useRelay } from '../harness/relay-harness.ts'
import { booksOf } from './books.ts'
import { type EntryPoint, entryPoints } from './entry-points.ts'
import { givenWav } from './given-wav.ts'
import { send } from './send.ts'
import { assertBooksAgree } from './tasks/given-tasks.ts'

/** How many calls are made at once, and how many of them the balance covers. */
const parallel = 12
const covered = 3
const price = 1000

type Route = {
  path: string
  body(): object | FormData
  headers?(key: string): Record<string, string>
}

const form = (fields: Record<string, string | Blob>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.append(name, value)
  return data
}
const recording = () => new File([new Uint8Array(givenWav(2))], 'talk.wav', { type: 'audio/wav' })
const png = () => new File([new Uint8Array([137, 80, 78, 71])], 'a.png', { type: 'image/png' })

const fromEntry = ({ path, body, credential }: EntryPoint): Route => ({ path, body: () => body, headers: credential })
const routes: Record<string, Route> = {
  ...Object.fromEntries(Object.entries<EntryPoint>(entryPoints).map(([name, entry]) => [name, fromEntry(entry)])),
  'streamed chat': {
    path: entryPoints.chat.path,
    body: () => ({ ...entryPoints.chat.body, stream: true }),
  },
  pictures: { path: '/v1/images/generations', body: () => ({ model: 'single', prompt: 'cat' }) },
  'edited pictures': {
    path: '/v1/images/edits',
    body: () => form({ model: 'single', prompt: 'cat', image: png() }),
  },
  transcriptions: { path: '/v1/audio/transcriptions', body: () => form({ model: 'single', file: recording() }) },
  translations: { path: '/v1/audio/translations', body: () => form({ model: 'whisper-1', file: recording() }) },
  rerank: { path: '/v1/rerank', body: () => ({ model: 'ranked', query: 'a', documents: ['b', 'c'] }) },
  drawings: { path: '/mj/submit/imagine', body: () => ({ prompt: 'cat' }) },
  songs: { path: '/suno/submit/MUSIC', body: () => ({ prompt: 'a song', mv: 'chirp-v4' }) },
  videos: { path: '/v1/videos', body: () => form({ model: 'sora-2', prompt: 'a cat', seconds: '4' }) },
}

const singles = [
  ...new Set(Object.values<EntryPoint>(entryPoints).map(({ model }) => model)),
  'single',
  'whisper-1',
  'sora-2',
]
const prices = {
  ...Object.fromEntries([...singles, 'ranked', 'mj_imagine', 'suno_music'].map((model) => [model, price / 500_000])),
  'sora-2': price / 4 / 500_000, // a second
}

/** A place with channels for every route. */
async function givenPlace(relay: RelayServer): Promise<Place> {
  const here = relay.place()
  await here.channel({ models: singles.join(',') })
  await here.channel({ type: 38, models: 'ranked', base_url: relay.mock.urlOf('jina') })
  await here.channel({ type: 5, models: 'mj_imagine', base_url: relay.mock.urlOf('midjourney-plus') })
  await here.channel({ type: 36, models: 'suno_music', base_url: relay.mock.urlOf('suno') })
  return here
}

for (const kind of databaseKinds)
  describe(`calls at once never spend more than the balance [${kind}]`, () => {
    let here: Place
    const relay = useRelay(kind, { TASK_UPDATE_SECONDS: '3600' }, async (server) => {
      await server.options({ ModelPrice: JSON.stringify(prices), RetryTimes: '0' })
      here = await givenPlace(server)
    })

    const running = () => [...callsOf((relay.deps as unknown as RelayDeps).inFlight).list()].length

    /** One call. A machine that is too busy for a hold refuses with 503, and the client sends it again. */
    async function call({ path, body, headers }: Route, { key }: GivenKey, signal?: AbortSignal): Promise<number> {
      for (let tries = 1; ; tries++) {
        const given = headers ? { headers: headers(key) } : { key }
        const { status } = await send(relay, path, { ...given, body: body(), ...(signal && { signal }) })
        if (![503, 529].includes(status) || tries === 20) return status
      }
    }

    /** What the books say when all calls of this user are over. */
    async function settled(mine: GivenKey) {
      await eventually('no call runs', () => running() === 0)
      return eventually('no hold is open', async () => {
        const books = await booksOf(relay, mine)
        return books.holds.length === 0 && books.user.held === 0 && books
      })
    }
    const spentOf = (charges: { amount: number }[]) => charges.reduce((sum, { amount }) => sum + amount, 0)

    for (const [name, route] of Object.entries(routes))
      test(name, async () => {
        const mine = await here.key({ quota: covered * price })
        const before = here.sent().length
        await Promise.all(Array.from({ length: parallel }, () => call(route, mine)))
        const { charges, user, token } = await settled(mine)
        assert.equal(here.sent().length - before, covered, 'requests that the upstream got')
        assert.deepEqual([charges.length, spentOf(charges)], [covered, covered * price])
        assert.deepEqual([user.quota, user.used_quota, token.used_quota], [0, covered * price, covered * price])

        // Half of the clients hang up as soon as the upstream works for one of them.
        const hurried = await here.key({ quota: covered * price })
        const leaving = new AbortController()
        const calls = Array.from({ length: parallel }, (_, index) =>
          call(route, hurried, index % 2 ? leaving.signal : undefined).catch(() => 0),
        )
        await eventually('the upstream has a request', () => here.sent().length > before + covered)
        leaving.abort()
        await Promise.all(calls)
        const books = await settled(hurried)
        assert.ok(spentOf(books.charges) <= covered * price, `${spentOf(books.charges)} was spent`)
        assert.ok(books.user.quota >= 0)
      })

    test('sessions', async () => {
      const mine = await here.key({ quota: covered * price })
      const sessions = Array.from({ length: parallel }, () => talk(relay.url, 'gpt-4o', mine))
      const opened = await Promise.all(
        sessions.map(async (session) => {
          const isOpen = await Promise.race([
            session.until('session.created').then(() => true),
            session.closed.then(() => false),
          ]).catch(() => false)
          if (!isOpen) return false
          session.send({ type: 'response.create' })
          await session.until('response.done').catch(() => {})
          session.socket.close(1000)
          await session.closed
          return true
        }),
      )
      assert.equal(opened.filter(Boolean).length, covered)
      const { charges, user } = await settled(mine)
      assert.deepEqual([charges.length, user.quota], [covered, 0])
    })

    test('the books agree after all of them', () => assertBooksAgree(relay))
  })
