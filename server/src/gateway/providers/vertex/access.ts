import { createPrivateKey, sign } from 'node:crypto'
import type { JsonObject } from '../../forms/chat.ts'
import { countOf, objectOf, textOf } from '../../translate/json/json-values.ts'
import { invalidKey } from '../../translate/response/bad-channel.ts'
import { badResponse } from '../../translate/response/bad-response.ts'
import type { AccessOperation } from '../provider.ts'
import { readServiceAccount, type ServiceAccount } from './service-account.ts'

const googleTokenUrl = 'https://oauth2.googleapis.com/token'
const scope = 'https://www.googleapis.com/auth/cloud-platform'
const lifetimeSeconds = 3600

/** The document's own `token_uri` is ignored: its author must not choose the destination of the assertion. */
const tokenUrlOf = ({ token_url }: JsonObject): string => textOf(token_url) ?? googleTokenUrl

const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The JSON web token by which the account requests an access token. */
function assertionOf({ email, keyId, privateKey }: ServiceAccount, audience: string, now: number): string {
  const header = { alg: 'RS256', typ: 'JWT', ...(keyId !== undefined && { kid: keyId }) }
  const claims = { iss: email, scope, aud: audience, iat: now, exp: now + lifetimeSeconds }
  const text = `${encoded(header)}.${encoded(claims)}`
  return `${text}.${signatureOf(text, privateKey)}`
}

function signatureOf(text: string, privateKey: string): string {
  try {
    return sign('sha256', Buffer.from(text), createPrivateKey(privateKey)).toString('base64url')
  } catch {
    throw invalidKey('of a service account, with its whole private_key') // the cause would quote the key
  }
}

/** Exchanges a service account for an access token at Google, or at the URL in the setting `token_url`. */
export const access: AccessOperation = {
  request({ key, setting }, now) {
    const url = tokenUrlOf(setting)
    const assertion = assertionOf(readServiceAccount(key), url, now)
    const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
    return { method: 'POST', url, headers: {}, body }
  },
  response(body) {
    const response = objectOf(body)
    const token = textOf(response?.access_token)
    const seconds = countOf(response?.expires_in)
    if (token === undefined || seconds === 0) throw badResponse('the provider sent no access token')
    return { token, seconds }
  },
  renewSeconds: 300,
  isRefused: ({ status, kind }) => status === 401 && kind === 'bad_key',
}
