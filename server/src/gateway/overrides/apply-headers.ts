import {
  type HeaderValue,
  isHeaderValue,
  isReadableHeader,
  keyVariable,
  maskedLiteral,
} from '@turnpike/contract/routing/override-headers'
import type { OverrideOperation } from '@turnpike/contract/routing/overrides'
import { overrideFailure } from './override-failure.ts'
import { headerValue, type Overrides } from './read-overrides.ts'

export type ClientHeaders = Readonly<Record<string, string | readonly string[] | undefined>>

/** The headers that overrides set in one request, by lower-case name. */
export class HeaderChanges {
  readonly values = new Map<string, string>()
  /** The headers whose values come from the client; those of the others may be secrets. */
  readonly #ofClients = new Set<string>()
  readonly #client: ClientHeaders
  readonly #key: () => string

  constructor(headers: Overrides['headers'], client: ClientHeaders, key: () => string) {
    this.#client = client
    this.#key = key
    for (const [name, value] of headers) this.#set(name, this.#resolved(value), value.kind === 'client')
  }

  carryOut(operation: OverrideOperation): void {
    switch (operation.mode) {
      case 'set_header': {
        const value = headerValue(operation.value)
        this.#put(operation.path, this.#resolved(value), value.kind === 'client', operation.keep_origin)
        return
      }
      case 'delete_header':
        this.values.delete(operation.path.toLowerCase())
        return
      case 'copy_header':
      case 'move_header': {
        const from = operation.from.toLowerCase()
        const value = this.values.get(from) ?? this.#ofClient(from)
        if (value === undefined) return // related gateways go on as well
        this.#put(operation.to, value, this.#isOfClient(from), operation.keep_origin)
        if (operation.mode === 'move_header' && from !== operation.to.toLowerCase()) this.values.delete(from)
        return
      }
      case 'pass_headers':
        for (const name of operation.value) {
          const from = name.toLowerCase()
          const value = this.values.get(from) ?? this.#ofClient(from)
          if (value !== undefined) this.#put(name, value, this.#isOfClient(from), operation.keep_origin)
        }
    }
  }

  /**
   * The same headers as conditions see them. A condition on a literal or on the key would let an administrator guess
   * them character by character, in a dry run.
   */
  shown(): Record<string, string> {
    const entries = [...this.values].map(([name, value]) => [name, this.#ofClients.has(name) ? value : maskedLiteral])
    return Object.fromEntries(entries)
  }

  /** The headers of a request with those that are set; names are compared without case. */
  over(headers: Readonly<Record<string, string>>): Record<string, string> {
    if (this.values.size === 0) return { ...headers }
    const kept = Object.entries(headers).filter(([name]) => !this.values.has(name.toLowerCase()))
    return { ...Object.fromEntries(kept), ...Object.fromEntries(this.values) }
  }

  #put(name: string, value: string | undefined, isOfClient: boolean, keepsOrigin = false): void {
    if (!keepsOrigin || !this.values.has(name.toLowerCase())) this.#set(name, value, isOfClient)
  }

  #set(name: string, value: string | undefined, isOfClient: boolean): void {
    const key = name.toLowerCase()
    if (value === undefined) this.values.delete(key)
    else this.values.set(key, value)
    if (isOfClient) this.#ofClients.add(key)
    else this.#ofClients.delete(key)
  }

  #isOfClient = (name: string): boolean => !this.values.has(name) || this.#ofClients.has(name)

  /** The variable of the key is never looked for in a value of the client. */
  #resolved(value: HeaderValue): string | undefined {
    if (value.kind === 'client') return this.#ofClient(value.name)
    if (value.kind === 'masked') return undefined
    if (value.kind === 'literal') return value.text
    const text = value.text.replaceAll(keyVariable, () => this.#key())
    if (!isHeaderValue(text)) throw overrideFailure('the key cannot be sent in a header')
    return text
  }

  #ofClient(name: string): string | undefined {
    const value = isReadableHeader(name) ? this.#client[name] : undefined
    const text = typeof value === 'string' ? value.trim() : value?.join(', ')
    return text !== undefined && isHeaderValue(text) ? text : undefined
  }
}
