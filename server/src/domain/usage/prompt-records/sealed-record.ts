import { promisify } from 'node:util'
import { zstdCompress, zstdDecompress } from 'node:zlib'
import { clientSides, type ShownSide } from '@turnpike/contract/usage/prompt-records'
import type { Vault } from '../../../secrets/vault.ts'
import type { RecordedCall, RecordedSide } from './recorded-call.ts'
import { redactSide, withoutSecrets } from './redact-side.ts'

const compress = promisify(zstdCompress)
const decompress = promisify(zstdDecompress)
const kilobyte = 1024
/** Four sides of the largest size, and their heads. */
const unpackedMax = 5 * 1024 * kilobyte

type StoredSide = Omit<ShownSide, 'bytes'> & { length: number }
type Head = { request_id: string; user_id: number; sides: StoredSide[] }

/**
 * A record as it is stored: the length of its head, the head, and the bytes of its sides; compressed, then encrypted. The
 * head names the call, so that a record moved to another row is not shown there.
 */
export async function sealRecord(call: RecordedCall, vault: Vault): Promise<{ sealed: Buffer; isCut: boolean }> {
  const cleaned = call.sides.map((side) => cleanSide(side, call))
  const sides = cleaned.map(({ side }) => side)
  const head = Buffer.from(JSON.stringify({ request_id: call.request_id, user_id: call.user_id, sides } satisfies Head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(head.length)
  const packed = await compress(Buffer.concat([length, head, ...cleaned.map(({ bytes }) => bytes)]))
  return { sealed: vault.encryptBytes(packed, 'prompt record'), isCut: sides.some(({ cut }) => cut) }
}

function cleanSide(side: RecordedSide, call: RecordedCall): { side: StoredSide; bytes: Buffer } {
  const { terms, clientSecrets, channelSecrets } = call
  const secrets = clientSides.includes(side.name) ? clientSecrets : [...channelSecrets, ...clientSecrets]
  const kept = withoutSecrets(side.bytes.toString('latin1'), secrets)
  const clean = terms.redact ? redactSide(kept, side) : kept
  const bytes = Buffer.from(clean, 'latin1').subarray(0, terms.size_max * kilobyte)
  const { name, line, status, headers, size } = side
  return {
    side: {
      name,
      ...(line !== undefined && { line: withoutSecrets(line, secrets) }),
      ...(status !== undefined && { status }),
      headers,
      size,
      cut: side.bytes.length < size || bytes.length < clean.length,
      length: bytes.length,
    },
    bytes,
  }
}

/** Throws where the bytes are not the record of this call. */
export async function openRecord(
  { request_id, user_id, sealed }: { request_id: string; user_id: number; sealed: Uint8Array },
  vault: Vault,
): Promise<ShownSide[]> {
  const packed = await decompress(vault.decryptBytes(sealed, 'prompt record'), { maxOutputLength: unpackedMax })
  const headLength = packed.readUInt32BE(0)
  const head = JSON.parse(packed.subarray(4, 4 + headLength).toString('utf8')) as Head // written above, and authentic
  if (head.request_id !== request_id || head.user_id !== user_id) throw new Error('the record of another call')
  let at = 4 + headLength
  return head.sides.map(({ length, ...side }) => {
    const bytes = packed.subarray(at, at + length).toString('base64')
    at += length
    return { ...side, bytes }
  })
}
