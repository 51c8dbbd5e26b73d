import { setTimeout as pause } from 'node:timers/promises'
import { tokenApi } from '@turnpike/contract/identity/token'
import { defaultRoot } from '@turnpike/contract/identity/user'
import type { MockUpstream } from '../../mock-upstream/server.ts'
import { type DemoToken, demoPeople, memberPassword, rootTokens } from './cast/people.ts'
import { signInTo } from './console-client.ts'
import { createRandom, type Random } from './random.ts'
import { modelTraits } from './traffic/model-traits.ts'

/** Between two calls: a few per minute. */
const pauseSeconds = { least: 6, most: 22 }
const tasksPercent = 4
const upstreamTroublePercent = 6

const requests = [
  'Summarise this week in three sentences.',
  '把这段话翻译成英文：收费站前请减速。',
  'Write a commit message for a change that renames a column.',
  'What is a good name for a lighthouse keeper’s cat?',
  '解释一下什么是背压。',
  'Turn these notes into a checklist.',
]
const prompts = ['a lighthouse at dawn, gouache', 'a paper crane over a motorway', '晨雾中的跨海大桥']

type Caller = { key: string; token: DemoToken }

/** Keeps the pages of a running demo moving: calls of the demo's people through the mock upstream, until it is aborted. */
export async function trickle(url: string, mock: MockUpstream, signal: AbortSignal): Promise<void> {
  const random = createRandom(Date.now())
  // The mock upstream responds at once; visitors expect to see text arrive gradually.
  mock.faults.add({ fault: { kind: 'delay', headersMs: 250, firstChunkMs: 350, chunkMs: 12, jitterMs: 300 } })
  const callers = await findCallers(url)
  while (!signal.aborted && callers.length > 0) {
    const { least, most } = pauseSeconds
    await pause(random.between(least, most) * 1000, undefined, { signal }).catch(() => {})
    if (signal.aborted) return
    // The demo continues after a failed call: its token may have been deleted, or the server is restarting.
    await callOnce(url, mock, random.pick(callers), random, signal).catch(() => {})
  }
}

/** Keys of the people who still have the demo's password. */
async function findCallers(url: string): Promise<Caller[]> {
  const people = [
    { ...defaultRoot, tokens: rootTokens },
    ...demoPeople
      .filter(({ bannedDay }) => bannedDay === undefined)
      .map((one) => ({ ...one, password: memberPassword })),
  ]
  const found = await Promise.all(
    people.map(async ({ username, password, tokens }) => {
      try {
        const client = await signInTo(url, username, password)
        const listed = await client.call(tokenApi.list, { query: { p: 0, size: 100 } })
        return listed.flatMap(({ name, key, status }) => {
          const token = tokens.find((one) => one.name === name)
          return token && status === 1 ? [{ token, key: `sk-${key}` }] : []
        })
      } catch {
        return []
      }
    }),
  )
  return found.flat()
}

async function callOnce(url: string, mock: MockUpstream, caller: Caller, random: Random, signal: AbortSignal) {
  const isTask = caller.token.name === 'design-studio' || random.isTrue(tasksPercent / 100)
  const chatModels = Object.entries(caller.token.models).filter(([model]) => !modelTraits[model]?.path)
  if (random.isTrue(upstreamTroublePercent / 100))
    mock.faults.add({ times: 1, fault: { kind: 'status', status: random.pick([429, 500, 503]) } })
  const [path, body] =
    isTask && random.isTrue(0.4)
      ? ['/mj/submit/imagine', { prompt: random.pick(prompts) }]
      : [
          '/v1/chat/completions',
          {
            model: random.weighted(chatModels),
            stream: random.isTrue(0.7),
            messages: [{ role: 'user', content: random.pick(requests) }],
          },
        ]
  const headers = { authorization: `Bearer ${caller.key}`, 'content-type': 'application/json' }
  const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify(body), signal })
  await response.arrayBuffer()
}
