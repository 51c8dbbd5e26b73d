import {
  exampleBody,
  exampleParameters,
  type Field,
  type Fields,
  type Operation,
  type OperationGroup,
  pathParameters,
} from '@turnpike/contract/reference/operation'

type Json = Record<string, unknown>

const securitySchemes = {
  bearer: { type: 'http', scheme: 'bearer', description: 'An API key.' },
  anthropic: {
    type: 'apiKey',
    in: 'header',
    name: 'x-api-key',
    description: 'An API key, as Anthropic’s SDKs send it.',
  },
  google: {
    type: 'apiKey',
    in: 'header',
    name: 'x-goog-api-key',
    description: 'An API key, as Google’s SDKs send it.',
  },
}

/** The OpenAPI document of the requests that take an API key. Its texts are English. */
export function relayDocument(groups: readonly OperationGroup[], info: { title: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const group of groups)
    for (const operation of group.operations)
      for (const [index, path] of [operation.path, ...(operation.also ?? [])].entries()) {
        paths[path] ??= {}
        const id = index === 0 ? operation.id : `${operation.id}-${index + 1}`
        ;(paths[path] as Json)[operation.method.toLowerCase()] = {
          operationId: id,
          ...described(operation, group, path),
        }
      }
  return {
    openapi: '3.1.0',
    info: { ...info, description: 'Requests of programs. Each is authenticated by an API key.' },
    servers: [{ url: '/' }],
    tags: groups.map(({ title, about }) => ({ name: title[0], ...(about && { description: about[0] }) })),
    components: { securitySchemes },
    paths,
  }
}

function described(operation: Operation, group: OperationGroup, path: string): Json {
  const { title, about, key, body } = operation
  const own = key === 'anthropic' || key === 'google' ? [{ [key]: [] }] : []
  return {
    summary: title[0],
    ...(about && { description: about[0] }),
    tags: [group.title[0]],
    security: key === 'none' ? [] : [...own, { bearer: [] }],
    parameters: parameters(operation, path),
    ...(body && { requestBody: { required: true, content: content(operation, body) } }),
    responses: { ...success(operation), default: { description: 'An error, in the format of this API.' } },
  }
}

function parameters(operation: Operation, path: string): Json[] {
  const inPath = new Set(pathParameters(path))
  const { model } = operation.body?.fields ?? {}
  // Of two addresses, one may have the model in its path and the other in its body.
  const fields: Fields = { ...(inPath.has('model') && model && { model }), ...operation.parameters }
  const examples = exampleParameters(operation)
  return Object.entries(fields).map(([name, field]) => ({
    name,
    in: inPath.has(name) ? 'path' : 'query',
    required: inPath.has(name) || field.required === true,
    description: field.about[0],
    schema: schemaOf(field),
    ...(examples[name] !== undefined && { example: examples[name] }),
  }))
}

function content(operation: Operation, { as, fields }: NonNullable<Operation['body']>): Json {
  const required = Object.entries(fields).flatMap(([name, field]) => (field.required ? [name] : []))
  const properties = Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, { ...schemaOf(field), description: field.about[0] }]),
  )
  const schema = { type: 'object', properties, ...(required.length > 0 && { required }) }
  return as === 'json'
    ? { 'application/json': { schema, example: exampleBody(operation) } }
    : { 'multipart/form-data': { schema } }
}

function schemaOf({ about: _, required: __, isFile, ...schema }: Field): Json {
  return isFile ? { ...schema, contentMediaType: 'application/octet-stream' } : schema
}

function success({ response }: Operation): Json {
  if (response.type === 'websocket') return { 101: { description: 'A WebSocket.' } }
  const example = 'example' in response && { example: response.example }
  return { 200: { description: 'Response', content: { [response.type]: { ...example } } } }
}
