import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Fault } from '../../../mock-upstream/faults/fault.ts'
import { databaseKinds, openTest } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { driftsOf } from '../harness/ledger.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { booksOf } from './books.ts'
import { type Loose, send } from './send.ts'
import { type Way, ways } from './ways.ts'

/** Everything the pretend upstream can do wrong, alone. */
const faults: Record<string, Fault> = {
  'is slow to begin': { kind: 'delay', headersMs: 100 },
  'is slow between its words': { kind: 'delay', chunkMs: 5, jitterMs: 5 },
  'refuses with a body of its own': { kind: 'status', status: 418, body: { teapot: true } },
  'refuses with a page': { kind: 'status', status: 503, body: '<html>nginx at 10.1.2.3</html>' },
  'refuses with no body': { kind: 'status', status: 500, body: '' },
  'refuses with a status nobody knows': {
    kind: 'status',
    status: 799,
    body: { error: { message: 'x', code: 'content_filter' } },
  },
  'sends us elsewhere': { kind: 'redirect' },
  'sends us inside': { kind: 'redirect', status: 307, location: 'http://169.254.169.254/latest' },
  'repeats our key in an error': { kind: 'leak' },
  'repeats our key in another error': { kind: 'leak', status: 400 },
  'answers 200 with an error': { kind: 'error-in-200' },
  'answers 200 with a list': { kind: 'error-in-200', body: [] },
  'answers 200 with null': { kind: 'error-in-200', body: null },
  'answers 200 with numbers for texts': {
    kind: 'error-in-200',
    body: { id: 7, choices: 7, content: 7, candidates: 7, output: 7, usage: 7 },
  },
  'answers 200 with texts for lists': {
    kind: 'error-in-200',
    body: { choices: 'x', content: 'x', candidates: 'x', output: 'x' },
  },
  'answers 200 with empty lists': {
    kind: 'error-in-200',
    body: { choices: [], content: [], candidates: [], output: [] },
  },
  'answers 200 with nothings in lists': {
    kind: 'error-in-200',
    body: { choices: [null], content: [null], candidates: [null], output: [null] },
  },
  'hangs after its head': { kind: 'silent' },
  'says nothing': { kind: 'silent', how: 'empty' },
  'hangs up before its head': { kind: 'cut', at: 'before-headers' },
  'resets before its head': { kind: 'cut', at: 'before-headers', how: 'reset' },
  'hangs up after some words': { kind: 'cut', at: 'after-chunks', afterChunks: 5 },
  'resets after some words': { kind: 'cut', at: 'after-chunks', afterChunks: 5, how: 'reset' },
  'ends after some words': { kind: 'cut', at: 'after-chunks', afterChunks: 5, how: 'end' },
  'hangs up inside a word': { kind: 'cut', at: 'inside', afterChunks: 5 },
  'fails as its first word': { kind: 'error-event', afterChunks: 0 },
  'fails in the middle': { kind: 'error-event', afterChunks: 5 },
  'fails in the middle and goes on': { kind: 'error-event', afterChunks: 5, carryOn: true },
  'fails with nonsense': { kind: 'error-event', afterChunks: 5, body: { error: 7 } },
  'uses nothing': { kind: 'usage', how: 'zero' },
  'uses less than nothing': { kind: 'usage', how: 'negative' },
  'uses parts of tokens': { kind: 'usage', how: 'fractional' },
  'uses texts': { kind: 'usage', how: 'string' },
  'uses more than there is': { kind: 'usage', how: 'huge' },
  'says null of its usage': { kind: 'usage', how: 'null' },
  'nests its usage': {
    kind: 'usage',
    fields: { prompt_tokens: {}, completion_tokens: [], input_tokens: {}, output_tokens: [], total_tokens: 'x' },
  },
  'claims more from the cache than it read': {
    kind: 'usage',
    fields: {
      prompt_tokens_details: { cached_tokens: 1e9 },
      cache_read_input_tokens: -5,
      cachedContentTokenCount: 1e9,
    },
  },
  'writes a line without an end': { kind: 'giant-line', mebibytes: 5 },
  'writes a long line': { kind: 'giant-line', mebibytes: 1, afterChunks: 3 },
  'writes byte by byte': { kind: 'split' },
  'ends its lines in another way': { kind: 'crlf' },
  'comments on everything': { kind: 'comments', text: 'Authorization: Bearer sk-comment-000000' },
  'sets headers of all kinds': {
    kind: 'headers',
    headers: {
      'set-cookie': 'upstream=1',
      'access-control-allow-credentials': 'true',
      'content-disposition': 'inline',
      'x-secret-host': 'inside.upstream.example',
      'strict-transport-security': 'max-age=1',
    },
  },
  'calls its answer a page': { kind: 'content-type', value: 'text/html' },
  'calls its answer nothing': { kind: 'content-type', value: '' },
  'calls its answer JSON': { kind: 'content-type', value: 'application/json' },
  'never ends': { kind: 'endless', everyMs: 1 },
  'compresses its answer': { kind: 'encoding', name: 'gzip' },
  'compresses its answer in a way of its own': { kind: 'encoding', name: 'deflate' },
  'sends a foreword': { kind: 'informational' },
  'sends a foreword and no more': { kind: 'informational', only: true },
  'cannot write JSON': { kind: 'invalid-json', afterChunks: 3 },
  'ends five times': { kind: 'terminal', copies: 5 },
  'goes on after its end': { kind: 'trailing-garbage' },
}

const asked = [
  'chat → OpenAI',
  'Responses → OpenAI',
  'Messages → Anthropic',
  'Gemini → Gemini',
  'chat → Gemini',
  'Gemini → OpenAI',
]

describe('an upstream that means harm', () => {
  const relay = useRelay('sqlite', {
    UPSTREAM_FIRST_BYTE_SECONDS: '0.4',
    STREAMING_TIMEOUT: '0.4',
    RELAY_TIMEOUT: '1',
  })

  for (const [name, fault] of Object.entries(faults))
    test(`and ${name} breaks nothing, costs no more than it gave and learns nothing`, async () => {
      const calls = asked.flatMap((way) => [false, true].map((isStream) => ({ way: ways[way] as Way, isStream })))
      await Promise.all(calls.map(({ way, isStream }) => meet(way, isStream, fault)))
    })

  async function meet(way: Way, isStream: boolean, fault: Fault) {
    const here = relay.place()
    const secret = `sk-hidden-${here.group}`
    const model = way.upstreamModel
    const base_url = relay.mock.urlOf(way.vendor)
    await here.channel({ type: way.type, models: model, base_url, key: secret })
    relay.mock.faults.add({ match: { key: secret }, fault })
    const mine = await here.key()
    const from = relay.lines.length
    const { status, headers, text } = await send(relay, way.path(model, isStream), {
      headers: way.headers(mine.key),
      body: way.body(model, 'Please say 60 words.', isStream),
    })
    assert.ok(status === 200 || (status >= 400 && status < 600), `${status}`)
    assert.notEqual(status, 500, 'nothing is a bug of ours')
    const seen = [text, JSON.stringify([...headers])]
    for (const bytes of [...seen, ...relay.lines.slice(from)]) assertNoSecrets(bytes, secret)
    assert.equal(headers.get('set-cookie'), null)
    assert.equal(headers.get('x-secret-host'), null)
    assert.equal(headers.get('access-control-allow-credentials'), null)
    assert.match(headers.get('content-type') ?? '', /^(application\/json|text\/event-stream)/)

    const books = await eventually('settled', async () => {
      const each = await booksOf(relay, mine)
      return each.holds.length === 0 && each
    })
    const { quota, held, used_quota } = books.user
    assert.equal(held, 0)
    assert.equal(quota + used_quota, 100_000_000)
    assert.ok(used_quota >= 0)
    // The dearest of these models writes a hundred words for less than this.
    if (fault.kind !== 'endless') assert.ok(used_quota < 20_000, `${used_quota}`)
    if (status >= 400) assert.equal(used_quota, 0)
    for (const row of books.rows) assert.doesNotMatch(JSON.stringify(row), new RegExp(secret))
  }

  function assertNoSecrets(bytes: string, secret: string) {
    assert.ok(!bytes.includes(secret), `the key in ${bytes.slice(0, 300)}`)
    assert.ok(!bytes.includes(new URL(relay.mock.url).host), `the host in ${bytes.slice(0, 300)}`)
    assert.ok(!bytes.includes('sk-comment-000000'), 'a comment passed')
    assert.ok(!bytes.includes('10.1.2.3'), 'an address passed')
  }

  test('and after all of it the server is well and the books agree', async () => {
    const here = relay.place()
    await here.channel()
    const { key } = await here.key()
    const { status } = await send(relay, '/v1/models', { key })
    assert.equal(status, 200)
    assert.deepEqual(
      relay.lines.filter((line) => (JSON.parse(line) as Loose).level === 'error'),
      [],
    )
    const open = await openTest(relay.deps.config.database)
    try {
      assert.deepEqual(await driftsOf(open, relay.deps.clock()), [])
    } finally {
      await open.close()
    }
  })
})

for (const kind of databaseKinds)
  describe(`a channel’s key [${kind}]`, () => {
    const relay = useRelay(kind)

    test('goes to its upstream and nowhere else, and nothing of the client goes with it', async () => {
      const here = relay.place()
      const secret = `sk-only-upstream-${kind}`
      await here.channel({ key: secret })
      const mine = await here.key()
      const { text } = await send(relay, '/v1/chat/completions?key=1&api-version=2', {
        headers: {
          authorization: `Bearer ${mine.key}`,
          cookie: 'session=secret',
          'x-forwarded-for': '203.0.113.5',
          'x-api-key': 'sk-other',
          'openai-organization': 'org-other',
          'x-custom': '1',
          'user-agent': 'client/1',
        },
        body: {
          model: 'gpt-4o',
          messages: [{ role: 'user', content: 'hello' }],
          api_key: 'x',
          base_url: 'http://evil.example',
          organization: 'org-x',
          service_tier: 'priority',
          unknown_field: 1,
        },
      })
      const [sent] = here.sent()
      assert.ok(sent)
      assert.deepEqual(Object.keys(sent.headers).sort(), [
        'accept-encoding',
        'authorization',
        'connection',
        'content-length',
        'content-type',
        'host',
        'user-agent',
      ])
      assert.equal(sent.headers.authorization, `Bearer ${secret}`)
      assert.equal(sent.headers['user-agent'], 'turnpike')
      assert.deepEqual(sent.query, {})
      assert.deepEqual(Object.keys(sent.body).sort(), ['messages', 'model', 'unknown_field'])
      for (const bytes of [text, ...relay.lines]) assert.ok(!bytes.includes(secret))
      for (const bytes of relay.lines) assert.ok(!bytes.includes(mine.key.slice(3)))
    })
  })
