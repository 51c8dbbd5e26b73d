import type { MockUpstream } from '../../../mock-upstream/server.ts'
import type { Server } from '../../../server/src/start/server.ts'
import { type ConsoleClient, signInTo } from '../console-client.ts'

/** A server whose clock is moved through the past month, and the objects created on it so far. */
export type World = {
  url: string
  deps: Server['deps']
  upstream: MockUpstream
  /** Moves the clock of the server and of the upstream's tasks to these Unix seconds. */
  moveTo(at: number): void
  now(): number
  /** By name. */
  channelIds: Map<string, number>
  people: Map<string, Person>
}

export type Person = {
  id: number
  username: string
  password: string
  /** By name. */
  tokens: Map<string, { id: number; key: string }>
  /** What pays for the calls of a subscriber, in order. */
  sources?: readonly number[]
}

/** A session is idle for a week at most. */
const sessionSeconds = 5 * 86_400
const sessions = new WeakMap<Person, { client: ConsoleClient; until: number }>()

/** The console as this person uses it. */
export async function consoleOf(world: World, username: string): Promise<ConsoleClient> {
  const person = personOf(world, username)
  const open = sessions.get(person)
  if (open && world.now() < open.until) return open.client
  const client = await signInTo(world.url, person.username, person.password)
  sessions.set(person, { client, until: world.now() + sessionSeconds })
  return client
}

export function personOf({ people }: World, username: string): Person {
  const person = people.get(username)
  if (!person) throw new Error(`${username} has no account yet`)
  return person
}

export function channelIdOf({ channelIds }: World, name: string): number {
  const id = channelIds.get(name)
  if (id === undefined) throw new Error(`there is no channel ${name}`)
  return id
}

/** Sends a call to the relay and reads its response to the end. */
export async function callRelay(world: World, key: string, path: string, body: object): Promise<Response> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(world.url + path, { method: 'POST', headers, body: JSON.stringify(body) })
}
