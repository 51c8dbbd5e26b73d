import { type Element, elementsIn, findElement } from './ebml.ts'

const id = {
  header: 0x1a45dfa3,
  segment: 0x18538067,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
}
const clusterStart = Buffer.from('1f43b675', 'hex')
const nanosecondsPerTick = 1_000_000

/** The info element has the duration; live recorders leave it out, and then the last block's timestamp counts. */
export function webmSeconds(file: Buffer): number | undefined {
  const whole = { start: 0, end: file.length }
  if (file.length < 4 || file.readUInt32BE(0) !== id.header) return undefined
  const segment = findElement(file, whole, id.segment)
  const info = segment && findElement(file, segment, id.info)
  if (!info) return undefined
  const scale = findElement(file, info, id.timestampScale)
  const duration = findElement(file, info, id.duration)
  const ticks = duration ? readFloat(file, duration) : lastBlockTicks(file)
  return ticks && (ticks * (scale ? readInteger(file, scale) : nanosecondsPerTick)) / 1e9
}

function lastBlockTicks(file: Buffer): number | undefined {
  const at = file.lastIndexOf(clusterStart)
  const [cluster] = at === -1 ? [] : elementsIn(file, at, file.length)
  if (!cluster) return undefined
  let clusterTicks = 0
  let blockTicks = 0
  for (const element of elementsIn(file, cluster.start, cluster.end)) {
    if (element.id === id.timestamp) clusterTicks = readInteger(file, element)
    if (element.id === id.simpleBlock) blockTicks = file.readInt16BE(element.start + 1) // behind the track's number
  }
  return clusterTicks + blockTicks
}

const readInteger = (file: Buffer, { start, end }: Element): number =>
  file.subarray(start, Math.min(end, start + 8)).reduce((number, byte) => number * 256 + byte, 0)

const readFloat = (file: Buffer, { start, end }: Element): number =>
  end - start === 4 ? file.readFloatBE(start) : file.readDoubleBE(start)
