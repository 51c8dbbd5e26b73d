import { z } from 'zod'
import { type BoundsByField, isTextWithin, printable } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { orElse, unlessEmpty } from '../left-out.ts'
import { groupNameBounds } from '../names.ts'
import { queryText } from '../page.ts'
import { signInOutcome } from './user.ts'

export const oidcProvidersMax = 20
export const oidcBounds = {
  /** In the address that the provider returns to. */
  slug: { charactersMin: 1, lengthMax: 32, pattern: /^[a-z0-9-]+$/ },
  name: { charactersMin: 1, charactersMax: 40, pattern: printable },
  issuer: { lengthMax: 500, pattern: /^https?:\/\/[^\s?#@]+$/ },
  client_id: { charactersMin: 1, lengthMax: 500, pattern: printable },
  scopes: { lengthMax: 500, pattern: /^[\x21\x23-\x5b\x5d-\x7e ]*$/ },
  username_claim: { lengthMax: 100, pattern: printable },
  group_claim: { lengthMax: 100, pattern: printable },
} satisfies BoundsByField
export const oidcSecretMax = 1000
const groupMapMax = 100

type Field = keyof typeof oidcBounds
const field = (name: Field) =>
  z
    .string()
    .trim()
    .refine((text) => isTextWithin(oidcBounds[name], text))

const provider = z.object({
  slug: field('slug'),
  name: field('name'),
  /** As the provider writes it in its tokens; the address of its discovery document is taken too. */
  issuer: field('issuer'),
  client_id: field('client_id'),
  scopes: orElse(field('scopes'), 'openid profile email'),
  /** The claim that a new account takes its user name from. */
  username_claim: orElse(field('username_claim'), 'preferred_username'),
  /** The claim whose values are looked up in `group_map`; empty for none. */
  group_claim: orElse(field('group_claim'), ''),
  group_map: orElse(
    z
      .record(z.string().min(1).max(200), z.string().min(1).max(groupNameBounds.lengthMax))
      .refine((map) => Object.keys(map).length <= groupMapMax),
    {},
  ),
  /** Unknown users get an account, while registration is open; otherwise only accounts that were bound sign in. */
  allow_registration: orElse(z.boolean(), false),
})
export type OidcProvider = z.output<typeof provider>

const slugParams = z.object({ slug: field('slug') })
const listed = provider.extend({ has_secret: z.boolean() })
export type ListedProvider = z.output<typeof listed>
const state = z.string('oauth_state_wrong').max(256, 'oauth_state_wrong')

/** The account's identities at providers of this kind. */
const identity = z.object({ slug: z.string(), name: z.string(), bound: z.boolean(), login: z.string() })
export type OidcIdentity = z.infer<typeof identity>

export const oidcApi = {
  // `guest`, because a signed-in person binds an identity, and others sign in.
  begin: endpoint('guest', 'POST /api/oauth/oidc/{slug}', {
    summary: 'The address of a provider’s sign-in page, for this browser and once',
    params: slugParams,
    body: z.object({ aff: unlessEmpty(z.string().max(64)) }),
    data: z.object({ address: z.string() }),
  }),
  callback: endpoint('guest', 'GET /api/oauth/oidc/{slug}', {
    changes: true,
    summary: 'Sign in with a provider’s response, or bind the identity to the signed-in person',
    params: slugParams,
    query: z.object({
      code: queryText.pipe(z.string().max(4096, 'invalid_request').optional()),
      error: queryText,
      state: queryText.pipe(state.optional()),
      iss: queryText,
    }),
    data: signInOutcome.optional(),
    beside: z.object({ message: z.enum(['bind', '']) }),
  }),
  identities: endpoint('user', 'GET /api/user/oidc', {
    summary: 'The providers, and the own identity at each',
    data: z.array(identity),
  }),
  unbind: endpoint('user', 'DELETE /api/user/oidc/{slug}', {
    summary: 'Unbind the own identity at a provider (sensitive); one sign-in method must remain',
    params: slugParams,
  }),
  list: endpoint('root', 'GET /api/oidc/', { summary: 'The providers, without their secrets', data: z.array(listed) }),
  save: endpoint('root', 'PUT /api/oidc/', {
    summary: 'Add or change a provider, once its discovery document was read; without a secret the stored one stays',
    body: provider.extend({ client_secret: unlessEmpty(z.string().max(oidcSecretMax)) }),
    data: listed,
  }),
  remove: endpoint('root', 'DELETE /api/oidc/{slug}', {
    summary: 'Delete a provider; identities at it stay bound and sign in again when it is added again',
    params: slugParams,
  }),
}
