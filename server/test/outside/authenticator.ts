import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { NewCredential, UsedCredential } from '@turnpike/contract/identity/passkey'

/** What a device does when a page calls it. The flags and the origin are what a hostile or careless one could change. */
export type Manner = { origin: string; isVerified?: boolean; counter?: number; type?: string }

export type Authenticator = {
  create(request: Record<string, unknown>, manner: Manner): NewCredential
  use(request: Record<string, unknown>, manner: Manner): UsedCredential
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** A passkey in software: one key pair of P-256, made without attestation, as the WebAuthn specification writes it. */
export function makeAuthenticator(): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const coseKey = cbor(
    new Map<number, Item>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  )
  const named = { id: base64(id), rawId: base64(id), type: 'public-key' as const }
  const clientData = (type: string, request: Record<string, unknown>, { origin, type: given = type }: Manner) =>
    Buffer.from(JSON.stringify({ type: given, challenge: request.challenge, origin, crossOrigin: false }))
  const head = (site: string, flags: number, { isVerified = true, counter = 0 }: Manner) => {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return Buffer.concat([sha256(site), Buffer.from([flags | 0x01 | (isVerified ? 0x04 : 0)]), count])
  }
  return {
    create(request, manner) {
      const site = (request.rp as { id: string }).id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseKey])
      const authData = Buffer.concat([head(site, 0x40, manner), credential])
      const attestation = new Map<string, Item>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      const clientDataJSON = base64(clientData('webauthn.create', request, manner))
      return { ...named, response: { clientDataJSON, attestationObject: base64(cbor(attestation)) } }
    },
    use(request, manner) {
      const data = clientData('webauthn.get', request, manner)
      const authenticatorData = head(String(request.rpId), 0, manner)
      const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(data)]), privateKey)
      const response = {
        clientDataJSON: base64(data),
        authenticatorData: base64(authenticatorData),
        signature: base64(signature),
      }
      return { ...named, response }
    },
  }
}

type Item = number | string | Uint8Array | Map<number | string, Item>

/** The part of CBOR (RFC 8949) that attestations consist of. */
function cbor(item: Item): Buffer {
  if (typeof item === 'number') return item >= 0 ? cborHead(0, item) : cborHead(1, -1 - item)
  if (typeof item === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(item)), Buffer.from(item)])
  if (item instanceof Uint8Array) return Buffer.concat([cborHead(2, item.length), item])
  return Buffer.concat([cborHead(5, item.size), ...[...item].flatMap(([key, value]) => [cbor(key), cbor(value)])])
}

function cborHead(kind: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(kind << 5) | value])
  if (value < 256) return Buffer.from([(kind << 5) | 24, value])
  return Buffer.from([(kind << 5) | 25, value >> 8, value & 255])
}
