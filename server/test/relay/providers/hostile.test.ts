import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openTest } from '../../harness/databases.ts'
import { eventually } from '../../harness/eventually.ts'
import { driftsOf } from '../../harness/ledger.ts'
import { holdsOfCalls } from '../../ledger/held-for-calls.ts'
import { charge } from '../charge.ts'
import { type Loose, send } from '../send.ts'
import { type Account, upstreamKeyPrefix } from './accounts.ts'
import { counted, driveChat } from './chat-driver.ts'
import { type ClientCall, soon } from './client-call.ts'
import { type HostileFault, hostileFaults, slowFaults } from './hostile-faults.ts'
import { useMoneySuite } from './money-suite.ts'
import type { Variants } from './provider-rows.ts'
import { driveSingle } from './single-driver.ts'
import { singlePrices } from './single-requests.ts'
import { testVariants } from './test-variants.ts'
import {
  type Case,
  type ChatCase,
  chatCases,
  clientModel,
  clientResponsesModel,
  ofRun,
  type SingleCase,
  singleCases,
  singlesOfRun,
} from './wire-cases.ts'

const freshQuota = 100_000_000
const ratios = { [clientModel]: 1.75, [clientResponsesModel]: 1.75, ...singlePrices.ModelRatio }
/** Twice the response of a chat: some faults repeat a part of it. */
const chatCostMax = charge(
  [
    [counted.input, '1'],
    [counted.output * 2, '3.3'],
  ],
  '1.75',
)
const chargedPages: Variants = Object.fromEntries(
  ['calls its response a page', 'calls its response nothing'].map((variant) => [
    variant,
    'what is no sound is charged as sound',
  ]),
)
/** What a browser may show as it is; anything else must come as a file. */
const shownTypes = /^(application\/json|text\/event-stream|text\/plain|audio\/)/

const options = {
  ModelRatio: JSON.stringify(ratios),
  CompletionRatio: JSON.stringify({ [clientModel]: 3.3, [clientResponsesModel]: 3.3 }),
  ModelPrice: JSON.stringify(singlePrices.ModelPrice),
}
const shortLimits = {
  UPSTREAM_FIRST_BYTE_SECONDS: '0.4',
  UPSTREAM_ANSWER_SECONDS: '0.4',
  STREAMING_TIMEOUT: '0.4',
  RELAY_TIMEOUT: '1',
}

/**
 * Connections and heads are read with the same code for every client format and provider: one case stands for events, one for lines,
 * one for binary frames and one for the messages of a WebSocket.
 */
const onEveryTransport = new Set([
  'chat → OpenAI',
  'chat → Ollama',
  'chat → AWS Claude signed',
  'chat → Xunfei WebSocket',
])
const isForTransport = ({ name }: ChatCase) => onEveryTransport.has(name)

describe('an upstream that means harm', () =>
  hostileSuite({ STREAM_SCANNER_MAX_BUFFER_MB: '1' }, hostileFaults, { concurrency: 4 }))
// These wait rather than work.
describe('an upstream that takes its time', () => hostileSuite(shortLimits, slowFaults, { concurrency: 64 }))

function hostileSuite(env: Record<string, string>, hostile: HostileFault[], concurrency: { concurrency: number }) {
  const suite = useMoneySuite('sqlite', options, env)
  const { relay, account, fault } = suite
  const faultsFor = ({ readsLike }: Pick<Case, 'readsLike'>) =>
    readsLike === undefined ? hostile : hostile.filter(({ isOwn }) => isOwn)

  describe('breaks nothing, costs no more than it gave and learns nothing', concurrency, () => {
    for (const chat of ofRun(chatCases)) {
      const { begin } = driveChat(suite, chat)
      for (const isStream of [false, true])
        testFaults(`${chat.name}${isStream ? ', streamed' : ''}`, {
          channel: chat.channel,
          faults: faultsFor(chat).filter(
            ({ streamOnly, chatOnly }) =>
              ((isStream && chat.streams) || !streamOnly) && (!chatOnly || isForTransport(chat)),
          ),
          costMax: chatCostMax,
          begin: (mine) => begin(mine, isStream),
        })
    }
    for (const single of oneOfEachKind(singlesOfRun(singleCases))) {
      const { cost, counted: own = cost, abandoned, passesThrough, path } = single.request
      const isStream = passesThrough === 'events'
      testFaults(single.name, {
        channel: single.channel,
        faults: faultsFor(single).filter(({ streamOnly, chatOnly }) => !chatOnly && (isStream || !streamOnly)),
        costMax: Math.max(cost, own, abandoned),
        defects: isStream && path === '/v1/audio/speech' ? chargedPages : {},
        ...driveSingle(suite, single),
      })
    }
  })

  type Hostile = {
    channel: ChatCase['channel']
    faults: HostileFault[]
    costMax: number
    defects?: Variants
    begin(mine: Account): ClientCall
  }

  function testFaults(name: string, { channel, faults, costMax, defects = {}, begin }: Hostile) {
    const variants = faults.map((each) => ({ ...each, mine: account(channel) }))
    testVariants(
      name,
      variants,
      async ({ fault: each, mine }) => {
        fault(mine, each)
        const client = begin(mine)
        await soon('the end', client.over)
        const { status, headers } = await client.response
        assertHarmless(status, headers, client.text())
        await assertPaid(mine, status, each.kind === 'endless' ? freshQuota : costMax)
      },
      defects,
    )
  }

  function assertHarmless(status: number, headers: Headers, text: string): void {
    assert.ok(status === 200 || (status >= 400 && status < 600), `${status}`)
    assert.notEqual(status, 500, 'nothing is a bug of ours')
    assertNoSecrets(text.replace(/"url":"[^"]*"/g, '')) // a client must know where its picture is
    assertNoSecrets(JSON.stringify([...headers]))
    for (const name of ['set-cookie', 'x-secret-host', 'access-control-allow-credentials'])
      assert.equal(headers.get(name), null)
    const type = headers.get('content-type') ?? ''
    assert.equal(headers.get('content-disposition'), shownTypes.test(type) ? null : 'attachment', type)
  }

  async function assertPaid({ user_id }: Account, status: number, costMax: number): Promise<void> {
    const settled = async () => {
      const balance = await relay.balance(user_id)
      return balance.held === 0 && balance
    }
    const { quota, used_quota } = await eventually('nothing is held', settled)
    assert.equal(quota + used_quota, freshQuota)
    assert.ok(used_quota >= 0 && used_quota <= (status === 200 ? costMax : 0), `${used_quota} of at most ${costMax}`)
  }

  function assertNoSecrets(text: string) {
    for (const secret of [upstreamKeyPrefix, new URL(relay.mock.url).host, 'sk-comment-000000', '10.1.2.3'])
      assert.ok(!text.includes(secret), `${secret} in ${text.slice(0, 300)}`)
  }

  test('every transport is among the cases', () => {
    assert.equal(ofRun(chatCases).filter(isForTransport).length, onEveryTransport.size)
  })

  test('and after all of it the server is well, its log has no secrets and the books agree', async () => {
    const mine = await relay.key()
    assert.equal((await send(relay, '/v1/models', { key: mine.key })).status, 200)
    for (const line of relay.lines) assertNoSecrets(line)
    const rows = await relay.deps.logStore.selectFrom('logs').selectAll().execute()
    assert.ok(rows.length > 0)
    for (const row of rows) assertNoSecrets(JSON.stringify(row))
    assert.deepEqual(await holdsOfCalls(relay.deps.store).execute(), [])
    const errors = relay.lines.filter((line) => (JSON.parse(line) as Loose).level === 'error')
    // No upstream can cause that: it is said of a machine that stood still for longer than the ledger waits.
    assert.deepEqual(
      errors.filter((line) => !line.includes('database away')),
      [],
    )
    const open = await openTest(relay.deps.config.database)
    try {
      assert.deepEqual(await driftsOf(open, relay.deps.clock()), [])
    } finally {
      await open.close()
    }
  })
}

/** Requests that differ in their price alone travel alike: one of each provider, path and manner is enough. */
function oneOfEachKind(cases: SingleCase[]): SingleCase[] {
  const known = new Set<string>()
  return cases.filter(({ name, request: { path, passesThrough } }) => {
    const kind = JSON.stringify([name.split(' → ')[1], path, passesThrough])
    const isNew = !known.has(kind)
    known.add(kind)
    return isNew
  })
}
