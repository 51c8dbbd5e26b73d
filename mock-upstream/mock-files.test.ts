import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { inflateSync } from 'node:zlib'
import { type MockUpstream, startMockUpstream } from './server.ts'

let mock: MockUpstream
before(async () => {
  mock = await startMockUpstream()
})
after(() => mock.stop())

const fetchFile = async (name: string) => {
  const response = await fetch(`${mock.url}/mock-files/${name}`)
  return {
    status: response.status,
    type: response.headers.get('content-type'),
    bytes: Buffer.from(await response.arrayBuffer()),
  }
}

test('a picture is a real one, in the colours of its name', async () => {
  const { status, type, bytes } = await fetchFile('one.png')
  assert.deepEqual([status, type], [200, 'image/png'])
  const side = bytes.readUInt32BE(16)
  const data = bytes.subarray(bytes.indexOf('IDAT') + 4, bytes.indexOf('IEND') - 8)
  assert.equal(inflateSync(data).length, side * (side * 3 + 1))
  assert.deepEqual((await fetchFile('one.png')).bytes, bytes)
  assert.notDeepEqual((await fetchFile('two.png')).bytes, bytes)
})

test('sounds and videos have their types, and what is neither is not there', async () => {
  assert.equal((await fetchFile('song.mp3')).type, 'audio/mpeg')
  assert.equal((await fetchFile('song.wav')).type, 'audio/wav')
  const video = await fetchFile('clip.mp4')
  assert.deepEqual([video.type, video.bytes.toString('latin1', 4, 8)], ['video/mp4', 'ftyp'])
  assert.equal((await fetchFile('page.html')).status, 404)
})
