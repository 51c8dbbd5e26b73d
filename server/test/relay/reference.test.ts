import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { drawingId, windowId } from '@turnpike/contract/reference/midjourney'
import { exampleParameters, filledPath, type Operation, pathParameters } from '@turnpike/contract/reference/operation'
import { relayOperations } from '@turnpike/contract/reference/relay-reference'
import { songId } from '@turnpike/contract/reference/suno'
import { videoId } from '@turnpike/contract/reference/videos'
import Fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { startMockUpstream } from '../../../mock-upstream/server.ts'
import { operationCode } from '../../../web/src/features/reference/operation-code.ts'
import { gatewayRoutes } from '../../src/gateway/gateway.ts'
import { unservedRoutes } from '../../src/gateway/routes/unserved-routes.ts'
import { mjPrefixes } from '../../src/gateway/tasks/midjourney/mj-paths.ts'
import { openMjRoutes } from '../../src/gateway/tasks/midjourney/open-routes.ts'
import { freshDatabase } from '../harness/databases.ts'
import { type RelayServer, startRelay } from '../harness/relay-harness.ts'
import { givenWav } from './given-wav.ts'
import { type Loose, send } from './send.ts'
import { taskOnce } from './tasks/given-tasks.ts'

const run = promisify(execFile)

let relay: RelayServer
let stop: () => Promise<void>
before(async () => {
  const mock = await startMockUpstream()
  const database = await freshDatabase('sqlite')
  const env = { TASK_UPDATE_SECONDS: '0.02', MEDIA_FETCH_ALLOW: new URL(mock.url).host }
  relay = await startRelay(database.address, env, mock)
  stop = async () => {
    await relay.stop()
    await mock.stop()
    await database.drop()
  }
})
after(() => stop())

describe('the routes', () => {
  async function routesOf(mount: (app: FastifyInstance) => void): Promise<string[]> {
    const app = Fastify()
    const routes = new Set<string>()
    app.addHook('onRoute', ({ method, url }) => {
      for (const each of [method].flat()) routes.add(`${each} ${url}`)
    })
    await app.register(async (scope) => mount(scope))
    return [...routes]
  }

  /** The routes for clients with a key, those of drawings without their mode. */
  async function served(): Promise<string[]> {
    const unserved = new Set(await routesOf(unservedRoutes))
    const all = [
      ...(await routesOf((app) => gatewayRoutes(app, relay.deps))),
      ...(await routesOf((app) => openMjRoutes(app, relay.deps))),
    ]
    const isForClients = (route: string) =>
      !unserved.has(route) &&
      !/^(OPTIONS|HEAD) /.test(route) &&
      !route.includes(' /pg/') && // a session pays
      !/\/mj\/notify/.test(route) && // callbacks of providers
      !route.endsWith('/mj/*') // refuses unknown paths
    const modes = mjPrefixes.flatMap(({ path, mode }) => (mode ? [` ${path}/`] : []))
    const withoutMode = (route: string) => {
      const mode = modes.find((each) => route.includes(each))
      return mode ? route.replace(mode, ' /mj/') : route
    }
    return [...new Set(all.filter(isForClients).map(withoutMode))]
  }

  const documented = relayOperations.flatMap(({ method, path, also = [] }) =>
    [path, ...also].map((each) => `${method} ${each}`),
  )
  const isServedBy = (operation: string, route: string) => {
    const pattern = route
      .split('/')
      .map((segment) => (segment.startsWith(':') ? '[^/]+' : RegExp.escape(segment)))
      .join('/')
    return new RegExp(`^${pattern}$`).test(operation.replaceAll(/[{}]/g, ''))
  }

  test('every route that takes a key is documented', async () => {
    const routes = await served()
    assert.ok(routes.length > 25)
    assert.deepEqual(
      routes.filter((route) => !documented.some((operation) => isServedBy(operation, route))),
      [],
    )
  })

  test('every documented operation has a route', async () => {
    const routes = await served()
    assert.deepEqual(
      documented.filter((operation) => !routes.some((route) => isServedBy(operation, route))),
      [],
    )
  })
})

/** What the mock has of each example's models, apart from `gpt-5.4-mini`. */
const models = [
  'gpt-5.4-mini,gpt-3.5-turbo-instruct,text-embedding-3-small,dall-e-3,gpt-image-1,tts-1,whisper-1,omni-moderation-latest',
  'jina-reranker-v2-base-multilingual,claude-sonnet-5,gemini-2.5-flash,gpt-realtime,sora-2',
].join(',')
const drawings = [
  'mj_imagine,mj_blend,mj_describe,mj_shorten,mj_upscale,mj_variation,mj_reroll,mj_modal,mj_inpaint,mj_upload',
  'swap_face,mj_video,mj_edits',
].join(',')

describe('the examples', () => {
  let folder: string
  let key: string
  let real: Record<string, string>
  let mine: Awaited<ReturnType<typeof relay.key>>

  const post = async (path: string, body: object): Promise<Loose> => (await send(relay, path, { key, body })).json
  const isDone = (id: string) =>
    taskOnce(relay, mine, `${id} is done`, ({ task_id, status }) => task_id === id && status === 'SUCCESS')

  before(async () => {
    // Below the libraries, so that programs find the SDKs.
    const cache = join(import.meta.dirname, '..', '..', '..', 'node_modules', '.cache')
    mkdirSync(cache, { recursive: true })
    folder = mkdtempSync(join(cache, 'reference-'))
    writeFileSync(join(folder, 'hello.mp3'), givenWav(2))
    writeFileSync(join(folder, 'gate.png'), Buffer.from('89504e470d0a1a0a', 'hex'))
    writeFileSync(join(folder, '.curlrc'), 'silent\nshow-error\nwrite-out = "\\n%{http_code} %{content_type}"\n')
    const here = relay.place()
    await here.channel({ models })
    await here.channel({ type: 5, models: drawings, base_url: relay.mock.urlOf('midjourney-plus') })
    await here.channel({ type: 36, models: 'suno_music,suno_lyrics', base_url: relay.mock.urlOf('suno') })
    mine = await here.key()
    key = mine.key
    const video = (await post('/v1/videos', { prompt: 'x' })).id
    relay.mock.tasks.advance(70)
    await isDone(video)
    const song = (await post('/suno/submit/music', { gpt_description_prompt: 'x' })).data
    relay.mock.tasks.advance(90)
    await isDone(song)
    const drawing = (await post('/mj/submit/imagine', { prompt: 'x' })).result
    relay.mock.tasks.advance(70)
    await isDone(drawing)
    const inpaint = { taskId: drawing, customId: `MJ::Inpaint::1::${drawing}::SOLO` }
    const window = (await post('/mj/submit/action', inpaint)).result
    real = { [drawingId]: drawing, [windowId]: window, [songId]: song, [videoId]: video }
  })
  after(() => rmSync(folder, { recursive: true }))

  /** The code of an example, about tasks that exist. */
  function codeOf(operation: Operation, language: 'shell' | 'javascript'): string {
    const code = operationCode(operation, operation.example.model, language, { base: relay.url, key })
    assert.ok(code, operation.id)
    return Object.entries(real).reduce((text, [example, id]) => text.replaceAll(example, id), code)
  }

  const byHttp = relayOperations.filter(({ response }) => response.type !== 'websocket')

  test('curl as it is copied gets the documented response', async () => {
    for (const operation of byHttp) {
      if (operation.method === 'DELETE') continue // JavaScript deletes the video, below
      const code = codeOf(operation, 'shell')
      const path = filledPath(operation.path, exampleParameters(operation))
      assert.ok(Object.keys(real).some((id) => path.includes(id)) || code.includes(relay.url + path), operation.id)
      const { stdout } = await run('sh', ['-c', code], {
        cwd: folder,
        env: { ...process.env, HOME: folder, CURL_HOME: folder },
      })
      const [, body = '', status, type] = /^([\s\S]*)\n(\d+) (.*)$/.exec(stdout) ?? []
      assert.equal(status, '200', `${operation.id}: ${stdout}`)
      assertDocumented(operation, body, type ?? '')
    }
  })

  test('JavaScript as it is copied runs with the official SDKs and gets no error', async () => {
    const names = byHttp.map((operation) => {
      const name = `${operation.id}.mjs`
      // A confirmation can be sent once.
      if (operation.id !== 'mj-modal') writeFileSync(join(folder, name), codeOf(operation, 'javascript'))
      return name
    })
    const ran = names.filter((name) => name !== 'mj-modal.mjs')
    const runner = `
      const statuses = []
      const { fetch } = globalThis
      globalThis.fetch = async (...given) => {
        const response = await fetch(...given)
        statuses.push(response.status)
        return response
      }
      for (const name of ${JSON.stringify(ran)}) await import('./' + name)
      console.log('\\n' + JSON.stringify(statuses))`
    writeFileSync(join(folder, 'runner.mjs'), runner)
    const { stdout } = await run(process.execPath, ['runner.mjs'], { cwd: folder })
    const statuses: number[] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '')
    assert.equal(statuses.length, ran.length)
    assert.deepEqual(
      statuses.filter((status) => status !== 200),
      [],
    )
    for (const file of ['hello.mp3', 'video.mp4', 'image.png'])
      assert.ok(readFileSync(join(folder, file)).length > 0, file)
  })

  test('a realtime session opens as in the example', async () => {
    const operation = relayOperations.find(({ id }) => id === 'realtime') as Operation
    const program = spawn(process.execPath, ['--input-type=module', '-e', codeOf(operation, 'javascript')])
    const [first] = (await once(program.stdout, 'data')) as [Buffer]
    program.kill()
    assert.match(String(first), /session\.created/)
  })
})

/** Whether a response has the type of the example, and every member of it with a value of the same kind. */
function assertDocumented({ id, response }: Operation, body: string, type: string): void {
  if (response.type === 'websocket') return
  assert.equal(type.split(';')[0], response.type, id)
  if (response.type === 'application/json') assertLike(JSON.parse(body), response.example, id)
  if (response.type === 'text/event-stream') {
    const events = body.split('\n\n').filter((event) => event.startsWith('data: {'))
    const examples = response.example.split('\n\n').filter(Boolean)
    assert.ok(events.length > 0)
    assertLike(eventData(events[0]), eventData(examples[0]), id)
  }
}

const eventData = (event = '') => JSON.parse(event.slice('data: '.length))

function assertLike(value: unknown, example: unknown, where: string): void {
  if (example === null) return
  if (Array.isArray(example)) {
    assert.ok(Array.isArray(value) && (value.length > 0 || example.length === 0), where)
    for (const [index, inner] of example.entries())
      if (index < value.length) assertLike(value[index], inner, `${where}[${index}]`)
    return
  }
  assert.equal(typeof value, typeof example, where)
  if (typeof example !== 'object') return
  for (const [name, inner] of Object.entries(example))
    assertLike((value as Record<string, unknown>)[name], inner, `${where}.${name}`)
}

describe('the OpenAPI document', () => {
  const parameter = z.strictObject({
    name: z.string(),
    in: z.enum(['path', 'query']),
    required: z.boolean(),
    description: z.string().min(1),
    schema: z.record(z.string(), z.unknown()),
    example: z.string().optional(),
  })
  const media = z.record(
    z.string().regex(/^[a-z]+\/[a-z0-9-]+$/),
    z.strictObject({ schema: z.record(z.string(), z.unknown()).optional(), example: z.unknown().optional() }),
  )
  const operation = z.strictObject({
    operationId: z.string().regex(/^[a-z0-9-]+$/),
    summary: z.string().min(1),
    description: z.string().optional(),
    tags: z.array(z.string()).length(1),
    security: z.array(z.record(z.string(), z.array(z.never()))),
    parameters: z.array(parameter),
    requestBody: z.strictObject({ required: z.literal(true), content: media }).optional(),
    responses: z.record(
      z.string().regex(/^([1-5]\d\d|default)$/),
      z.strictObject({ description: z.string().min(1), content: media.optional() }),
    ),
  })
  const document = z.strictObject({
    openapi: z.literal('3.1.0'),
    info: z.strictObject({ title: z.string(), version: z.string(), description: z.string() }),
    servers: z.array(z.strictObject({ url: z.literal('/') })),
    tags: z.array(z.strictObject({ name: z.string(), description: z.string().optional() })),
    components: z.strictObject({ securitySchemes: z.record(z.string(), z.looseObject({ type: z.string() })) }),
    paths: z.record(z.string().startsWith('/'), z.partialRecord(z.enum(['get', 'post', 'delete']), operation)),
  })
  const read = async () => document.parse(await (await fetch(`${relay.url}/api/docs/relay.json`)).json())

  test('has the shape of OpenAPI 3.1, with every address once, and names only what it defines', async () => {
    const { paths, tags, components } = await read()
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map((each) => ({ path, ...each })),
    )
    const addresses = relayOperations.reduce((sum, { also = [] }) => sum + 1 + also.length, 0)
    assert.equal(operations.length, addresses)
    assert.equal(new Set(operations.map(({ operationId }) => operationId)).size, addresses)
    for (const { path, parameters, tags: own, security } of operations) {
      const inPath = parameters.filter((each) => each.in === 'path')
      assert.deepEqual(inPath.map(({ name }) => name).sort(), pathParameters(path).sort())
      assert.ok(inPath.every(({ required }) => required))
      assert.ok(tags.some(({ name }) => name === own[0]))
      for (const scheme of security.flatMap((each) => Object.keys(each)))
        assert.ok(components.securitySchemes[scheme], scheme)
    }
  })

  test('describes bodies by schemas that the examples satisfy and that refuse a wrong type', async () => {
    const { paths } = await read()
    let checked = 0
    for (const methods of Object.values(paths))
      for (const { operationId, requestBody } of Object.values(methods)) {
        const json = requestBody?.content['application/json']
        if (!json) continue
        const schema = z.fromJSONSchema(json.schema as Parameters<typeof z.fromJSONSchema>[0])
        assert.ok(schema.safeParse(json.example).success, operationId)
        const [required] = (json.schema?.required as string[] | undefined) ?? []
        if (required)
          assert.ok(!schema.safeParse({ ...(json.example as object), [required]: null }).success, operationId)
        checked++
      }
    assert.ok(checked > 25)
  })
})

test('the address of an example has its parameters encoded, and leaves out empty ones', () => {
  assert.equal(filledPath('/v1/videos/{id}/content', { id: 'a/b', variant: '' }), '/v1/videos/a%2Fb/content')
  assert.equal(filledPath('/v1/videos', { limit: '20', after: 'a b' }), '/v1/videos?limit=20&after=a+b')
})
