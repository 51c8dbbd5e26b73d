import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/**
 * The scopes of a system access token. `read` reads everything and changes nothing; keys and codes are masked. `all`
 * does everything over the API, and reads over MCP; tokens without a scope have it. `write` does everything over both.
 */
export const tokenScopes = ['all', 'read', 'write'] as const
export type TokenScope = (typeof tokenScopes)[number]

export const accessTokenApi = {
  create: endpoint('user', 'GET /api/user/token', {
    summary: 'Create a new system access token, shown this once; the one before ends (sensitive)',
    query: z.object({ scope: z.enum(tokenScopes, 'invalid_parameter').default('all') }),
    data: z.string(),
    changes: true,
  }),
  scope: endpoint('user', 'GET /api/user/token/scope', {
    summary: 'What the system access token of the caller may do; null without one',
    data: z.enum(tokenScopes).nullable(),
  }),
}
