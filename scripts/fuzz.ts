// Feeds damaged input to our fast readers and to the reference readers: both must return the same.
// npm run fuzz [-- 1000000 [seed]]
import { fuzzConnectResponses } from '../server/test/fuzz/connect-responses.ts'
import { hostileResponses, workOf } from '../server/test/fuzz/hostile.ts'
import { everyByte, fuzzResponses } from '../server/test/fuzz/responses.ts'
import { fuzzStreams } from '../server/test/fuzz/streams.ts'

const [count = '1000000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const step = 50_000

/** Runs in steps, each with its own seed, and prints the progress. */
async function inSteps(what: string, run: (count: number, seed: number) => Promise<string>): Promise<void> {
  console.log(`${count} ${what}, seed ${seed}`)
  const began = performance.now()
  for (let done = 0; done < Number(count); done += step) {
    const size = Math.min(step, Number(count) - done)
    const found = await run(size, Number(seed) + done)
    console.log(`${done + size}: no difference in ${Math.round((performance.now() - began) / 1000)} s, ${found}`)
  }
}

let plain = 0
await inSteps('streams, without a parse and with one', async (size, from) => {
  plain += (await fuzzStreams(size, from)).plain
  return `${plain} events were read without a parse`
})
let accepted = 0
let hostile = 0
await inSteps('HTTP responses, by our reader and by Node’s', async (size, from) => {
  const found = await fuzzResponses(size, from)
  accepted += found.accepted
  hostile += found.hostile
  return `${accepted} were responses, ${hostile} came from hostile servers`
})
let opened = 0
await inSteps('responses to CONNECT, by our reader and by Node’s', async (size, from) => {
  opened += (await fuzzConnectResponses(size, from)).opened
  return `${opened} opened a tunnel`
})
measureHostile()

/** Throws where a hostile response takes more CPU time than a microsecond per byte. */
function measureHostile(): void {
  const sizes = [15_000, 60_000]
  console.log(`CPU time per hostile response of ${sizes.join(' and ')} bytes in µs, read at once · byte by byte`)
  for (const [what, make] of Object.entries(hostileResponses)) {
    const took = sizes.map((size) => {
      const bytes = Buffer.from(make(size), 'latin1')
      const each = [[bytes], everyByte(bytes)].map(microsecondsOf)
      if (Math.max(...each) > bytes.length) throw new Error(`${what}: ${each} µs for ${bytes.length} bytes`)
      return each.join(' · ')
    })
    console.log(`${what}: ${took.join(', ')}`)
  }
}

function microsecondsOf(cuts: readonly Buffer[]): number {
  const rounds = 50
  const before = process.threadCpuUsage()
  for (let round = 0; round < rounds; round++) workOf(cuts)
  const { user, system } = process.threadCpuUsage(before)
  return Math.round((user + system) / rounds)
}
