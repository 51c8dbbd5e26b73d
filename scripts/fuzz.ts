// Damaged input, read by our readers and by those that they take the place of: both must say the same.
// npm run fuzz [-- 1000000 [seed]]
import { fuzzResponses } from '../server/test/fuzz/responses.ts'
import { fuzzStreams } from '../server/test/fuzz/streams.ts'

const [count = '1000000', seed = String(Date.now() % 1_000_000)] = process.argv.slice(2)
const step = 50_000

/** Runs in steps, each with a seed of its own, and says how far it is. */
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
await inSteps('HTTP responses, by our reader and by Node’s', async (size, from) => {
  accepted += (await fuzzResponses(size, from)).accepted
  return `${accepted} were responses`
})
