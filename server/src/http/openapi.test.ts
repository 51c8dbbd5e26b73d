import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoint } from '@turnpike/contract/endpoint'
import Fastify from 'fastify'
import { z } from 'zod'
import { consoleEndpoints } from '../console.ts'
import { serveDocs } from './docs-routes.ts'
import { openApiDocument } from './openapi.ts'

type Parameter = { name: string; in: string; required: boolean; schema: object }
type Operation = {
  summary: string
  parameters: Parameter[]
  requestBody?: { content: Record<string, { schema: object }> }
  responses: Record<string, { description: string; content: Record<string, { schema: object }> }>
  security?: Record<string, string[]>[]
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  components: { securitySchemes: Record<string, object> }
  paths: Record<string, Record<string, Operation>>
}

const about = { title: 'Turnpike', version: 'v9.9.9' }
const documentOf = (endpoints: typeof consoleEndpoints) => openApiDocument(endpoints, about) as Document
const operationsOf = ({ paths }: Document) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  )

test('the document lists every endpoint that is served, once, and no other', () => {
  const listed = operationsOf(documentOf(consoleEndpoints)).map(({ method, path }) => `${method} ${path}`)
  assert.deepEqual(listed.sort(), consoleEndpoints.map(({ method, path }) => `${method} ${path}`).sort())
  assert.ok(listed.length >= 8)
})

test('the document has the shape of OpenAPI 3.1', () => {
  const document = JSON.parse(JSON.stringify(documentOf(consoleEndpoints))) as Document
  assert.match(document.openapi, /^3\.1\.\d$/)
  assert.deepEqual({ title: document.info.title, version: document.info.version }, about)
  for (const { path, operation } of operationsOf(document)) {
    assert.match(path, /^\/[\w/{}-]*$/)
    assert.ok(operation.summary)
    const responses = Object.entries(operation.responses)
    assert.ok(responses.length > 0)
    for (const [status, { description, content }] of responses) {
      assert.match(status, /^[1-5]\d\d$/)
      assert.ok(description)
      assert.equal(typeof content['application/json']?.schema, 'object')
    }
    const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path')
    assert.deepEqual(inPath.map(({ name }) => name).sort(), places.sort())
    for (const { required, schema } of inPath) assert.ok(required && typeof schema === 'object')
    for (const scheme of (operation.security ?? []).flatMap((alternative) => Object.keys(alternative)))
      assert.ok(document.components.securitySchemes[scheme], scheme)
  }
})

test('whoever needs a session is told so, and who does not is not', () => {
  const { paths } = documentOf(consoleEndpoints)
  for (const { access, method, path } of consoleEndpoints) {
    const operation = paths[path]?.[method.toLowerCase()]
    assert.equal(operation?.security !== undefined, access !== 'public' && access !== 'guest', path)
  }
})

test('what goes in and what comes out is described by the contract', () => {
  const rename = endpoint('admin', 'PUT /api/thing/{id}', {
    summary: 'Rename a thing',
    params: z.object({ id: z.string() }),
    query: z.object({ dry: z.string().optional(), reason: z.string() }),
    body: z.object({ name: z.string() }),
    data: z.object({ renamed: z.boolean() }),
  })
  const operation = documentOf([rename]).paths['/api/thing/{id}']?.put
  assert.deepEqual(
    operation?.parameters.map(({ name, in: place, required }) => [name, place, required]),
    [
      ['id', 'path', true],
      ['dry', 'query', false],
      ['reason', 'query', true],
    ],
  )
  const body = operation?.requestBody?.content['application/json']?.schema as { properties: object; required: string[] }
  assert.deepEqual(Object.keys(body.properties), ['name'])
  const response = operation?.responses[200]?.content['application/json']?.schema as {
    properties: Record<string, { properties: object }>
  }
  assert.deepEqual(Object.keys(response.properties), ['success', 'message', 'data'])
  assert.deepEqual(Object.keys(response.properties.data?.properties ?? {}), ['renamed'])
})

test('two methods of one path stand side by side', () => {
  const get = endpoint('user', 'GET /api/thing/', { summary: 'Read' })
  const post = endpoint('user', 'POST /api/thing/', { summary: 'Make' })
  assert.deepEqual(Object.keys(documentOf([get, post]).paths['/api/thing/'] ?? {}), ['get', 'post'])
})

test('the documents stay at their addresses, and the old page leads to the new one', async () => {
  const app = Fastify()
  serveDocs(app, { console: () => documentOf(consoleEndpoints), relay: () => ({ paths: { '/v1/x': {} } }) })
  const page = await app.inject('/api/docs')
  assert.deepEqual([page.statusCode, page.headers.location], [302, '/reference'])
  const document = await app.inject('/api/docs/openapi.json')
  assert.equal(document.headers['content-type'], 'application/json; charset=utf-8')
  assert.equal(operationsOf(document.json<Document>()).length, consoleEndpoints.length)
  assert.deepEqual((await app.inject('/api/docs/relay.json')).json(), { paths: { '/v1/x': {} } })
})
