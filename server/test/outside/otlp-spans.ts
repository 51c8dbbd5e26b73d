/** A span as a collector reads it from the protobuf bytes of OTLP. */
export type SentSpan = {
  traceId: string
  spanId: string
  /** Empty where the span has no parent. */
  parentId: string
  name: string
  kind: 'server' | 'client' | number
  startMs: number
  endMs: number
  attributes: Record<string, unknown>
  events: { name: string; atMs: number }[]
  isError: boolean
  /** The attributes of the process that sent it. */
  resource: Record<string, unknown>
}

type Value = bigint | Buffer
type Message = Map<number, Value[]>

/** The fields of a message by their numbers: varints and 64-bit values as integers, everything else as bytes. */
function fieldsOf(bytes: Buffer): Message {
  const fields: Message = new Map()
  let at = 0
  const varint = (): bigint => {
    let value = 0n
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('a protobuf message is cut off')
      value |= BigInt(byte & 0x7f) << shift
      if (byte < 0x80) return value
    }
  }
  const take = (length: number): Buffer => {
    if (at + length > bytes.length) throw new RangeError('a protobuf message is cut off')
    at += length
    return bytes.subarray(at - length, at)
  }
  while (at < bytes.length) {
    const tag = Number(varint())
    const kind = tag & 7
    if (kind !== 0 && kind !== 1 && kind !== 2 && kind !== 5) throw new RangeError(`wire type ${kind}`)
    const value =
      kind === 0 ? varint() : kind === 1 ? take(8).readBigUInt64LE() : take(kind === 2 ? Number(varint()) : 4)
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value])
  }
  return fields
}

const bytesAt = (message: Message, field: number): Buffer[] => (message.get(field) ?? []).filter(Buffer.isBuffer)
const integerAt = (message: Message, field: number): bigint => {
  const [value = 0n] = message.get(field) ?? []
  return typeof value === 'bigint' ? value : 0n
}
const textAt = (message: Message, field: number, encoding: BufferEncoding = 'utf8'): string =>
  bytesAt(message, field)[0]?.toString(encoding) ?? ''
const millisAt = (message: Message, field: number): number => Number(integerAt(message, field)) / 1e6
const messagesAt = (message: Message, field: number): Message[] => bytesAt(message, field).map(fieldsOf)

// The numbers of the fields are those of opentelemetry/proto/{collector/trace,trace,common}/v1.
function anyValue(message: Message | undefined): unknown {
  if (!message) return undefined
  if (message.has(1)) return textAt(message, 1)
  if (message.has(2)) return integerAt(message, 2) === 1n
  if (message.has(3)) return Number(BigInt.asIntN(64, integerAt(message, 3)))
  if (message.has(4)) return doubleOf(integerAt(message, 4))
  const [list] = messagesAt(message, 5)
  return list && messagesAt(list, 1).map(anyValue)
}

function doubleOf(bits: bigint): number {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(bits)
  return bytes.readDoubleLE()
}

const attributesAt = (message: Message, field: number): Record<string, unknown> =>
  Object.fromEntries(messagesAt(message, field).map((pair) => [textAt(pair, 1), anyValue(messagesAt(pair, 2)[0])]))

const kinds: Record<number, SentSpan['kind']> = { 2: 'server', 3: 'client' }
const errorStatus = 2n

function spanOf(message: Message, resource: Record<string, unknown>): SentSpan {
  const [status] = messagesAt(message, 15)
  const kind = Number(integerAt(message, 6))
  return {
    traceId: textAt(message, 1, 'hex'),
    spanId: textAt(message, 2, 'hex'),
    parentId: textAt(message, 4, 'hex'),
    name: textAt(message, 5),
    kind: kinds[kind] ?? kind,
    startMs: millisAt(message, 7),
    endMs: millisAt(message, 8),
    attributes: attributesAt(message, 9),
    events: messagesAt(message, 11).map((event) => ({ name: textAt(event, 2), atMs: millisAt(event, 1) })),
    isError: status !== undefined && integerAt(status, 3) === errorStatus,
    resource,
  }
}

/** The spans of an ExportTraceServiceRequest. */
export const spansIn = (body: Buffer): SentSpan[] =>
  messagesAt(fieldsOf(body), 1).flatMap((ofResource) => {
    const [resource] = messagesAt(ofResource, 1)
    const attributes = resource ? attributesAt(resource, 1) : {}
    return messagesAt(ofResource, 2).flatMap((ofScope) =>
      messagesAt(ofScope, 2).map((span) => spanOf(span, attributes)),
    )
  })
