import { callOf } from '@turnpike/contract/call'
import type { ConsoleResponse } from '@turnpike/contract/console-response'
import type { DataOf, Endpoint, InputOf } from '@turnpike/contract/endpoint'
import { userApi } from '@turnpike/contract/identity/user'

type Input<E extends Endpoint> = keyof InputOf<E> extends never ? [input?: undefined] : [input: InputOf<E>]

/** A signed-in client of the console API. A refusal is an error. */
export type ConsoleClient = {
  call<E extends Endpoint>(endpoint: E, ...input: Input<E>): Promise<DataOf<E>>
}

export async function signInTo(url: string, username: string, password: string): Promise<ConsoleClient> {
  const headers: Record<string, string> = { 'content-type': 'application/json', 'accept-language': 'en' }
  const client: ConsoleClient = {
    async call(endpoint, ...[input]) {
      const { method, url: path, body } = callOf(endpoint, input)
      const response = await fetch(url + path, { method, body, headers })
      const [cookie] = response.headers.getSetCookie()
      if (cookie) headers.cookie = cookie.split(';')[0] ?? ''
      if (endpoint.bare) return (await response.json()) as DataOf<typeof endpoint>
      const outcome = (await response.json()) as ConsoleResponse<DataOf<typeof endpoint>>
      if (!outcome.success) throw new Error(`${method} ${path}: ${outcome.message}`)
      return outcome.data
    },
  }
  const outcome = await client.call(userApi.login, { query: {}, body: { username, password } })
  if ('require_2fa' in outcome) throw new Error(`${username} needs a second step`)
  headers['new-api-user'] = String(outcome.id)
  return client
}
