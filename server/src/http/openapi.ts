import type { Endpoint } from '@turnpike/contract/endpoint'
import { z } from 'zod'

type Json = Record<string, unknown>

const accessText = {
  public: 'Anyone.',
  guest: 'Anyone; knows who is signed in.',
  user: 'Any signed-in user.',
  admin: 'Administrators.',
  root: 'The super administrator.',
} as const

/** The OpenAPI document, generated from the endpoints of the contract that are served. */
export function openApiDocument(endpoints: readonly Endpoint[], info: { title: string; version: string }): Json {
  const paths: Record<string, Json> = {}
  for (const endpoint of endpoints) {
    paths[endpoint.path] ??= {}
    const path = paths[endpoint.path] as Json
    path[endpoint.method.toLowerCase()] = operation(endpoint)
  }
  return {
    openapi: '3.1.0',
    info: { ...info, description: 'Refusals are HTTP 200 with success false, a code and a message.' },
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session', description: 'Set by signing in.' },
        accessToken: { type: 'apiKey', in: 'header', name: 'Authorization', description: 'System access token.' },
        userId: { type: 'apiKey', in: 'header', name: 'New-Api-User', description: 'Decimal id of the caller.' },
      },
    },
    paths,
  }
}

const orgParameter = {
  name: 'X-Turnpike-Org',
  in: 'header',
  required: false,
  description: 'The id of the organisation that the call acts for.',
  schema: { type: 'integer' },
}

function operation(endpoint: Endpoint): Json {
  const data = endpoint.data ? jsonSchema(endpoint.data, 'output') : undefined
  const beside = endpoint.beside && (jsonSchema(endpoint.beside, 'output') as { properties?: Json }).properties
  const envelope = {
    type: 'object',
    properties: { success: { type: 'boolean' }, message: { type: 'string' }, ...(data && { data }), ...beside },
    required: ['success', 'message'],
  }
  const isOpen = endpoint.access === 'public' || endpoint.access === 'guest'
  return {
    summary: endpoint.summary,
    description: `Who: ${accessText[endpoint.access]}`,
    'x-access': endpoint.access,
    tags: [endpoint.path.split('/')[2] ?? 'system'],
    ...(!isOpen && {
      security: [
        { session: [], userId: [] },
        { accessToken: [], userId: [] },
      ],
    }),
    parameters: [
      ...parameters(endpoint.params, 'path'),
      ...parameters(endpoint.query, 'query'),
      ...(endpoint.org === undefined ? [] : [orgParameter]),
    ],
    ...(endpoint.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(endpoint.body, 'input') } } },
    }),
    responses: {
      200: { description: 'Response', content: { 'application/json': { schema: endpoint.bare ? data : envelope } } },
    },
  }
}

function parameters(schema: z.ZodType | undefined, location: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties = {}, required = [] } = jsonSchema(schema, 'input') as { properties?: Json; required?: string[] }
  return Object.entries(properties).map(([name, inner]) => ({
    name,
    in: location,
    required: location === 'path' || required.includes(name),
    schema: inner,
  }))
}

/** Every whole number has these bounds, so they say nothing. */
function withoutSafeBounds({ jsonSchema }: { jsonSchema: z.core.JSONSchema.BaseSchema }): void {
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
}

/** Values that only exist while parsing (preprocessed, transformed) become a schema that accepts any value. */
const jsonSchema = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any', override: withoutSafeBounds })
  return rest
}
