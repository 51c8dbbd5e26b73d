import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { eventually } from '../harness/eventually.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { type EntryPoint, entryPoints } from './entry-points.ts'
import { chatBody, open, send } from './send.ts'

const { chat } = entryPoints

describe('too much at once', () => {
  const relay = useRelay('sqlite')

  test('a key may run a hundred calls and its user two hundred; one more is refused until one is over', async () => {
    const here = relay.place()
    const { key: upstream } = await here.channel()
    const one = await here.key()
    const two = await relay.key({ user_id: one.user_id })
    const three = await relay.key({ user_id: one.user_id })
    const forget = relay.mock.faults.add({ match: { key: upstream }, fault: { kind: 'silent' } })
    const leaving = new AbortController()
    const begin = (key: string, signal = leaving.signal) => {
      const arrived = relay.mock.requests.nextRequest((request) => request.key === upstream)
      const over = open(relay, chat.path, { key, body: chatBody(), signal }).catch(() => {})
      return { arrived, over }
    }
    const refusal = async (key: string) => {
      // One that got through would wait for ever.
      const signal = AbortSignal.timeout(30_000)
      const { status, json, headers } = await send(relay, chat.path, { key, body: chatBody(), signal })
      return [status, json.error.code, headers.get('retry-after')]
    }
    const full = [429, 'too_many_in_flight', '1']
    const running = Array.from({ length: 100 }, () => begin(one.key))
    await Promise.all(running.map(({ arrived }) => arrived))
    assert.deepEqual(await refusal(one.key), full)
    const more = Array.from({ length: 99 }, () => begin(two.key))
    const last = new AbortController()
    more.push(begin(two.key, last.signal))
    await Promise.all(more.map(({ arrived }) => arrived))
    assert.deepEqual(await refusal(three.key), full, 'the user has two hundred')

    const given_up = relay.mock.requests.nextAbort((request) => request.key === upstream)
    last.abort()
    await given_up
    forget()
    // The upstream hears of it first; the call is over when what it came to is charged.
    const isLetIn = async () => (await send(relay, chat.path, { key: three.key, body: chatBody() })).status === 200
    await eventually('one more may run', isLetIn)
    leaving.abort()
    await Promise.all([...running, ...more].map(({ over }) => over))
  })
})

describe('too many guesses', () => {
  const relay = useRelay('sqlite', { RATE_LIMIT_FACTOR: '0.05', TRUSTED_PROXIES: '127.0.0.1' })

  test('an address that tries unknown keys is told to wait; others and good keys are not', async () => {
    const here = relay.place()
    await here.channel({ models: 'gpt-4o,text-embedding-3-small,tts-1,omni-moderation-latest' })
    const { key } = await here.key()
    const from = (address: string) => ({ 'x-forwarded-for': address })
    for (const [at, entry] of Object.entries<EntryPoint>(entryPoints)) {
      const address = `198.51.100.${Object.keys(entryPoints).indexOf(at) + 1}`
      const guess = (secret: string) =>
        send(relay, entry.path, { headers: { ...entry.credential(secret), ...from(address) }, body: entry.body })
      const statuses: number[] = []
      for (let number = 0; number < 4; number++) statuses.push((await guess(`sk-guess${number}`)).status)
      assert.deepEqual(statuses, [401, 401, 401, 429], at)
      const { status, json, headers } = await guess('sk-guess9')
      assert.equal(entry.refused(status, json).code ?? 'rate_limited', 'rate_limited')
      assert.ok(Number(headers.get('retry-after')) > 0, `${at}: Retry-After`)
      assert.equal((await guess(key)).status, 200, 'a good key still works from there')
    }
    const elsewhere = await send(relay, chat.path, { key: 'sk-guess', body: chat.body, headers: from('203.0.113.1') })
    assert.equal(elsewhere.status, 401)
  })
})
