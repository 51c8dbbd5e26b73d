import { createHash } from 'node:crypto'
import { crc32, deflateSync } from 'node:zlib'
import type { Call } from '../exchange/call.ts'
import { type MockResponse, plain, Refusal } from '../exchange/response.ts'
import { silence } from '../openai/sound.ts'

/** The files that responses link: a picture whose colours follow from its name, a silent song, a short video. */
export function mockFile({ path }: Pick<Call, 'path'>): MockResponse {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const kind = name.slice(name.lastIndexOf('.') + 1)
  if (kind === 'png') return plain(picture(name), 'image/png')
  if (kind === 'mp3') return plain(silence('mp3', 'la '.repeat(30)), 'audio/mpeg')
  if (kind === 'wav') return plain(silence('wav', 'la '.repeat(30)), 'audio/wav')
  if (kind === 'mp4') return plain(videoOf(name), 'video/mp4')
  throw new Refusal(404, { error: { message: `There is no file ${name}.` } })
}

const side = 96

/** A square that fades from one colour to another. */
function picture(name: string): Buffer {
  const hash = createHash('sha256').update(name).digest()
  const colour = (at: number) => [0, 1, 2].map((channel) => hash[at + channel] ?? 0)
  const [from, to] = [colour(0), colour(3)]
  const rows = Array.from({ length: side }, (_, y) => [
    0, // no filter
    ...Array.from({ length: side }, (__, x) => {
      const share = (x + y) / (2 * side)
      return from.map((start, channel) => Math.round(start + ((to[channel] ?? 0) - start) * share))
    }).flat(),
  ])
  const header = Buffer.alloc(13)
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  header.set([8, 2], 8) // 8 bits for each of three colours
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}

/** A short video. Its last bytes, which no player reads, name its subject. */
export function videoOf(subject: string): Buffer {
  const words = Buffer.from(`video of ${subject}`)
  const header = Buffer.from('....free')
  header.writeUInt32BE(header.length + words.length)
  return Buffer.concat([video, header, words])
}

/** VP9 in MP4, 64 by 36 points, five frames in a second. */
const video = Buffer.from(
  'AAAAJGZ0eXBpc29tAAACAGlzb21pc282aXNvMnZwMDltcDQxAAACt21vb3YAAAB4bXZoZAEAAAAAAAAA5yAhiAAAAADnICGIAAAD' +
    '6AAAAAAAAANDAAEAAAEAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAAAIAAAIPdHJhawAAAGh0a2hkAQAAAwAAAADnICGIAAAAAOcgIYgAAAABAAAAAAAAAAAAAANDAAAAAAAAAAAA' +
    'AAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAQAAAAABAAAAAJAAAAAABn21kaWEAAAAsbWRoZAEAAAAAAAAA' +
    '5yAhiAAAAADnICGIAAB1MAAAAAAAAANDVcQAAAAAAC1oZGxyAAAAAAAAAAB2aWRlAAAAAAAAAAAAAAAAVmlkZW9IYW5kbGVyAAAA' +
    'AT5taW5mAAAAFHZtaGQAAAABAAAAAAAAAAAAAAAlZGluZgAAAB1kcmVmAAAAAAAAAAEAAAANdXJsIAAAAAEAAAAA/XN0YmwAAAAQ' +
    'c3RzYwAAAAAAAAAAAAAAEHN0dHMAAAAAAAAAAAAAABRzdHN6AAAAAAAAAAAAAAAAAAAAEHN0Y28AAAAAAAAAAAAAALFzdHNkAAAA' +
    'AAAAAAEAAAChdnAwOQAAAAAAAAABAAAAAQAAAAAAAAAAAAAAAABAACQASAAAAEgAAAAAAAAAAQpWUEMgQ29kaW5nAAAAAAAAAAAA' +
    'AAAAAAAAAAAAAAAAABj//wAAABBwYXNwAAAAAQAAAAEAAAAUYnRydAAAAAAAAAAAAAAAAAAAABR2cGNDAQAAAAAAgQENAQAAAAAA' +
    'E2NvbHJuY2x4AAEADQABgAAAAChtdmV4AAAAIHRyZXgAAAAAAAAAAQAAAAEAAAAAAAAAAAAAAAAAAACIbW9vZgAAABBtZmhkAAAA' +
    'AAAAAAEAAABwdHJhZgAAABR0ZmhkAAIAIAAAAAEBAQAAAAAAFHRmZHQBAAAAAAAAAAAAAAAAAABAdHJ1bgEAAwUAAAAFAAAAkAIA' +
    'AAAAABd5AAAASwAAF4gAAABAAAAXeQAAADQAABd6AAAAOgAAA+cAAAAsAAABLW1kYXSCSYNCUAPwAjYaOCQcGPwAACBAAH+xCP/4' +
    'uH/djDOuJfzO57MkXsaDBVyP41OzyeZDiwsXhvkbl5apad3AAACy2TKprCxd+LASSACGAECSnKhXIAAFcFPSAAB/pMkSl+hvhlD6' +
    'oe84T+Xcs49K/1KJALDmOwfJ1xeCkQn48ymrdu6LVs0VRPQwP4QAhgBAkpy8WAAABnNNvgAAAH2nVaL/8YfomK1qjcrtn8Xcn2KU' +
    '7/GWzCTbyRPrSPQjlz/AAIYAQJKcxFhAAANwAAB02S0X/bv7C/jvAf/uL/19qHrVxGN2TPJPvJ+0PhV2gmOvVv2rNBHbABGwWgCG' +
    'AECSnNRY4AADcAAAdNI+3f2F/HeA//cX9iABeK3P8cj+S5yEcBwgN1Dq8AAAAExtZnJhAAAANHRmcmEBAAAAAAAAAQAAAD8AAAAB' +
    'AAAAAAAAAAAAAAAAAAAC2wAAAAEAAAABAAAAAQAAABBtZnJvAAAAAAAAAEw=',
  'base64',
)
