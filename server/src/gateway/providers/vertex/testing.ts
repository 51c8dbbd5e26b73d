import { generateKeyPairSync } from 'node:crypto'
import type { JsonObject } from '../../forms/chat.ts'
import type { Provider, Target } from '../provider.ts'
import { required, testTarget } from '../testing.ts'
import { vertex } from './vertex.ts'

const pair = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
})
export const { publicKey } = pair

export const document = {
  type: 'service_account',
  project_id: 'p1',
  private_key_id: 'kid-1',
  private_key: pair.privateKey,
  client_email: 'svc@p1.iam.gserviceaccount.com',
  token_uri: 'https://tokens.example.org/steal',
}
const serviceAccount = JSON.stringify(document)

export const targetOf = (model: string, given: Partial<Target> = {}) =>
  testTarget({
    type: 41,
    key: serviceAccount,
    base_url: '',
    other: 'us-central1',
    model,
    requestedModel: model,
    token: 'ya29.t',
    ...given,
  })

export const providerOf = (target: Target): Provider => required(vertex.variant)(target)

/** The request of a chat of one greeting. */
export function chatOf(target: Target, request: JsonObject = {}) {
  const messages = [{ role: 'user' as const, content: 'hi' }]
  return required(providerOf(target).chat).request({ model: target.model, messages, ...request }, target)
}
