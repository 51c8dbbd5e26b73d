import type { z } from 'zod'
import type { OrgAct } from './identity/organisation.ts'

/**
 * Who may call an endpoint. `public` never reads the session; `guest` serves every caller and recognises a signed-in
 * one; the others need a session or a system access token of at least that role.
 */
export type Access = 'public' | 'guest' | 'user' | 'admin' | 'root'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

type Schemas = {
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  data?: z.ZodType
  /** Members that clients of this family read beside `data`, such as the total of a bare list. */
  beside?: z.ZodType
}
type Traits = {
  /** One line for the API reference. */
  summary: string
  /**
   * Where the method says otherwise: true for a GET that changes something or contacts another server, false for a POST that only reads.
   * A token that may only read is refused what changes something.
   */
  changes?: boolean
  /** The call needs a solved bot check while the administrator requires one. */
  botCheck?: true
  /** Open to a session whose user must set up a second factor first, because the set-up needs it. */
  duringSetUp?: true
  /**
   * The call may act for an organisation, which the header `X-Turnpike-Org` names; of its members, those who may do
   * this. `any`: every member.
   */
  org?: OrgAct | 'any'
  /** Pages of any origin may call it: an API key is the credential, never a session. */
  anyOrigin?: true
  /**
   * The response is `data` itself, without the envelope, for the few responses that clients of this family expect bare.
   */
  bare?: true
}

export type Endpoint<S extends Schemas = Schemas, A extends Access = Access> = S &
  Traits & { access: A; method: Method; path: `/${string}` }

/** Describes one call: access, method, path, input and response. Server, web, tests and API reference read it. */
export function endpoint<A extends Access, S extends Schemas & Traits>(
  access: A,
  route: `${Method} /${string}`,
  spec: S,
): Endpoint<S, A> {
  const [method, path] = route.split(' ') as [Method, `/${string}`]
  return { ...spec, access, method, path }
}

/** Whether an endpoint changes something. */
export const isChange = ({ method, changes }: Endpoint): boolean => changes ?? method !== 'GET'

/** The input of an endpoint: exactly the parts that it declares. */
export type InputOf<E extends Endpoint> = {
  [Part in 'params' | 'query' | 'body' as E[Part] extends z.ZodType ? Part : never]: z.input<NonNullable<E[Part]>>
}
/** The member `data` of a response. */
export type DataOf<E extends Endpoint> = E['data'] extends z.ZodType ? z.output<E['data']> : undefined
/** What a handler returns and a caller receives: `data` alone, or `data` and the members beside it. */
export type ResultOf<E extends Endpoint> = E['beside'] extends z.ZodType
  ? { data: DataOf<E> } & z.output<E['beside']>
  : DataOf<E>
