import { z } from 'zod'
import { type BoundsByField, isTextWithin } from '../bounds.ts'
import { endpoint } from '../endpoint.ts'
import { idParams } from '../page.ts'
import { actToUndo, seenRevision, undoable } from '../system/history.ts'

/** Stands for the password of a proxy wherever its address is shown. Sent back, it means the stored password. */
export const hiddenPassword = '•••'

export const proxiesMax = 200
/** The schemes of proxies, each with the port of an address without one. */
export const proxyPorts = { http: 80, https: 443, socks5: 1080, socks5h: 1080 }
export type ProxyScheme = keyof typeof proxyPorts
export const proxyBounds = {
  /** No name is an address, because an address has a colon: a channel's `proxy` is one or the other. */
  name: { charactersMax: 64, pattern: /^[^\p{C}\p{Z}:/](?:[^\p{C}:/]*[^\p{C}\p{Z}:/])?$/u },
  address: { lengthMax: 1000, pattern: /^(?:https?|socks5h?):\/\/\S+$/i },
} satisfies BoundsByField

/** Whether a channel's `proxy` is the name of a proxy in the list. */
export const isProxyName = (text: string): boolean => isTextWithin(proxyBounds.name, text)
export const isProxyAddress = (text: string): boolean => isTextWithin(proxyBounds.address, text)

const trimmed = (is: (text: string) => boolean, code: string) => z.string(code).trim().refine(is, code)
const fields = {
  name: trimmed(isProxyName, 'proxy_name_invalid'),
  /** `protocol://user:password@host:port`. */
  address: trimmed(isProxyAddress, 'proxy_address_invalid'),
}

const newProxy = z.object(fields)
export type NewProxy = z.output<typeof newProxy>

const proxyChange = newProxy.partial().extend({
  id: z.int('id_missing').positive('invalid_id'),
  seen_revision: seenRevision,
})
export type ProxyChange = z.output<typeof proxyChange>

/** A proxy of the list. Its address is shown without the password. */
const proxy = z.object({
  id: z.int(),
  name: z.string(),
  address: z.string(),
  /** How many channels use it. */
  channels: z.int(),
  updated_at: z.int(),
  revision: z.string(),
})
export type ListedProxy = z.infer<typeof proxy>

/** An address, or the name of a proxy. A hidden password is that of the stored proxy, or of the stored channel. */
const proxyToTest = z.object({
  proxy: z.string('proxy_address_invalid').trim().min(1, 'proxy_address_invalid').max(proxyBounds.address.lengthMax),
  id: z.int().positive('invalid_id').optional(),
  channel: z.int().positive('invalid_id').optional(),
})
export type ProxyToTest = z.output<typeof proxyToTest>

/** The address that a server sees when it is called through the proxy, and how long the call took. */
const proxyTest = z.object({ exit_address: z.string(), ms: z.int() })
export type ProxyTest = z.infer<typeof proxyTest>

export const proxyApi = {
  list: endpoint('admin', 'GET /api/proxy/', {
    summary: 'The proxies that channels can use, by name, without their passwords',
    data: z.array(proxy),
  }),
  create: endpoint('root', 'POST /api/proxy/', { summary: 'Add a proxy', body: newProxy, data: proxy }),
  update: endpoint('root', 'PUT /api/proxy/', {
    summary: 'Change a proxy; with a hidden password in the address the stored one stays',
    body: proxyChange,
    data: proxy,
    beside: undoable,
  }),
  remove: endpoint('root', 'DELETE /api/proxy/{id}', {
    summary: 'Delete a proxy that no channel uses',
    params: idParams,
    beside: undoable,
  }),
  undo: endpoint('root', 'POST /api/proxy/undo', {
    summary: 'Take back that a proxy was deleted or changed',
    body: actToUndo,
  }),
  test: endpoint('admin', 'POST /api/proxy/test', {
    summary: 'Send a request through a proxy; returns the exit address and the time',
    changes: true,
    body: proxyToTest,
    data: proxyTest,
  }),
}
