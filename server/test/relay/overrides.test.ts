import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { databaseKindsOfRun } from '../harness/databases.ts'
import { eventually } from '../harness/eventually.ts'
import { talk } from '../harness/realtime-harness.ts'
import { useRelay } from '../harness/relay-harness.ts'
import { assertFree, booksOf, settledBooks } from './books.ts'
import { givenWav } from './given-wav.ts'
import { type ChatFormat, chatFormats } from './providers/chat-formats.ts'
import { chatBody, type Loose, send } from './send.ts'
import { startSteeredUpstream, usageOf } from './steered-upstream.ts'

const model = 'overridden-1'
const pictures = 'overridden-picture'
const literal = 'literal-never-told-0123'
const operations = (...list: object[]) => ({ param_override: { operations: list } })

/** A channel type, the mock vendor it calls, and where its requests name the temperature. */
const upstreams: [name: string, type: number, vendor: 'openai' | 'anthropic' | 'gemini' | 'ollama', path: string][] = [
  ['OpenAI', 1, 'openai', 'temperature'],
  ['Anthropic', 14, 'anthropic', 'temperature'],
  ['Gemini', 24, 'gemini', 'generationConfig.temperature'],
  ['Ollama', 4, 'ollama', 'options.temperature'],
]
const valueIn = (body: Loose, path: string): unknown => path.split('.').reduce((value, step) => value?.[step], body)

for (const kind of databaseKindsOfRun)
  describe(`overrides of requests [${kind}]`, () => {
    const relay = useRelay(kind, { TASK_UPDATE_SECONDS: '0.02' }, async (server) => {
      await server.options({
        ModelRatio: JSON.stringify({ [model]: 1, 'gemini-2.5-pro': 1, 'claude-sonnet-4-5': 1 }),
        CompletionRatio: JSON.stringify({ [model]: 2 }),
        ModelPrice: JSON.stringify({ [pictures]: 0.01 }),
        RetryTimes: '3',
      })
    })

    for (const [vendorName, type, vendor, path] of upstreams)
      for (const [name, format] of Object.entries(chatFormats))
        for (const isStream of [false, true])
          test(`are applied to ${name} for ${vendorName}${isStream ? ', streamed' : ''}`, async () => {
            const here = relay.place()
            const { key } = await here.channel({
              ...{ type, models: model, base_url: relay.mock.urlOf(vendor) },
              ...operations(
                { mode: 'set', path, value: 0.25 },
                { mode: 'set_header', path: 'X-Op', value: '{client_header:X-App}' },
              ),
              header_override: { 'X-Literal': literal, 'X-Key': 'Bearer {api_key}', 'User-Agent': 'mine/1' },
            })
            const mine = await here.key()
            const arriving = relay.mock.requests.nextRequest(({ headers }) => headers['x-key'] === `Bearer ${key}`)
            const { status, text } = await send(relay, format.path(model, isStream), {
              headers: { ...format.headers(mine.key), 'x-app': 'app-1' },
              body: format.body(model, 'hello there', isStream),
            })
            assert.equal(status, 200, text)
            assert.ok(format.isComplete(text), text)
            const { body, headers } = await arriving
            assert.equal(valueIn(body, path), 0.25, JSON.stringify(body))
            assert.deepEqual(
              [headers['x-literal'], headers['x-op'], headers['user-agent']],
              [literal, 'app-1', 'mine/1'],
            )
            assert.ok(!text.includes(literal))
            const { rows } = await settledBooks(relay, mine)
            assert.ok(!JSON.stringify(rows).includes(literal))
          })

    const singles: [path: string, body: object][] = [
      ['/v1/embeddings', { model, input: 'hello' }],
      ['/v1/rerank', { model, query: 'a', documents: ['b', 'c'] }],
      ['/v1/moderations', { model, input: 'hello' }],
      ['/v1/audio/speech', { model, input: 'hello', voice: 'alloy' }],
      ['/v1/images/generations', { model: pictures, prompt: 'a dot' }],
    ]
    for (const [path, body] of singles)
      test(`are applied to ${path}`, async () => {
        const here = relay.place()
        await here.channel({
          ...{ models: `${model},${pictures}`, header_override: { 'X-Literal': literal } },
          param_override: { user: 'overridden' },
        })
        const { status, text } = await send(relay, path, { key: (await here.key()).key, body })
        assert.equal(status, 200, text)
        const [sent] = here.sent()
        assert.deepEqual([sent?.body.user, sent?.headers['x-literal']], ['overridden', literal])
      })

    test('leave a form as it is and set its headers', async () => {
      const here = relay.place()
      await here.channel({ models: model, header_override: { 'X-Literal': literal }, param_override: { user: 'o' } })
      const body = new FormData()
      body.append('model', model)
      body.append('file', new File([new Uint8Array(givenWav(1))], 'a.wav', { type: 'audio/wav' }))
      const { status, text } = await send(relay, '/v1/audio/transcriptions', { key: (await here.key()).key, body })
      assert.equal(status, 200, text)
      const [sent] = here.sent()
      assert.equal(sent?.headers['x-literal'], literal)
      assert.deepEqual(sent?.parts?.map(({ name }) => name).sort(), ['file', 'model'])
    })

    test('are applied to a task and to the polls of it, and must not change its price', async () => {
      const here = relay.place()
      const suno = { type: 36, models: 'suno_music', base_url: relay.mock.urlOf('suno') }
      const header_override = { 'X-Literal': literal }
      await here.channel({ ...suno, header_override, param_override: { mv: 'chirp-v9' } })
      const mine = await here.key()
      const polled = relay.mock.requests.nextRequest(
        ({ path, headers }) => path.endsWith('/fetch') && headers['x-literal'] === literal,
      )
      const body = { gpt_description_prompt: 'calm' }
      const { status, text } = await send(relay, '/suno/submit/music', { key: mine.key, body })
      assert.equal(status, 200, text)
      const [sent] = here.sent()
      assert.deepEqual([sent?.body.mv, sent?.headers['x-literal']], ['chirp-v9', literal])
      assert.equal((await polled).headers['x-literal'], literal)

      const dear = relay.place()
      await dear.channel({ ...suno, param_override: { n: 4 } })
      const other = await dear.key()
      const refused = await send(relay, '/suno/submit/music', { key: other.key, body })
      assert.notEqual(refused.json.code, 'success', refused.text)
      assert.deepEqual(dear.sent(), [])
      assertFree(await booksOf(relay, other))
    })

    test('set the headers of every request about a task', async () => {
      const here = relay.place()
      const header_override = { 'X-Literal': literal }
      await here.channel({ models: 'sora-2', header_override })
      const { key } = await here.key()
      const made = await send(relay, '/v1/videos', { key, body: { model: 'sora-2', prompt: 'a cat' } })
      assert.equal(made.status, 200, made.text)
      const video = `/v1/videos/${made.json.id}`
      relay.mock.tasks.advance(70)
      await eventually('the video is finished', async () => (await send(relay, video, { key })).json.progress === 100)
      assert.equal((await send(relay, `${video}/content`, { key })).status, 200)
      assert.equal((await send(relay, video, { key, method: 'DELETE' })).status, 200)
      assert.deepEqual(new Set(here.sent().map(({ headers }) => headers['x-literal'])), new Set([literal]))

      const drawer = relay.place()
      const drawings = { type: 5, models: 'mj_imagine', base_url: relay.mock.urlOf('midjourney-plus') }
      await drawer.channel({ ...drawings, header_override })
      const mine = await drawer.key()
      const drawn = await send(relay, '/mj/submit/imagine', { key: mine.key, body: { prompt: 'a cat' } })
      assert.equal(drawn.json.code, 1, drawn.text)
      const seed = relay.mock.requests.nextRequest(({ path }) => path.endsWith('/image-seed'))
      await send(relay, `/mj/task/${drawn.json.result}/image-seed`, { key: mine.key })
      assert.equal((await seed).headers['x-literal'], literal)
    })

    test('set the headers of a realtime session', async () => {
      const here = relay.place()
      await here.channel({
        ...{ models: 'gpt-realtime', header_override: { 'X-Literal': literal } },
        ...operations({ mode: 'pass_headers', value: 'X-App' }),
      })
      const { key } = await here.key()
      const { socket, until } = talk(relay.url, 'gpt-realtime', { key, headers: { 'x-app': 'app-1' } })
      await until('session.created')
      socket.close(1000)
      const headers = here.sent().at(-1)?.headers
      assert.deepEqual([headers?.['x-literal'], headers?.['x-app']], [literal, 'app-1'])
    })

    test('come before the signature of a request', async () => {
      const here = relay.place()
      await here.channel({
        ...{ type: 33, models: 'claude-sonnet-4-5', other: 'us-east-1', base_url: relay.mock.urlOf('aws') },
        ...{ keyOf: (name: string) => `${name}|secret/of+${name}|us-east-1`, key: 'AKIAOVERRIDE1' },
        ...{ header_override: { 'X-Signed': 'signed-too' }, param_override: { temperature: 0.25 } },
      })
      const arriving = relay.mock.requests.nextRequest(({ headers }) => headers['x-signed'] === 'signed-too')
      const mine = await here.key()
      const body = chatBody('hi', { model: 'claude-sonnet-4-5' })
      const { status, text } = await send(relay, '/v1/chat/completions', { key: mine.key, body })
      assert.equal(status, 200, text)
      assert.match(JSON.stringify((await arriving).body), /"temperature":0.25/)
    })

    test('send the members that they leave alone as the bytes of the client', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const here = relay.place()
      await here.channel({ models: model, base_url: upstream.url, param_override: { temperature: 0 } })
      const long = `[ {"role" : "user",  "content":"${'a'.repeat(6000)}"} ]`
      const body = `{"model":"${model}","messages":${long},"temperature":1}`
      const pending = send(relay, '/v1/chat/completions', { key: (await here.key()).key, body })
      const arrived = await upstream.next()
      assert.ok(arrived.text.includes(long))
      assert.equal(arrived.body.temperature, 0)
      const choices = [{ index: 0, message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }]
      const response = { id: 'a', object: 'chat.completion', created: 1, model, choices, ...usageOf(5, 5) }
      arrived.response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(response))
      assert.equal((await pending).status, 200)
    })

    test('apply at every attempt, and see which attempt it is and how the last one failed', async () => {
      const here = relay.place()
      const marks = operations(
        { mode: 'set', path: 'user', value: 'first' },
        {
          mode: 'set',
          path: 'user',
          value: 'again',
          conditions: { is_retry: true, last_error_status_code: 500 },
          logic: 'AND',
        },
      )
      const first = await here.channel({ models: model, priority: 1, ...marks })
      await here.channel({ models: model, ...marks })
      relay.mock.faults.add({ match: { key: first.key }, times: 1, fault: { kind: 'status', status: 500 } })
      const { status } = await send(relay, '/v1/chat/completions', {
        ...{ key: (await here.key()).key, body: chatBody('hi', { model }) },
      })
      assert.equal(status, 200)
      assert.deepEqual(
        here.sent().map(({ body }) => body.user),
        ['first', 'again'],
      )
    })

    test('return an error in place of a request, which is no failure of the channel and costs nothing', async () => {
      const here = relay.place()
      const value = { message: 'use another model', status_code: 451, code: 'blocked_here', type: 'policy_error' }
      const { id } = await here.channel({ models: model, ...operations({ mode: 'return_error', value }) })
      await here.channel({ models: model, priority: -1 })
      const mine = await here.key()
      const formats: ChatFormat[] = [chatFormats.chat, chatFormats.messages]
      for (const format of formats) {
        const { status, text } = await send(relay, format.path(model, false), {
          headers: format.headers(mine.key),
          body: format.body(model, 'hi', false),
        })
        assert.equal(status, 451, text)
        assert.match(text, /use another model/)
      }
      const { json } = await send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody('hi', { model }) })
      assert.deepEqual([json.error.code, json.error.type], ['blocked_here', 'policy_error'])
      assert.deepEqual(here.sent(), [])
      assertFree(await booksOf(relay, mine))
      const { status } = await relay.deps.store
        .selectFrom('channels')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      assert.equal(status, 1)
    })

    test('that cannot be applied pass the request to the next channel; so does an error that lets others try', async () => {
      const here = relay.place()
      const value = { message: 'not here', skip_retry: false }
      await here.channel({ models: model, priority: 2, ...operations({ mode: 'move', from: 'absent', to: 'user' }) })
      await here.channel({ models: model, priority: 1, ...operations({ mode: 'return_error', value }) })
      const last = await here.channel({ models: model })
      const mine = await here.key()
      const { status } = await send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody('hi', { model }) })
      assert.equal(status, 200)
      assert.deepEqual(
        here.sent().map(({ key }) => key),
        [last.key],
      )
    })

    test('that cannot be read any more keep the channel from sending without them', async () => {
      const here = relay.place()
      const { id } = await here.channel({ models: model, param_override: { a: 1 } })
      const changed = { param_override: '{"operations":[{"mode":"regex_replace"}]}' }
      await relay.deps.store.updateTable('channels').set(changed).where('id', '=', id).execute()
      await relay.deps.reload()
      const mine = await here.key()
      const { status, text } = await send(relay, '/v1/chat/completions', {
        ...{ key: mine.key, body: chatBody('hi', { model }) },
      })
      assert.notEqual(status, 200, text)
      assert.deepEqual(here.sent(), [])
      assertFree(await booksOf(relay, mine))
    })

    test('show no literal in an error that repeats it', async (t) => {
      const upstream = await startSteeredUpstream(t)
      const here = relay.place()
      await here.channel({ models: model, base_url: upstream.url, header_override: { 'X-Team': literal } })
      const mine = await here.key()
      const pending = send(relay, '/v1/chat/completions', { key: mine.key, body: chatBody('hi', { model }) })
      const { response } = await upstream.next()
      response.writeHead(400, { 'content-type': 'application/json' })
      response.end(JSON.stringify({ error: { message: `unknown team ${literal}`, type: literal, code: literal } }))
      const { status, text } = await pending
      assert.equal(status, 400)
      assert.match(text, /unknown team/)
      assert.ok(!text.includes(literal), text)
      assert.ok(!JSON.stringify(relay.lines).includes(literal))
    })

    for (const [vendorName, type, vendor] of upstreams)
      for (const name of ['chat', 'responses', 'messages', 'gemini'] as const)
        test(`a channel's own system prompt reaches ${vendorName} from ${name}, once`, async () => {
          const here = relay.place()
          const setting = { system_prompt: 'PROMPT-OF-CHANNEL' }
          const { key } = await here.channel({ type, models: model, base_url: relay.mock.urlOf(vendor), setting })
          await here.channel({ type, models: 'unused', base_url: relay.mock.urlOf(vendor) })
          const mine = await here.key()
          const format = chatFormats[name]
          const before = relay.mock.requests.list().length
          const { status, text } = await send(relay, format.path(model, false), {
            headers: format.headers(mine.key),
            body: format.body(model, 'hello', false),
          })
          assert.equal(status, 200, text)
          const sent = relay.mock.requests
            .list()
            .slice(before)
            .filter((each) => each.key === key || each.path.endsWith('/api/chat')) // Ollama has no key
          assert.equal(JSON.stringify(sent.at(-1)?.body).split('PROMPT-OF-CHANNEL').length - 1, 1)
        })

    test("a channel's own system prompt is for clients without one, or before theirs", async () => {
      const systems = async (setting: object, messages: object[]) => {
        const here = relay.place()
        await here.channel({ models: model, setting })
        await send(relay, '/v1/chat/completions', { key: (await here.key()).key, body: { model, messages } })
        return here.sent()[0]?.body.messages as Loose[]
      }
      const user = { role: 'user', content: 'hi' }
      const own = { role: 'system', content: 'MINE' }
      const parts = { role: 'developer', content: [{ type: 'text', text: 'MINE' }] }
      assert.deepEqual(await systems({ system_prompt: 'C' }, [user]), [{ role: 'system', content: 'C' }, user])
      assert.deepEqual(await systems({ system_prompt: 'C' }, [own, user]), [own, user])
      const insists = { system_prompt: 'C', system_prompt_override: true }
      assert.equal((await systems(insists, [own, user]))[0].content, 'C\nMINE')
      assert.deepEqual((await systems(insists, [parts, user]))[0].content, [
        { type: 'text', text: 'C' },
        { type: 'text', text: 'MINE' },
      ])
    })
  })
